import { quantileSorted } from 'simple-statistics';
import { Bench } from 'tinybench';
import type { CompactorSource } from '../plan.ts';
import type { Clock } from '../types/clock.ts';
import type { Compactor } from '../types/compactor.ts';
import type { TokenCounter } from '../types/counter.ts';
import type { TimedRecord } from '../types/record.ts';
import type { Transcript } from '../types/transcript.ts';

/** Size classes of transcripts, by tokens of the primary counter: up to this many, smallest first. */
export const SIZE_CLASSES: readonly { name: string; maxTokens: number }[] = [
  { name: 'small', maxTokens: 5_000 },
  { name: 'medium', maxTokens: 20_000 },
  { name: 'large', maxTokens: Number.POSITIVE_INFINITY },
];

/** Repetitions that are timed, and those before them that are not. Fixed, so that every compactor is measured alike. */
const ITERATIONS = 10;
const WARMUP_ITERATIONS = 2;

/** What is timed, and on what. */
export interface TimingOptions {
  /** Those that need a model are left out: their latency is the model's, and stands in their cells. */
  compactors: readonly CompactorSource[];
  transcripts: readonly Transcript[];
  counter: TokenCounter;
  /** The target, as a share of the transcript's tokens, in (0, 1]. */
  budgetRatio: number;
  seed: number;
  /** The real clock, handed on to the compactors. */
  clock: Clock;
  signal: AbortSignal;
  /** Records of an earlier part of the run; what they hold is not timed again. */
  done?: readonly TimedRecord[];
}

/**
 * Times model-free compactors with tinybench, apart from the cells: a few fixed iterations for each compactor and size class, on the
 * largest transcript of that class. One that throws or fails has no record. Stops early, without an error, when the signal aborts.
 */
export async function timeCompactors(options: TimingOptions): Promise<TimedRecord[]> {
  const records: TimedRecord[] = [];
  for (const { sizeClass, transcript } of representatives(options)) {
    for (const source of options.compactors) {
      if (source.needsModel) continue;
      if (options.signal.aborted) return records;
      const compactor = source.create(source.role === 'oracle' ? transcript.facts : null);
      const isDone = options.done?.some(
        (record) =>
          record.compactor === compactor.name &&
          record.sizeClass === sizeClass &&
          record.transcript === transcript.id,
      );
      if (isDone) continue;
      const samplesMs = await timeOne(compactor, transcript, options);
      if (samplesMs.length === 0) continue;
      records.push(createRecord(compactor, { sizeClass, transcript: transcript.id, samplesMs }));
    }
  }
  return records;
}

interface Representative {
  sizeClass: string;
  transcript: Transcript;
}

/** The largest transcript of each class that has one; of equal ones the first by id. */
function representatives({ transcripts, counter }: TimingOptions): Representative[] {
  const sized = transcripts
    .map((transcript) => ({ transcript, tokens: counter.count(transcript.messages) }))
    .sort((a, b) => b.tokens - a.tokens || (a.transcript.id < b.transcript.id ? -1 : 1));
  let above = -1;
  return SIZE_CLASSES.flatMap(({ name, maxTokens }) => {
    const floor = above;
    above = maxTokens;
    const first = sized.find(({ tokens }) => tokens > floor && tokens <= maxTokens);
    return first === undefined ? [] : [{ sizeClass: name, transcript: first.transcript }];
  });
}

async function timeOne(
  compactor: Compactor,
  transcript: Transcript,
  options: TimingOptions,
): Promise<number[]> {
  const { counter, clock, signal, seed, budgetRatio } = options;
  const windowTokens = counter.count(transcript.messages);
  const bench = new Bench({
    iterations: ITERATIONS,
    time: 0,
    warmupIterations: WARMUP_ITERATIONS,
    warmupTime: 0,
    retainSamples: true,
    // A signal of its own: tinybench never takes its listeners off again.
    signal: AbortSignal.any([signal]),
  });
  bench.add(compactor.name, async () => {
    const result = await compactor.compact({
      messages: transcript.messages,
      tools: transcript.tools,
      targetTokens: Math.floor(windowTokens * budgetRatio),
      windowTokens,
      force: true,
      counter,
      models: null,
      budgets: { attemptMs: null, totalMs: null },
      usage: transcript.usage,
      pins: transcript.pins,
      clock,
      seed,
      temperature: 0,
      signal,
      task: `${transcript.id}#1`,
      mode: 'one-shot',
    });
    if (result.status === 'failed') throw new Error(`failed: ${result.cause}`);
  });
  await bench.run();
  const result = bench.tasks[0]?.result;
  if (result?.state !== 'completed') return [];
  return [...(result.latency.samples ?? [])];
}

function createRecord(
  compactor: Compactor,
  {
    sizeClass,
    transcript,
    samplesMs,
  }: { sizeClass: string; transcript: string; samplesMs: number[] },
): TimedRecord {
  const sorted = [...samplesMs].sort((a, b) => a - b);
  return {
    type: 'timed',
    compactor: compactor.name,
    params: compactor.params,
    sizeClass,
    transcript,
    measured: {
      samplesMs,
      // Linear between neighbours (type 7), since ten samples have no 95th percentile of their own.
      p50Ms: quantileSorted(sorted, 0.5),
      p95Ms: quantileSorted(sorted, 0.95),
    },
  };
}
