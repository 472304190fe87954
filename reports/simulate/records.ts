import { FACT_KINDS, type FactKind, type RunRecord } from '../../harness/index.ts';

/** Kinds that have survival, in turn. */
const KINDS: FactKind[] = FACT_KINDS.filter((kind) => kind !== 'absent');

/** What one compactor kept of one transcript. */
export interface SimulatedCell {
  compactor: string;
  transcript: number;
  trial: number;
  kept: boolean[];
}

/** A run log of simulated cells: what the gate would read of a real run whose contexts kept these facts. */
export function simulatedRun(cells: readonly SimulatedCell[], sourceHash: string): RunRecord[] {
  const keys = cells.map((cell) => keyOf(cell));
  const facts = new Map<number, number>();
  for (const cell of cells) facts.set(cell.transcript, cell.kept.length);
  return [
    {
      type: 'run_started',
      schemaVersion: 1,
      keyVersion: 'simulated',
      sourceHash,
      settings: {},
      versions: {},
      datasets: [{ name: 'simulated', version: '1', hash: 'simulated' }],
      prompts: {},
      models: [],
      readers: [],
      plannedKeys: keys,
      facts: [...facts].flatMap(([transcript, count]) =>
        Array.from({ length: count }, (_, index) => ({
          id: factId(transcript, index),
          transcript: `t${transcript}`,
          kind: KINDS[index % KINDS.length] ?? 'path',
          carrier: 'user' as const,
          position: 1,
          statement: '',
          quote: null,
        })),
      ),
      seed: 0,
      measured: { startedAt: '', host: {}, servers: {} },
    },
    ...cells.map((cell) => compactedRecord(cell)),
  ];
}

function keyOf({ compactor, transcript, trial }: SimulatedCell): string {
  return `${compactor}/${transcript}/${trial}`;
}

function factId(transcript: number, index: number): string {
  return `t${transcript}-f${index}`;
}

function compactedRecord(cell: SimulatedCell): RunRecord {
  return {
    type: 'compacted',
    compactionKey: keyOf(cell),
    pairKey: keyOf(cell),
    compactor: cell.compactor,
    compactorVersion: 1,
    role: 'strategy',
    params: {},
    model: 'simulated',
    smallModel: null,
    tier: null,
    dataset: 'simulated',
    transcript: `t${cell.transcript}`,
    split: 'held-out',
    source: 'synthetic',
    domain: 'simulated',
    mode: 'one-shot',
    budgetRatio: 0.2,
    targetTokens: 200,
    windowTokens: 1000,
    attemptMs: null,
    totalMs: null,
    fault: 'none',
    trial: cell.trial,
    seed: 0,
    counter: 'simulated',
    clock: 'virtual',
    round: 1,
    played: 1,
    status: 'compacted',
    reason: null,
    cause: null,
    step: null,
    steps: [],
    attempts: 1,
    verdicts: null,
    origins: null,
    contextBlob: 'simulated',
    tokensBefore: 1000,
    tokensAfter: 200,
    calls: [],
    violations: [],
    createdMessages: 0,
    survival: cell.kept.map((survived, index) => ({
      factId: factId(cell.transcript, index),
      survived,
      staleSurvived: null,
    })),
    unsupportedValues: null,
    pins: { total: 0, kept: 0 },
    reusablePrefixTokens: null,
    extra: {},
    measured: { latencyMs: null, modelMs: null, stepMs: [], callMs: [] },
  };
}
