import { describe, expect, it } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { CompactionHook, createCounter, type ToolSchema } from '../../../harness/index.ts';
import { fromGolden, loadGolden } from '../../support/golden.ts';
import { createRequest } from '../../support/request.ts';

const golden = loadGolden();
const counter = createCounter('approximate');
const tools = golden.counter_cases.find(({ name }) => name === 'tools')?.tools ?? [];

describe.each(golden.hook_cases)('$name', (one) => {
  const hook = new CompactionHook({
    compactors: [
      createCompactor({
        name: 'sliding-window',
        params: { omissionNote: '[{removed} older messages left out here]' },
      }),
    ],
    counter,
    contextWindow: one.window,
    compactAt: one.compact_at,
    compactTo: one.compact_to,
  });
  const messages = fromGolden(one.input);
  const state = {
    messages,
    tools: one.tools_json_chars > 0 ? (tools as ToolSchema[]) : [],
    contextTokens: one.context_tokens_before,
  };

  it('triggers, and aims, as the library does', () => {
    const decision = hook.decide(state);
    expect(decision.messageTokens).toBe(one.message_tokens);
    expect(decision.triggered).toBe(one.triggered);
    if (!one.triggered) return;
    expect(decision.targetTokens).toBe(one.target_tokens);
    expect(decision.overheadTokens).toBe(one.overhead);
    expect(decision.warning).toBe((one.overhead ?? 0) < 0 ? 'counter-above-usage' : null);
  });

  it('hands on the same conversation, and the same figure for the next call', async () => {
    const run = await hook.beforeModelCall(state, createRequest(messages));
    const positions = run.messages.map((message) => messages.indexOf(message));
    expect(positions.map((index) => (index === -1 ? null : index))).toEqual(one.kept_input_indices);
    expect(run.messages.map(({ content }) => content)).toEqual(
      fromGolden(one.output).map(({ content }) => content),
    );
    expect(run.contextTokens).toBe(one.context_tokens_after);
    expect(run.result === null).toBe(!one.triggered);
  });
});
