import { createCompactor } from '../../compactors/index.ts';
import type { Floor } from '../../datasets/index.ts';
import { createLexicalReader, createVirtualClock, type TokenCounter } from '../../harness/index.ts';

/** Answers questions as the lexical reader does from what `drop-all` leaves of a transcript. */
export function createFloor(counter: TokenCounter): Floor {
  const compactor = createCompactor({ name: 'drop-all' });
  const reader = createLexicalReader();
  return async (transcript, questions) => {
    const { messages, tools, usage, pins, id: task } = transcript;
    const windowTokens = counter.count(messages, tools);
    const common = {
      clock: createVirtualClock(),
      seed: 1,
      signal: new AbortController().signal,
      task,
    };
    const result = await compactor.compact({
      ...common,
      messages,
      tools,
      usage,
      pins,
      counter,
      targetTokens: 1,
      windowTokens,
      force: true,
      models: null,
      budgets: { attemptMs: null, totalMs: null },
      temperature: 0,
    });
    const left = 'messages' in result ? result.messages : messages;
    return reader.read({ ...common, messages: left, tools, questions });
  };
}
