import { FACT_KINDS } from '../../harness/index.ts';
import type { Balance } from './balance.ts';

/** What the recorded set is to hold. */
const AIMS = {
  transcripts: 24,
  facts: 600,
  perKind: 30,
  sizes: { short: 8, medium: 10, long: 6 },
  domains: 6,
} as const;

/** Where the recorded transcripts are still short of the set that is aimed at, one line each; empty where it is reached. A shortfall is no error. */
export function listShortfalls(balance: Balance): string[] {
  const lines: string[] = [];
  const compare = (what: string, have: number, aim: number): void => {
    if (have < aim) lines.push(`${what}: ${have} of ${aim}`);
  };
  compare('transcripts', balance.transcripts.length, AIMS.transcripts);
  compare('facts', balance.facts, AIMS.facts);
  compare('domains', new Set(balance.transcripts.map((row) => row.domain)).size, AIMS.domains);
  for (const [name, aim] of Object.entries(AIMS.sizes)) {
    compare(`${name} transcripts`, balance.sizes[name]?.transcripts ?? 0, aim);
  }
  for (const kind of FACT_KINDS) {
    compare(`facts of the kind ${kind}`, balance.kinds[kind] ?? 0, AIMS.perKind);
  }
  for (const [tenth, count] of Object.entries(balance.positions)) {
    compare(`facts in tenth ${tenth}`, count, 1);
  }
  return lines;
}
