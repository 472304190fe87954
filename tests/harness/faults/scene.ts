import { createCounter } from '../../../harness/counters/index.ts';
import { createScriptedModel, type ScriptedModel } from '../../../harness/models/scripted.ts';
import type { Clock } from '../../../harness/types/clock.ts';
import type { CompactionRequest } from '../../../harness/types/compactor.ts';
import type { Message } from '../../../harness/types/message.ts';
import type { GenerateRequest, ModelClient } from '../../../harness/types/model.ts';

/** Marks the parts of which the scripted model says that they may go. */
const OBSOLETE = 'obsolete';

const log = (topic: string): string =>
  Array.from(
    { length: 30 },
    (_, line) => `${topic} line ${line}: value ${(line * 37) % 101} at step ${line * 3}`,
  ).join('\n');

const turn = (id: string, question: string, reply: string): Message[] => [
  { id: `${id}-user`, role: 'user', content: [{ type: 'text', text: question }] },
  { id: `${id}-reply`, role: 'assistant', content: [{ type: 'text', text: reply }] },
];

/** A system message, two older turns of two parts each, and the newest turn. */
export const SCENE: readonly Message[] = [
  { id: 'system', role: 'system', content: [{ type: 'text', text: 'You mend programs.' }] },
  ...turn(
    'first',
    `An ${OBSOLETE} matter: what does this log say?\n${log('build')}`,
    `${OBSOLETE}: it says that all is well.\n${log('notes')}`,
  ),
  ...turn(
    'second',
    `The retry limit is 7. Keep it.\n${log('retry')}`,
    `Noted: the retry limit stays 7.\n${log('limit')}`,
  ),
  ...turn('newest', 'Now mend the parser.', 'I shall read parser.ts first.'),
];

/** A model that shortens, judges and embeds as it should; the faults come from outside. */
export function createGoodModel(): ScriptedModel {
  return createScriptedModel({
    id: 'good',
    parameters: 2e9,
    answer: answerWell,
    embed: (text) => [text.includes(OBSOLETE) ? 0 : 1, 1, text.length % 7],
  });
}

function answerWell({ purpose, messages }: GenerateRequest) {
  const asked = messages.at(-1)?.content ?? '';
  if (purpose.kind === 'summary') {
    return {
      text: 'The retry limit is 7 and stays 7. The parser is to be mended next.',
      durationMs: 900,
    };
  }
  if (purpose.promptId === 'verdict-one') {
    return { text: asked.includes(OBSOLETE) ? 'drop' : 'keep', durationMs: 100 };
  }
  const parts = [...asked.matchAll(/^\[(\w+)\] ([\s\S]*?)(?=^\[\w+\] |^Give each id)/gm)];
  const verdicts = parts.map(([, id, text]) => [id, text?.includes(OBSOLETE) ? 'drop' : 'keep']);
  return { text: JSON.stringify(Object.fromEntries(verdicts)), durationMs: 700 };
}

/** A forced one-shot compaction of the scene to a fifth of its size. */
export function sceneRequest(main: ModelClient, clock: Clock): CompactionRequest {
  const counter = createCounter('o200k_base');
  const windowTokens = counter.count(SCENE);
  return {
    messages: SCENE,
    tools: [],
    targetTokens: Math.floor(windowTokens / 5),
    windowTokens,
    force: true,
    counter,
    models: { main },
    budgets: { attemptMs: null, totalMs: null },
    usage: null,
    pins: [],
    clock,
    seed: 1,
    temperature: 0,
    signal: new AbortController().signal,
    task: 'scene/1',
    mode: 'one-shot',
  };
}
