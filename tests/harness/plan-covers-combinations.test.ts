import { describe, expect, it } from 'vitest';
import { BenchError, createScriptedModel, planCells } from '../../harness/index.ts';
import { inlineSource, keeping, smallSpec, smallTranscript } from './support/small-run.ts';

const compact = keeping('m0');
const main = createScriptedModel({ id: 'big', answers: [] });

function describeCells(cells: ReturnType<typeof planCells>): string[] {
  return cells.map(
    ({ compactor, models, budget, mode, fault, trial, seed }) =>
      `${compactor.name} ${models.main?.info.id ?? '-'} ${budget.ratio ?? budget.targetTokens} ${mode} ${fault} ${trial}/${seed}`,
  );
}

describe('planCells', () => {
  it('gives trials to models and to random, faults to models alone at the first budget, one cell to the rest', () => {
    const cells = planCells(
      smallSpec({
        compactors: [
          inlineSource({ name: 'window', compact }),
          inlineSource({ name: 'random-keep', role: 'random', compact }),
          inlineSource({ name: 'summary', needsModel: true, compact }),
        ],
        models: [{ main, small: null }],
        budgets: [0.5, 40],
        trials: 2,
        randomTrials: 2,
        seed: 7,
        faults: ['none', '500:always'],
      }),
    );
    expect(describeCells(cells)).toEqual([
      'window - 0.5 one-shot none 1/7',
      'random-keep - 0.5 one-shot none 1/7',
      'random-keep - 0.5 one-shot none 2/8',
      'summary scripted:big 0.5 one-shot none 1/1',
      'summary scripted:big 0.5 one-shot none 2/2',
      'summary scripted:big 0.5 one-shot 500:always 1/1',
      'window - 40 one-shot none 1/7',
      'random-keep - 40 one-shot none 1/7',
      'random-keep - 40 one-shot none 2/8',
      'summary scripted:big 40 one-shot none 1/1',
      'summary scripted:big 40 one-shot none 2/2',
    ]);
  });

  it('fills the window with the transcript in one-shot and takes the target from it', () => {
    const spec = smallSpec({ budgets: [0.5] });
    const tokens = spec.counter.count(smallTranscript().messages);
    const [cell] = planCells(spec);
    expect(cell?.windowTokens).toBe(tokens);
    expect(cell?.budget).toEqual({ ratio: 0.5, targetTokens: Math.floor(tokens / 2) });
  });

  it('plans a replay once, with the budget of its hook', () => {
    const cells = planCells(
      smallSpec({ modes: ['replay'], windowTokens: 100, budgets: [0.2, 0.4] }),
    );
    expect(cells.map(({ budget, hook }) => ({ budget, hook }))).toEqual([
      {
        budget: { ratio: 0.4, targetTokens: 40 },
        hook: { contextWindow: 100, compactAt: 0.7, compactTo: 0.4 },
      },
    ]);
  });

  it('hands facts to the oracle alone', () => {
    const seen: string[] = [];
    const source = (name: string, role: 'oracle' | 'strategy') => ({
      ...inlineSource({ name, role, compact }),
      create: (facts: unknown) => {
        seen.push(`${name}: ${facts === null ? 'none' : 'facts'}`);
        return inlineSource({ name, role, compact }).create(null);
      },
    });
    planCells(
      smallSpec({ compactors: [source('oracle-keep', 'oracle'), source('spy', 'strategy')] }),
    );
    expect(seen).toEqual(['oracle-keep: facts', 'spy: none']);
  });

  it('plans a model-backed compactor without a model where there is none', () => {
    const cells = planCells(
      smallSpec({ compactors: [inlineSource({ needsModel: true, compact })], models: [] }),
    );
    expect(describeCells(cells)).toEqual(['inline - 0.5 one-shot none 1/1']);
  });

  it('plans a combination that is named twice once', () => {
    expect(planCells(smallSpec({ budgets: [0.5, 0.5] }))).toHaveLength(1);
  });

  it('names every problem of a spec at once', () => {
    const problemsOf = (): string[] => {
      try {
        planCells(
          smallSpec({
            budgets: [0, 1.5],
            trials: 0,
            modes: ['replay'],
            hook: { compactAt: 0.4, compactTo: 0.7 },
          }),
        );
      } catch (error) {
        if (error instanceof BenchError)
          return error.problems.map(({ code, place }) => `${code} ${place}`);
      }
      return [];
    };
    expect(problemsOf()).toEqual([
      'E_CONFIG budgets',
      'E_CONFIG budgets',
      'E_CONFIG trials',
      'E_CONFIG window',
      'E_CONFIG hook',
    ]);
  });
});
