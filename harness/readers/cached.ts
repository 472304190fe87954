import { hashJson } from '../hash.ts';
import type { Reader, ReaderAnswer } from '../types/grade.ts';

/**
 * A reader that reads the same context for the same questions once: ceilings and skipped compactions share theirs over all budgets.
 * Reading is deterministic (temperature 0), so this changes no answer. What a model failed to answer is asked again.
 */
export function withAnswerCache(reader: Reader): Reader {
  const known = new Map<string, Promise<ReaderAnswer[]>>();
  const { next, close } = reader;
  return {
    id: reader.id,
    digest: reader.digest,
    promptHash: reader.promptHash,
    canAbstain: reader.canAbstain,
    read(request) {
      const { messages, tools, questions, task } = request;
      const key = hashJson([messages, tools, questions, task]);
      const cached = known.get(key);
      if (cached !== undefined) return cached;
      const reading = reader.read(request);
      known.set(key, reading);
      const forget = (): void => {
        known.delete(key);
      };
      reading.then((answers) => {
        if (answers.some(isFailure)) forget();
      }, forget);
      return reading;
    },
    ...(next ? { next: (request) => next.call(reader, request) } : {}),
    ...(close ? { close: () => close.call(reader) } : {}),
  };
}

function isFailure(answer: ReaderAnswer): boolean {
  return answer.status === 'unscored' && answer.reason === 'model-error';
}
