import type { GenerateRequest } from '../../types/model.ts';
import type { Recording, RecordingSet } from './types.ts';

const REMEDY = 'record it with `npm run record-answers`';

/** Why a set has no recording for a request, most telling reason first, ending with the remedy. */
export function explainMissing(
  modelName: string,
  set: RecordingSet,
  request: GenerateRequest,
): string {
  const { kind, promptId, promptHash, task } = request.purpose;
  const sameTask = [...set.recordings.values()].filter(
    ({ purpose }) => purpose.kind === kind && purpose.task === task,
  );
  const samePrompt = sameTask.filter(({ purpose }) => purpose.promptId === promptId);
  const what = `no recorded answer of ${modelName} to ${kind} of ${task}`;
  if (samePrompt.length === 0) {
    return `${what}: prompt ${promptId} was never recorded for it; ${REMEDY}`;
  }
  const sameHash = samePrompt.filter(({ purpose }) => purpose.promptHash === promptHash);
  if (sameHash.length === 0) {
    const hashes = [...new Set(samePrompt.map(({ purpose }) => purpose.promptHash.slice(0, 12)))];
    return `${what}: prompt ${promptId} changed (recorded ${hashes.join(', ')}, now ${promptHash.slice(0, 12)}); ${REMEDY}`;
  }
  return `${what}: ${describeDifference(sameHash, request)}; ${REMEDY}`;
}

/** What sets a request apart from those that were recorded with the same prompt for the same task. */
function describeDifference(recorded: readonly Recording[], request: GenerateRequest): string {
  const sampled = recorded.filter(
    ({ request: known }) =>
      known.temperature === request.temperature &&
      (request.temperature === 0 || known.seed === request.seed),
  );
  if (sampled.length === 0) {
    return `no trial was recorded with temperature ${request.temperature} and seed ${request.seed}`;
  }
  if (sampled.every(({ request: known }) => known.maxOutputTokens !== request.maxOutputTokens)) {
    const caps = [...new Set(sampled.map(({ request: known }) => known.maxOutputTokens))];
    return `it was recorded with an output cap of ${caps.join(', ')} tokens, not ${request.maxOutputTokens}`;
  }
  return 'the text that it asks about, or its answer format, is not what was recorded';
}
