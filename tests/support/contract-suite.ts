import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompactorEntry } from '../../compactors/index.ts';
import type { CompactionResult } from '../../harness/index.ts';
import { type Breach, checkContract } from './contract.ts';
import { ONCE_FOUND } from './contract-cases.ts';
import { arbitraryCase, requestOf, runEntry } from './contract-run.ts';
import { EXEMPTIONS, type Exemption } from './exemptions.ts';

/** Random transcripts a compactor in the full form, 1,000. The long form: CONTRACT_RUNS=20000. */
export const FULL_RUNS = Number(process.env.CONTRACT_RUNS ?? 1000);
/** Another seed tries other cases. */
const SEED = Number(process.env.CONTRACT_SEED ?? 20_250);

function isExempt(exemption: Exemption, entry: CompactorEntry, result: CompactionResult): boolean {
  const isNamed = exemption.compactors?.includes(entry.name) ?? true;
  return isNamed && (exemption.when?.(result) ?? true);
}

/**
 * `runs` random transcripts for each of these compactors: no breach but the listed ones, and the same output twice.
 * In the full form, each listed exemption must also have been needed.
 */
export function describeContract(entries: readonly CompactorEntry[], runs: number): void {
  describe.each(entries.map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
    const used = new Set<Exemption>();
    const notExempt = (result: CompactionResult, breaches: Breach[]): Breach[] =>
      breaches.filter(({ point }) => {
        const fitting = EXEMPTIONS.filter((e) => e.point === point && isExempt(e, entry, result));
        for (const exemption of fitting) used.add(exemption);
        return fitting.length === 0;
      });

    it(
      `keeps every point on ${runs} random transcripts`,
      async () => {
        const statuses = new Set<string>();
        await fc.assert(
          fc.asyncProperty(arbitraryCase, async (one) => {
            const request = requestOf(one);
            const result = await runEntry(entry, request);
            statuses.add(result.status);
            expect(notExempt(result, checkContract(request, result, entry.causes))).toEqual([]);
            // The input is frozen: a mutation throws. Same input, settings, seed and answers: the same output.
            expect(await runEntry(entry, requestOf(one))).toEqual(result);
          }),
          { numRuns: runs, seed: SEED, examples: ONCE_FOUND.map((one) => [one]) },
        );
        // A suite in which nothing is ever compacted would prove nothing.
        expect(statuses).toContain(entry.role === 'ceiling' ? 'skipped' : 'compacted');
        expect(statuses).not.toContain('cancelled');
        if (runs < FULL_RUNS) return;
        const idle = EXEMPTIONS.filter((e) => e.compactors?.includes(name) && !used.has(e));
        expect(idle, 'exemptions that it does not need').toEqual([]);
      },
      60_000 + runs * 200,
    );
  });
}
