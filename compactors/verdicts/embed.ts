import type {
  Cause,
  CompactionRequest,
  CompactionResult,
  EmbedResponse,
  Step,
} from '../../harness/index.ts';
import { runDelegate } from '../delegate/ask.ts';
import { createDeadline } from '../delegate/deadline.ts';
import { fallBack } from '../fallback/fall-back.ts';
import { scoringQuery } from './parts.ts';
import { prepareVerdicts } from './prepare.ts';
import { concludeRanked, verdictsOfScores } from './ranked.ts';
import { createTally, reportOf } from './report.ts';
import type { EmbedSettings } from './settings.ts';

/** Scores each unit by the cosine of its vector and that of the current task. One call for all texts. */
export async function compactByEmbedding(
  request: CompactionRequest,
  settings: EmbedSettings,
): Promise<CompactionResult> {
  const prepared = prepareVerdicts(request, settings);
  if (prepared.status !== 'ready') return prepared;
  const client = request.models?.main;
  if (!client?.embed) return { status: 'failed', cause: 'model-unavailable', steps: [] };

  const tally = createTally(prepared.parts);
  tally.asked = prepared.parts.length;
  const texts = [scoringQuery(request), ...prepared.parts.map(({ text }) => text)];
  const { limitMs, limitCause } = createDeadline({
    clock: request.clock,
    attemptMs: request.budgets.attemptMs ?? settings.attemptMs,
    totalMs: request.budgets.totalMs,
  }).next();
  const outcome = await runDelegate({
    clock: request.clock,
    signal: request.signal,
    limitMs,
    limitCause,
    work: async (context) => client.embed?.(texts, context),
  });
  const { durationMs } = outcome;
  if (outcome.status === 'cancelled') return { status: 'cancelled', steps: [] };
  const fail = (cause: Cause, detail: string | null) => {
    const steps: Step[] = [{ rung: 'verdicts', attempts: 1, cause, detail, durationMs }];
    const verdicts = reportOf(tally);
    return fallBack({ request, choice: settings.fallback, cause, steps, verdicts });
  };
  if (outcome.status === 'failed') return fail(outcome.cause, outcome.detail);
  const vectors = vectorsOf(outcome.value, texts.length);
  const task = vectors?.[0];
  if (!vectors || !task) return fail('protocol', `wanted ${texts.length} vectors of one length`);

  for (const [index, { id }] of prepared.parts.entries()) {
    tally.scores.set(id, (1 + cosine(task, vectors[index + 1] ?? [])) / 2);
  }
  const { scores } = tally;
  const { threshold } = settings;
  const verdicts = verdictsOfScores({ request, prepared, scores, threshold });
  for (const [id, verdict] of verdicts) tally.verdicts.set(id, verdict);
  const step: Step = { rung: 'verdicts', attempts: 1, cause: null, detail: null, durationMs };
  return concludeRanked({ request, prepared, tally, step });
}

/** The vectors of an answer, null unless there are `count` of one length with finite numbers. */
function vectorsOf(response: EmbedResponse | undefined, count: number): number[][] | null {
  const vectors: unknown = response?.vectors;
  if (!Array.isArray(vectors) || vectors.length !== count) return null;
  const length = Array.isArray(vectors[0]) ? vectors[0].length : 0;
  const isVector = (vector: unknown): boolean =>
    Array.isArray(vector) && vector.length === length && vector.every(Number.isFinite);
  return length > 0 && vectors.every(isVector) ? (vectors as number[][]) : null;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : Math.max(-1, Math.min(1, dot / Math.sqrt(aa * bb)));
}
