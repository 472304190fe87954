import {
  createRealClock,
  type ModelClient,
  ModelError,
  type PlannedCell,
  type Reader,
} from '../../harness/index.ts';

/** Words of the prompt that times a model: long enough for its reading to be seen. */
const PROMPT_WORDS = 400;

/** Tokens that a compactor's answer and a probe's question and answer are taken to have. */
const TYPICAL = { summary: 400, question: 40, answer: 24 };

/** How fast a model reads and writes, in ms a token. */
interface Pace {
  readMs: number;
  writeMs: number;
}

/**
 * About how many minutes the live models of a plan take, from one short timed answer of each. null where a model does not
 * say when its first token came, or does not answer: a guess would be worth nothing.
 */
export async function estimateMinutes(
  plan: {
    cells: readonly PlannedCell[];
    readersOf(cell: PlannedCell): readonly Reader[];
    readerClients: readonly ModelClient[];
    tokensOf(cell: PlannedCell): number;
  },
  signal: AbortSignal,
): Promise<number | null> {
  const paces = new Map<string, Pace | null>();
  const paceOf = async (client: ModelClient): Promise<Pace | null> => {
    const known = paces.get(client.info.id);
    if (known !== undefined) return known;
    const pace = await timeModel(client, signal);
    paces.set(client.info.id, pace);
    return pace;
  };
  let totalMs = 0;
  for (const cell of plan.cells) {
    const { main } = cell.models;
    if (main !== null) {
      const pace = await paceOf(main);
      if (pace === null) return null;
      totalMs += plan.tokensOf(cell) * pace.readMs + TYPICAL.summary * pace.writeMs;
    }
    for (const { id } of plan.readersOf(cell)) {
      const client = plan.readerClients.find(({ info }) => info.id === id);
      const pace = client && (await paceOf(client));
      if (pace === null) return null;
      if (pace === undefined) continue;
      const probeMs = TYPICAL.question * pace.readMs + TYPICAL.answer * pace.writeMs;
      totalMs += cell.budget.targetTokens * pace.readMs + cell.transcript.facts.length * probeMs;
    }
  }
  return Math.max(1, Math.round(totalMs / 60_000));
}

/** One timed answer, after one that loads the model. */
async function timeModel(client: ModelClient, signal: AbortSignal): Promise<Pace | null> {
  try {
    await ask(client, 'Say yes.', signal);
    const words = Array.from({ length: PROMPT_WORDS }, (_, index) => `item ${index}`).join(', ');
    const { usage, timing } = await ask(client, `Count on, from here: ${words}`, signal);
    const { promptTokens, completionTokens } = usage;
    const { firstTokenMs, totalMs } = timing;
    if (firstTokenMs === null || !promptTokens || !completionTokens) return null;
    const writeMs = (totalMs - firstTokenMs) / completionTokens;
    return { readMs: firstTokenMs / promptTokens, writeMs };
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}

function ask(client: ModelClient, content: string, signal: AbortSignal) {
  return client.generate({
    messages: [{ role: 'user', content }],
    format: { type: 'text' },
    maxOutputTokens: 16,
    temperature: 0,
    seed: 1,
    purpose: { kind: 'probe', promptId: 'estimate', promptHash: 'estimate', task: 'estimate' },
    clock: createRealClock(),
    signal,
  });
}
