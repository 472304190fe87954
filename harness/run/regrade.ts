import { join } from 'node:path';
import pLimit from 'p-limit';
import { createBlob, openBlobs } from '../blobs.ts';
import { wallTimeIso } from '../clock/index.ts';
import { BenchError } from '../errors.ts';
import { canonicalJson } from '../hash.ts';
import { mergeHeaders, type RunLog, readRunLog } from '../log/index.ts';
import { survival } from '../measures/index.ts';
import type { Clock } from '../types/clock.ts';
import type { Message } from '../types/message.ts';
import type { CompactedRecord, RunRecord, RunStarted } from '../types/record.ts';
import type { Transcript } from '../types/transcript.ts';
import { loadContext } from './contexts.ts';
import { type GradeSubject, type Grading, gradeContext, gradeKeyOf } from './grade-context.ts';
import { factInfos } from './plan-header.ts';
import { playedFacts } from './played.ts';
import { doneWork } from './resume.ts';
import type { RunOutcome } from './run-plan.ts';

/** What a regrading needs: an old run, a new folder, and who reads and grades now. */
export interface RegradeOptions {
  /** Folder of the run whose contexts are graded. */
  from: string;
  /** Log of the new folder; what it holds already is not done again. */
  log: RunLog;
  /** The header of this program and these readers; cells, models and settings come from the old run. */
  header: Omit<RunStarted, 'type' | 'plannedKeys'>;
  /** Transcripts with the facts to ask for now. Records of other transcripts are left out. */
  transcripts: readonly Transcript[];
  grading: Grading;
  clock: Clock;
  createClock(): Clock;
  signal: AbortSignal;
  /** Contexts at a time, from 1. */
  concurrency: number;
  onGraded?(done: number, total: number): void;
}

/**
 * Grades the contexts of an old run again, with other readers, graders, wordings or facts, and calls no compactor: compactions are copied
 * with their contexts, survival is searched again for today's facts, probes are asked anew. An oracle's context stays the one for the
 * facts of its own time. Throws E_RECORD where a transcript is not the one that was compacted, or a blob is missing.
 */
export async function regradeRun(options: RegradeOptions): Promise<RunOutcome> {
  const { log, clock } = options;
  const startMs = clock.now();
  const former = await readRunLog(options.from);
  const formerHeader = mergeHeaders(former.filter((record) => record.type === 'run_started'));
  if (formerHeader === null) throw noHeader(options.from);
  const transcripts = new Map(options.transcripts.map((transcript) => [transcript.id, transcript]));
  const compactions = former.filter(
    (record) => record.type === 'compacted' && transcripts.has(record.transcript),
  ) as CompactedRecord[];
  await log.append(regradeHeader(formerHeader, options), ...newTimings(former, log));
  const worker = createWorker(options, formerHeader, transcripts);
  const limit = pLimit(options.concurrency);
  await Promise.all(
    compactions.map((record) => limit(() => worker.work(record, compactions.length))),
  );
  const done = worker.done();
  const missing = compactions.length - done;
  await log.append({
    type: 'run_finished',
    cells: done,
    failed: worker.failed(),
    missing,
    measured: { finishedAt: wallTimeIso(), durationMs: clock.now() - startMs },
  });
  return {
    planned: compactions.length,
    done,
    failed: worker.failed(),
    missing,
    stopped: missing > 0 && options.signal.aborted ? 'aborted' : 'finished',
  };
}

function createWorker(
  options: RegradeOptions,
  formerHeader: RunStarted,
  transcripts: ReadonlyMap<string, Transcript>,
) {
  const { log, grading, signal } = options;
  const formerBlobs = openBlobs(join(options.from, 'blobs'));
  const known = doneWork(log);
  const names = new Map(formerHeader.models.map(({ id, name }) => [id, name]));
  const counts = { done: 0, failed: 0 };

  const copy = async (record: CompactedRecord, messages: readonly Message[] | null) => {
    const rounds = known.compactions.get(record.compactionKey) ?? [];
    if (rounds.some(({ round }) => round === record.round)) return;
    const transcript = transcripts.get(record.transcript);
    if (transcript === undefined) return;
    for (const id of blobIds(record)) {
      await log.blobs.write(createBlob(await formerBlobs.read(id)));
    }
    const facts = playedFacts(transcript, record.played);
    await log.append({ ...record, survival: messages === null ? [] : survival(messages, facts) });
  };

  return {
    done: () => counts.done,
    failed: () => counts.failed,
    async work(record: CompactedRecord, total: number): Promise<void> {
      const transcript = transcripts.get(record.transcript);
      if (transcript === undefined || signal.aborted) return;
      const messages =
        record.contextBlob === null ? null : await loadContext(formerBlobs, record.contextBlob);
      if (messages !== null) checkOrigin(record, messages, transcript);
      await copy(record, messages);
      const subject = subjectOf(record, transcript, names);
      const facts = playedFacts(transcript, record.played);
      const { round } = record;
      for (const reader of grading.readers) {
        if (known.gradeKeys.has(gradeKeyOf({ subject, round, facts, reader, grading }))) continue;
        const clock = options.createClock();
        const input = { subject, round, messages, facts, reader, grading, clock, signal };
        const graded = await gradeContext(input);
        if (signal.aborted) return;
        await log.append(graded);
      }
      counts.done += 1;
      if (record.status === 'failed') counts.failed += 1;
      options.onGraded?.(counts.done, total);
    },
  };
}

function subjectOf(
  record: CompactedRecord,
  transcript: Transcript,
  names: ReadonlyMap<string, string>,
): GradeSubject {
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? id));
  return {
    compactionKey: record.compactionKey,
    pair: {
      transcript: record.transcript,
      compactor: record.compactor,
      model: nameOf(record.model),
      smallModel: nameOf(record.smallModel),
      budgetRatio: record.budgetRatio,
      targetTokens: record.targetTokens,
      mode: record.mode,
      fault: record.fault,
      trial: record.trial,
    },
    transcript,
    mode: record.mode,
    seed: record.seed,
  };
}

/** A context's kept messages must be the transcript's: facts may have changed since, messages not. */
function checkOrigin(
  record: CompactedRecord,
  messages: readonly Message[],
  transcript: Transcript,
): void {
  const contents = new Map(
    transcript.messages.map(({ id, content }) => [id, canonicalJson(content)]),
  );
  const strange = messages.find((message, index) => {
    if (record.origins?.[index]?.type !== 'kept' || message.created !== undefined) return false;
    return contents.get(message.id) !== canonicalJson(message.content);
  });
  // From the second round of a replay on, a kept message may be one that an earlier round made.
  if (strange === undefined || record.round > 1) return;
  throw new BenchError({
    code: 'E_RECORD',
    message: `message "${strange.id}" of the context is not the one of transcript "${transcript.id}".`,
    place: `compaction ${record.compactionKey}`,
    remedy: 'Regrade with the data set that the run was made with, or run the cells again.',
  });
}

function blobIds(record: CompactedRecord): string[] {
  const calls = record.calls.flatMap(({ requestBlob, answerBlob }) => [requestBlob, answerBlob]);
  return [record.contextBlob, ...calls].filter((id) => id !== null);
}

/** Settings, models and cells of the old run; sources, readers and facts of today. */
function regradeHeader(former: RunStarted, { header, transcripts }: RegradeOptions): RunStarted {
  return {
    ...former,
    sourceHash: header.sourceHash,
    versions: header.versions,
    datasets: header.datasets,
    readers: header.readers,
    facts: transcripts.flatMap(factInfos),
    settings: { ...former.settings, regradedFrom: former.sourceHash },
    measured: header.measured,
  };
}

function newTimings(former: readonly RunRecord[], log: RunLog): RunRecord[] {
  if (log.records.some((record) => record.type === 'timed')) return [];
  return former.filter((record) => record.type === 'timed');
}

function noHeader(place: string): BenchError {
  return new BenchError({
    code: 'E_RECORD',
    message: 'the run log has no header.',
    place,
    remedy: 'Name a folder that a run has written.',
  });
}
