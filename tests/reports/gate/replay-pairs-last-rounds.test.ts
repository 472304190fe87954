import { expect, it } from 'vitest';
import type { RunRecord } from '../../../harness/index.ts';
import { gateRuns } from '../../../reports/index.ts';
import { cell, log } from '../support.ts';

/** Sessions of `rounds` compactions; `kept` facts survive the last one. */
function replay(rounds: number, kept: number): RunRecord[] {
  const facts = ['a', 'b', 'c', 'd'];
  return log(
    Array.from({ length: 9 }, (_, t) =>
      Array.from({ length: rounds }, (_, index) => {
        const round = index + 1;
        return cell({
          mode: 'replay',
          transcript: `t${t}`,
          round,
          facts,
          kept: round === rounds ? facts.slice(0, kept) : facts,
          pairKey: `p-t${t}-round${round}`,
          compactionKey: `k-t${t}-${rounds}`,
        });
      }),
    ).flat(),
  );
}

it('a replay meets its former self by its last round, whatever the number of rounds', () => {
  const same = gateRuns({ baseline: replay(2, 3), candidate: replay(4, 3) });
  expect([same.verdict, same.pairs]).toEqual(['pass', 9]);
  const worse = gateRuns({ baseline: replay(2, 3), candidate: replay(4, 2) });
  expect(worse.verdict).toBe('fail');
});
