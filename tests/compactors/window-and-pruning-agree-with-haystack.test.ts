import { describe, expect, it } from 'vitest';
import { createCompactor } from '../../compactors/index.ts';
import {
  createCounter,
  type JsonObject,
  type Message,
  parseOpenAiChat,
} from '../../harness/index.ts';
import { fromGolden, type GoldenMessage, loadFuzzGolden, loadGolden } from '../support/golden.ts';
import { contextOf, createRequest, keptIndices } from '../support/request.ts';
import { unitCounter } from '../support/unit-counter.ts';

const golden = loadGolden();
const fuzz = loadFuzzGolden();

function windowParams(config: JsonObject): JsonObject {
  const note = config.omission_note;
  return {
    minKeepSteps: config.min_keep_steps ?? 1,
    omissionNote: typeof note === 'string' ? note.replaceAll('{num_removed}', '{removed}') : null,
  };
}

function pruningParams(config: JsonObject): JsonObject {
  return {
    minKeepSteps: config.min_keep_steps ?? 1,
    minTokens: config.min_tokens ?? 200,
    placeholder: String(config.placeholder).replaceAll('{tool_name}', '{tool}'),
    skipMetaKeys: config.skip_meta_keys ?? ['tool_result_offloaded'],
  };
}

interface Expected {
  output_tokens: number | null;
  input_tokens: number;
  kept_input_indices?: (number | null)[] | null;
  created: GoldenMessage[];
}

async function run(
  spec: { name: string; params: JsonObject },
  input: Message[],
  options: { targetTokens: number; counter: string },
) {
  const counter = options.counter === 'unit' ? unitCounter : createCounter(options.counter);
  const result = await createCompactor(spec).compact(
    createRequest(input, { targetTokens: options.targetTokens, counter }),
  );
  return { result, context: contextOf(result), counter };
}

/** What must agree: declined or not, which messages are kept, the created ones word for word, the tokens. */
async function checkAgreement(
  spec: { name: string; params: JsonObject },
  input: GoldenMessage[],
  expected: Expected & { target_tokens: number; counter: string },
  read: (input: GoldenMessage[]) => Message[],
): Promise<void> {
  const messages = read(input);
  const { result, context, counter } = await run(spec, messages, {
    targetTokens: expected.target_tokens,
    counter: expected.counter,
  });
  const grew = expected.output_tokens !== null && expected.output_tokens >= expected.input_tokens;
  if (expected.output_tokens === null || grew) {
    expect(result.status).toBe('skipped');
    return;
  }
  expect(result.status).toBe('compacted');
  if (!context) throw new Error('no context');
  expect(keptIndices(messages, context)).toEqual(expected.kept_input_indices);
  expect(counter.count(context.messages)).toBe(expected.output_tokens);
  const created = context.messages.filter((_, index) => context.origins[index]?.type !== 'kept');
  expect(created.map(({ role, content, meta }) => ({ role, content, meta }))).toEqual(
    fromGolden(expected.created).map(({ role, content, meta }) => ({ role, content, meta })),
  );
}

/** The golden list as OpenAI chat messages, read as the commands read a file of them. */
function throughOpenAiChat(input: GoldenMessage[]): Message[] {
  const chat = input.map((message) => {
    const meta = message.meta ? { meta: message.meta } : {};
    const [result] = message.toolResults ?? [];
    if (result) {
      const { toolCallId, toolName, error } = result;
      const flag = error ? { is_error: true } : {};
      return {
        role: 'tool',
        tool_call_id: toolCallId,
        name: toolName,
        content: result.result,
        ...flag,
        ...meta,
      };
    }
    const calls = (message.toolCalls ?? []).map(({ id, name, arguments: args }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }));
    return {
      role: message.role,
      content: message.text ?? null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...meta,
    };
  });
  return parseOpenAiChat(JSON.parse(JSON.stringify(chat)), 'golden').messages;
}

const WAYS: [string, (input: GoldenMessage[]) => Message[]][] = [
  ['as messages of ours', fromGolden],
  ['through OpenAI chat messages', throughOpenAiChat],
];

describe.each(WAYS)('hand-made cases %s', (_, read) => {
  const cases = golden.cases.filter(({ name }) => /^(sw|tp)-/.test(name));

  it('are all there', () => {
    expect(cases.length).toBe(45);
  });

  it.each(cases)('$name', async (one) => {
    const isWindow = one.name.startsWith('sw-');
    const spec = isWindow
      ? { name: 'sliding-window', params: windowParams(one.config) }
      : { name: 'tool-result-pruning', params: pruningParams(one.config) };
    const created = (one.output ?? []).filter((_, i) => one.kept_input_indices?.[i] === null);
    await checkAgreement(spec, one.input, { ...one, created }, read);
  });
});

describe.each(WAYS)('random cases %s', (_, read) => {
  it.each(fuzz.cases)('case $i ($compactor)', async (one) => {
    const note = one.config.omission_note === 'default' ? fuzz.omission_note : null;
    const spec =
      one.compactor === 'sw'
        ? {
            name: 'sliding-window',
            params: windowParams({ ...one.config, omission_note: note }),
          }
        : {
            name: 'tool-result-pruning',
            params: pruningParams({ ...one.config, placeholder: fuzz.placeholder }),
          };
    const expected = { ...one, created: one.created ?? [], counter: 'approximate' };
    await checkAgreement(spec, one.input, expected, read);
  });
});
