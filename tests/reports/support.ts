import type {
  CallRecord,
  CellIdentity,
  CompactedRecord,
  FactInfo,
  GradedRecord,
  ProbeRecord,
  RunFinished,
  RunRecord,
  RunStarted,
} from '../../harness/index.ts';

/** One fact of a test transcript. */
export function factInfo(id: string, transcript: string, over: Partial<FactInfo> = {}): FactInfo {
  return {
    id,
    transcript,
    kind: 'path',
    carrier: 'user',
    position: 1,
    statement: `Statement of ${id}`,
    quote: `quote of ${id}`,
    ...over,
  };
}

/** A cell: which facts it has, which of them survive, and any field of its record. */
export interface CellSpec extends Partial<Omit<CompactedRecord, 'survival'>> {
  /** Ids of the facts that survive, of `facts`. */
  kept?: string[];
  facts?: string[];
  costUsd?: number;
  latencyMs?: number | null;
}

/** A compacted record; what the spec leaves out has plain values. Keys follow from the identity. */
export function cell(spec: CellSpec = {}): CompactedRecord {
  const { kept = [], facts = kept, costUsd, latencyMs = null, ...over } = spec;
  const identity: CellIdentity = {
    compactionKey: '',
    pairKey: '',
    compactor: 'sliding-window',
    compactorVersion: 1,
    role: 'strategy',
    params: {},
    model: null,
    smallModel: null,
    tier: null,
    dataset: 'recorded',
    transcript: 't1',
    split: 'held-out',
    source: 'recorded',
    domain: 'debugging',
    mode: 'one-shot',
    budgetRatio: 0.2,
    targetTokens: 200,
    windowTokens: 1000,
    attemptMs: null,
    totalMs: null,
    fault: 'none',
    trial: 1,
    seed: 7,
    counter: 'o200k_base',
    clock: 'virtual',
  };
  const record: CompactedRecord = {
    ...identity,
    type: 'compacted',
    round: 1,
    played: 10,
    status: 'compacted',
    reason: null,
    cause: null,
    step: null,
    steps: [],
    attempts: 0,
    verdicts: null,
    origins: null,
    contextBlob: 'c0ffee',
    tokensBefore: 1000,
    tokensAfter: 200,
    calls: [],
    violations: [],
    createdMessages: 0,
    survival: facts.map((factId) => ({
      factId,
      survived: kept.includes(factId),
      staleSurvived: null,
    })),
    unsupportedValues: [],
    pins: { total: 1, kept: 1 },
    reusablePrefixTokens: 100,
    extra: costUsd === undefined ? {} : { costUsd },
    measured: { latencyMs, modelMs: null, stepMs: [], callMs: [] },
    ...over,
  };
  const {
    compactor,
    model,
    smallModel,
    transcript,
    budgetRatio,
    targetTokens,
    mode,
    fault,
    trial,
  } = record;
  const pair = [
    compactor,
    model,
    smallModel,
    transcript,
    budgetRatio ?? targetTokens,
    mode,
    fault,
    trial,
  ];
  if (record.pairKey === '') record.pairKey = `p:${pair.join('|')}`;
  if (record.compactionKey === '') {
    record.compactionKey = `k:${pair.join('|')}|v${record.compactorVersion}`;
  }
  return record;
}

/** A failed cell: no context. */
export function failedCell(spec: CellSpec & { cause: CompactedRecord['cause'] }): CompactedRecord {
  return cell({
    ...spec,
    status: 'failed',
    contextBlob: null,
    tokensAfter: null,
    unsupportedValues: null,
    reusablePrefixTokens: null,
    pins: { total: 1, kept: 0 },
  });
}

/** A model call. */
export function call(over: Partial<CallRecord> = {}): CompactedRecord['calls'][number] {
  const record: CallRecord = {
    model: 'm',
    purpose: 'summary',
    promptId: 'summary',
    promptHash: 'h',
    attempt: 1,
    stopReason: 'stop',
    cause: null,
    detail: null,
    promptTokens: 100,
    completionTokens: 20,
    cachedTokens: 0,
    requestBlob: 'r',
    answerBlob: 'a',
    format: 'text',
    temperature: 0,
    seed: 7,
    firstTokenMs: null,
    durationMs: 0,
    ...over,
  };
  const { firstTokenMs: _first, durationMs: _duration, ...rest } = record;
  return rest;
}

/** A probe with a grade: right, wrong, or unscored with a reason. */
export function probe(
  factId: string,
  outcome: 'right' | 'wrong' | 'no-recording' | 'void' | 'no-context',
  over: Partial<ProbeRecord> = {},
): ProbeRecord {
  const right = outcome === 'right';
  return {
    factId,
    kind: 'path',
    carrier: 'user',
    position: 1,
    questionForm: 'question',
    answer: right ? 'right answer' : 'wrong answer',
    abstained: false,
    grade:
      right || outcome === 'wrong'
        ? { status: 'scored', score: right ? 1 : 0, pass: right, grader: 'promptfoo', reason: null }
        : { status: 'unscored', reason: outcome, detail: null },
    stale: null,
    invented: null,
    ...over,
  };
}

/** A reader's grades of one cell. */
export function graded(
  record: CompactedRecord,
  probes: ProbeRecord[],
  reader = 'lexical',
): GradedRecord {
  return {
    type: 'graded',
    gradeKey: `g:${record.compactionKey}|${record.round}|${reader}`,
    compactionKey: record.compactionKey,
    pairKey: `${record.pairKey}|${reader}`,
    round: record.round,
    reader,
    graders: ['promptfoo'],
    judge: null,
    probes,
    measured: { durationMs: 1 },
  };
}

/** A run header that plans the given records (and `plannedCells`), in order. */
export function header(records: readonly RunRecord[], over: Partial<RunStarted> = {}): RunStarted {
  const compacted = records.filter((record) => record.type === 'compacted');
  return {
    type: 'run_started',
    schemaVersion: 1,
    keyVersion: 'k1',
    sourceHash: 'source',
    settings: {},
    versions: { node: '20' },
    datasets: [{ name: 'recorded', version: '1.0.0', hash: 'd'.repeat(64) }],
    prompts: {},
    models: [],
    readers: [{ id: 'lexical', digest: null, promptHash: 'none', canAbstain: true }],
    plannedKeys: [...new Set(compacted.map((record) => record.compactionKey))],
    facts: [],
    agents: ['interactive'],
    seed: 7,
    measured: { startedAt: '2026-11-30T10:00:00Z', host: {}, servers: {} },
    ...over,
  };
}

/** The last line of a run. */
export function finished(over: Partial<RunFinished> = {}): RunFinished {
  return {
    type: 'run_finished',
    cells: 0,
    failed: 0,
    missing: 0,
    measured: { finishedAt: '2026-11-30T10:01:00Z', durationMs: 60_000 },
    ...over,
  };
}

/** A whole log: header, records, last line. */
export function log(records: RunRecord[], over: Partial<RunStarted> = {}): RunRecord[] {
  return [header(records, over), ...records, finished()];
}

/** Colours that add nothing. */
export const PLAIN_COLORS = {
  bold: (text: string) => text,
  dim: (text: string) => text,
  yellow: (text: string) => text,
  red: (text: string) => text,
  green: (text: string) => text,
};
