import { describe, expect, it } from 'vitest';
import { BenchError } from '../../../harness/index.ts';
import { chooseCompactors } from '../../../scripts/bench/compactor-sources.ts';

const namesOf = (choices: Parameters<typeof chooseCompactors>[0]) =>
  chooseCompactors(choices).map(({ name }) => name);

describe('chooseCompactors', () => {
  it('adds ceiling and floor, each once', () => {
    expect(namesOf(['tail'])).toEqual(['tail', 'identity', 'drop-all']);
    expect(namesOf(['drop-all', 'identity'])).toEqual(['drop-all', 'identity']);
  });

  it('takes one compactor with several settings by its labels', () => {
    const [plain, labelled] = chooseCompactors([
      'sliding-window',
      { name: 'sliding-window', label: 'bare', params: { omissionNote: null } },
    ]);
    expect(plain?.create(null).params).toMatchObject({ omissionNote: expect.any(String) });
    expect(labelled?.name).toBe('bare');
    expect(labelled?.create(null)).toMatchObject({ name: 'bare', params: { omissionNote: null } });
  });

  it('names every choice that is wrong', () => {
    const choices = [
      'sliding-windw',
      { name: 'sliding-window', label: 'a', params: { minKeepStep: 1 } },
      { name: 'tail', label: 'a' },
      'tail',
      'tail',
    ];
    try {
      chooseCompactors(choices);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      expect(error.problems.map(({ place }) => place)).toEqual([
        'compactors[0]',
        'compactors[1] sliding-window.minKeepStep',
        'compactors',
      ]);
    }
  });
});
