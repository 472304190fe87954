import { createCompactor, createSizer, partitionMessages } from '../../compactors/index.ts';
import {
  type CompactionRequest,
  createCounter,
  createRealClock,
  groupUnits,
  type Message,
} from '../../harness/index.ts';
import { createLongConversation } from './messages.ts';

/** Most that ten times the messages may cost. */
export const MAX_RATIO = 12;
const SMALL = 10_000;
const LARGE = 100_000;
const ROUNDS = 7;

/** Cost of one piece of work on few and on many messages: medians in ms. */
export interface ScalingRow {
  name: string;
  smallMs: number;
  largeMs: number;
  ratio: number;
}

type Work = (messages: Message[]) => Promise<void>;

const WORK: [string, Work][] = [
  ['sliding-window', (messages) => compact('sliding-window', messages)],
  ['tool-result-pruning', (messages) => compact('tool-result-pruning', messages)],
  ['cut-point search', searchCut],
];

/** Times each planner on new messages each round, so that nothing is counted beforehand. */
export async function measureScaling(): Promise<ScalingRow[]> {
  const rows: ScalingRow[] = [];
  for (const [name, work] of WORK) {
    await medianMs(work, SMALL);
    const smallMs = await medianMs(work, SMALL);
    const largeMs = await medianMs(work, LARGE);
    rows.push({ name, smallMs, largeMs, ratio: largeMs / smallMs });
  }
  return rows;
}

/** The rows as lines for people. */
export function renderScaling(rows: readonly ScalingRow[]): string {
  const lines = rows.map(({ name, smallMs, largeMs, ratio }) => {
    const times = `${smallMs.toFixed(1)} ms for ${SMALL}, ${largeMs.toFixed(1)} ms for ${LARGE}`;
    const verdict = ratio <= MAX_RATIO ? 'ok' : `above ${MAX_RATIO}`;
    return `${name.padEnd(20)} ${times} messages: ratio ${ratio.toFixed(1)} (${verdict})`;
  });
  return lines.join('\n');
}

async function medianMs(work: Work, count: number): Promise<number> {
  const clock = createRealClock();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const messages = createLongConversation(count);
    const startMs = clock.now();
    await work(messages);
    times.push(clock.now() - startMs);
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(ROUNDS / 2)] ?? 0;
}

async function compact(name: string, messages: Message[]): Promise<void> {
  const result = await createCompactor({ name }).compact(requestOn(messages));
  if (result.status !== 'compacted') throw new Error(`${name} ended as ${result.status}`);
}

async function searchCut(messages: Message[]): Promise<void> {
  const sizer = createSizer(createCounter('approximate'), messages);
  const keepTokens = 60 * messages.length;
  const cut = partitionMessages({ messages, units: groupUnits(messages), sizer, keepTokens });
  if (cut.older.length === 0 || cut.floorIndices.length < messages.length / 10) {
    throw new Error('the cut does not fall in the middle');
  }
}

/** Down to 60 tokens a message, with about 150 there. */
function requestOn(messages: Message[]): CompactionRequest {
  return {
    messages,
    tools: [],
    targetTokens: 60 * messages.length,
    windowTokens: 200 * messages.length,
    force: true,
    counter: createCounter('approximate'),
    models: null,
    budgets: { attemptMs: null, totalMs: null },
    usage: null,
    pins: [],
    clock: createRealClock(),
    seed: 1,
    temperature: 0,
    signal: new AbortController().signal,
    task: 'scaling',
  };
}
