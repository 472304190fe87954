import { describe, expect, it } from 'vitest';
import { COMPACTORS, compactorNames, createCompactor } from '../../compactors/index.ts';
import { BenchError } from '../../harness/index.ts';

function problemsOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof BenchError) return error.problems;
    throw error;
  }
  throw new Error('it did not throw');
}

describe('a misspelt compactor', () => {
  it('is refused with the name that was meant', () => {
    const [problem] = problemsOf(() => createCompactor({ name: 'sliding-windw' }));
    expect(problem).toMatchObject({ code: 'E_COMPACTOR', place: 'compactor' });
    expect(problem?.message).toContain('"sliding-windw"');
    expect(problem?.remedy).toMatch(/^Did you mean "sliding-window"\? Known: /);
  });

  it('is not taken for a member of Object', () => {
    expect(() => createCompactor({ name: '__proto__' })).toThrow(BenchError);
    expect(() => createCompactor({ name: 'constructor' })).toThrow(BenchError);
  });
});

describe('bad settings', () => {
  it('are refused all at once, each with its place and value', () => {
    const problems = problemsOf(() =>
      createCompactor({
        name: 'sliding-window',
        params: { minKeepSteps: -1, omissionNote: 7, minKeepStep: 2 },
      }),
    );
    expect(problems.map(({ code, place }) => [code, place])).toEqual([
      ['E_COMPACTOR', 'sliding-window.minKeepSteps'],
      ['E_COMPACTOR', 'sliding-window.omissionNote'],
      ['E_COMPACTOR', 'sliding-window.minKeepStep'],
    ]);
    expect(problems[0]?.message).toContain('-1');
    expect(problems[1]?.message).toContain('7');
    expect(problems[2]?.remedy).toContain('Did you mean "minKeepSteps"?');
  });
});

describe('an instance', () => {
  it('has its defaults among its params', () => {
    const { params } = createCompactor({ name: 'tool-result-pruning', params: { minTokens: 50 } });
    expect(params).toMatchObject({ minKeepSteps: 1, minTokens: 50 });
    expect(params.placeholder).toContain('{tool}');
  });

  it('takes a label as its name', () => {
    expect(createCompactor({ name: 'tail', label: 'tail-b' }).name).toBe('tail-b');
  });
});

describe('the registry', () => {
  it('has each name once, and a line, a source and described settings for each', () => {
    expect(new Set(compactorNames()).size).toBe(COMPACTORS.length);
    for (const entry of COMPACTORS) {
      expect(entry.summary).toMatch(/^\S.{10,120}\.$/);
      expect(entry.source).not.toBe('');
      for (const [name, setting] of Object.entries(entry.settings.shape)) {
        expect(setting.description, `${entry.name}.${name}`).toMatch(/\S{3}/);
      }
    }
  });

  it('has every compactor that the commands promise', () => {
    expect(compactorNames()).toEqual(
      expect.arrayContaining([
        'sliding-window',
        'tool-result-pruning',
        'prune-then-slide',
        'identity',
        'drop-all',
        'random-keep',
        'tail',
        'oracle-keep',
      ]),
    );
  });
});
