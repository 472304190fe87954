import { describe, expect, it } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createCounter, createScriptedModel } from '../../../harness/index.ts';
import { fromGolden, loadGolden } from '../../support/golden.ts';
import { contextOf, createRequest } from '../../support/request.ts';

const cases = loadGolden().cases.filter(({ name }) => name.startsWith('su-'));

describe('golden cases', () => {
  it('are all there', () => {
    expect(cases.length).toBe(8);
  });

  it.each(cases)('$name', async (one) => {
    const replies = one.config.summarizer_replies as string[];
    const model = createScriptedModel({
      id: 'golden',
      answer: (_, index) => {
        const reply = replies[index] ?? '';
        if (reply.startsWith('!')) throw new Error(reply.slice(1));
        return reply;
      },
    });
    const compactor = createCompactor({
      name: 'summary-rolling',
      params: {
        minKeepSteps: one.config.min_keep_steps ?? 1,
        summaryTokens: one.config.approximate_summary_tokens ?? 1024,
      },
    });
    const input = fromGolden(one.input);
    const result = await compactor.compact(
      createRequest(input, { targetTokens: one.target_tokens, models: { main: model } }),
    );
    expect(model.calls.length).toBe(one.summarizer_calls);
    if (one.output === null) {
      expect(result).toMatchObject({ status: 'fallback', step: 'unchanged' });
      expect(contextOf(result)?.messages).toEqual(input);
      return;
    }
    const context = contextOf(result);
    const indexOf = new Map(input.map((message, index) => [message, index]));
    expect(context?.messages.map((message) => indexOf.get(message) ?? null)).toEqual(
      one.kept_input_indices,
    );
    expect(context?.messages.map(({ role, content, meta }) => ({ role, content, meta }))).toEqual(
      fromGolden(one.output).map(({ role, content, meta }) => ({ role, content, meta })),
    );
    expect(createCounter('approximate').count(context?.messages ?? [])).toBe(one.output_tokens);
  });
});
