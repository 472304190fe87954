import { messageTexts, type Problem } from '../../harness/index.ts';
import { datasetProblem, quoteForPeople } from '../load/problem.ts';
import type { CheckContext } from './context.ts';

/** A recorded or synthetic transcript pairs every tool call with one later result, has no lone surrogate, and its pins stand in it. Imported ones keep the flaws of their source. */
export function checkWellFormed(context: CheckContext): Problem[] {
  if (context.transcript.source.kind === 'imported') return [];
  return [...checkPairs(context), ...checkTexts(context), ...checkPins(context)];
}

function checkPairs({ transcript, place }: CheckContext): Problem[] {
  const open = new Map<string, string>();
  const closed = new Set<string>();
  const problems: Problem[] = [];
  const report = (id: string, message: string): void => {
    problems.push(
      datasetProblem(`${place} ${id}`, message, 'Record the call and its result, one each.'),
    );
  };
  for (const message of transcript.messages) {
    for (const block of message.content) {
      if (block.type === 'tool_call') {
        if (open.has(block.callId) || closed.has(block.callId)) {
          report(message.id, `the call id ${quoteForPeople(block.callId)} is there twice.`);
        }
        open.set(block.callId, message.id);
      } else if (block.type === 'tool_result') {
        if (!open.delete(block.callId)) {
          const again = closed.has(block.callId) ? 'a second result of' : 'no earlier call is';
          report(message.id, `${again} ${quoteForPeople(block.callId)}.`);
        }
        closed.add(block.callId);
      }
    }
  }
  for (const [callId, id] of open) report(id, `the call ${quoteForPeople(callId)} has no result.`);
  return problems;
}

function checkTexts({ transcript, place }: CheckContext): Problem[] {
  return transcript.messages
    .filter((message) => messageTexts(message).some((text) => /\p{Cs}/u.test(text)))
    .map(({ id }) =>
      datasetProblem(
        `${place} ${id}`,
        'it holds half of a surrogate pair.',
        'Cut texts between characters, never inside one.',
      ),
    );
}

function checkPins({ transcript, place }: CheckContext): Problem[] {
  const texts = transcript.messages.flatMap(messageTexts);
  return transcript.pins
    .filter((pin) => !texts.some((text) => text.includes(pin)))
    .map((pin) =>
      datasetProblem(
        `${place} pins`,
        `the pinned line ${quoteForPeople(pin)} stands nowhere in the transcript.`,
        'Pin a line as the transcript has it, character for character.',
      ),
    );
}
