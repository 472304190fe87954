import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRealClock } from '../../../harness/clock/real.ts';
import { createGgufModel } from '../../../harness/models/gguf/client.ts';
import { projectRoot } from '../../../harness/project.ts';
import type { GenerateRequest, ModelClient } from '../../../harness/types/model.ts';
import { abortAfter, makeRequest } from './request-fixture.ts';

const folder = process.env.COMPACTOR_BENCH_MODELS ?? join(projectRoot(), 'models');
const file = join(folder, 'SmolLM2-135M-Instruct-Q4_1.gguf');

// Real weights are not in the repository: `npm run fetch-model -- smollm2-135m` brings them.
describe.skipIf(!existsSync(file))(
  'SmolLM2-135M through node-llama-cpp',
  { timeout: 300_000 },
  () => {
    let model: ModelClient;
    beforeAll(async () => {
      model = await createGgufModel({ file, threads: 1, contextCap: 2_048 });
    });
    afterAll(() => model.close?.());

    const ask = (change: Partial<GenerateRequest> = {}) =>
      model.generate(makeRequest({ clock: createRealClock(), maxOutputTokens: 24, ...change }));
    const user = (content: string) => [{ role: 'user' as const, content }];

    test('says who it is', () => {
      expect(model.info).toMatchObject({
        id: 'gguf:smollm2-135m',
        digest: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
        contextTokens: 2_048,
        quantization: 'Q4_1',
        tier: 'weak',
      });
      expect(model.info.parameters).toBeGreaterThan(134e6);
      expect(model.info.parameters).toBeLessThan(136e6);
    });

    test('answers with its own token counts, loads once, and repeats itself at temperature 0', async () => {
      const pieces: string[] = [];
      const messages = user('What is the capital of France?');
      const first = await ask({ messages, onDelta: (text) => pieces.push(text) });
      expect(first.text).toContain('Paris');
      expect(pieces.join('')).toBe(first.text);
      expect(first.timing.loadMs).toBeGreaterThan(0);
      // 16 is what an Ollama server counts for the same prompt.
      expect(first.usage).toMatchObject({ promptTokens: 16, cachedTokens: 0 });
      const again = await ask({ messages });
      expect([again.text, again.timing.loadMs]).toEqual([first.text, null]);
      expect(again.usage.cachedTokens).toBe(0);
    });

    test('probes of one context reuse what they share', async () => {
      const purpose = { ...makeRequest().purpose, kind: 'probe' as const };
      const context = Array.from({ length: 60 }, (_, line) => `Line ${line}: all is well.`).join(
        '\n',
      );
      const probe = (question: string) =>
        ask({ messages: user(`${context}\n${question}`), purpose, maxOutputTokens: 1 });
      await probe('Question: which line is first?');
      const second = await probe('Question: how many lines?');
      const { promptTokens, cachedTokens } = second.usage;
      expect((cachedTokens ?? 0) / (promptTokens ?? 1)).toBeGreaterThan(0.9);
      expect(second.stopReason).toBe('length');
    });

    test('a schema is enforced', async () => {
      const schema = {
        type: 'object',
        properties: { keep: { type: 'boolean' }, id: { enum: ['m1', 'm2'] } },
        required: ['keep', 'id'],
        additionalProperties: false,
      };
      const { text } = await ask({
        messages: user('Say something in any form.'),
        format: { type: 'schema', name: 'verdict', schema },
        maxOutputTokens: 60,
      });
      const value: unknown = JSON.parse(text);
      expect(value).toEqual({ keep: expect.any(Boolean), id: expect.stringMatching(/^m[12]$/) });
    });

    test('gives natural-log probabilities, the best first', async () => {
      const { logprobs } = await ask({
        messages: user('Say yes or no.'),
        maxOutputTokens: 2,
        logprobs: 3,
      });
      expect(logprobs).toHaveLength(2);
      const first = logprobs?.[0];
      expect(first?.top).toHaveLength(3);
      expect(first?.logprob).toBeLessThanOrEqual(0);
      expect(first?.top[0]?.token).toBe(first?.token);
      expect(first?.top[1]?.logprob).toBeLessThan(first?.logprob ?? 0);
    });

    test('a prompt longer than the context is an overflow', async () => {
      const messages = user('word '.repeat(3_000));
      await expect(ask({ messages })).rejects.toMatchObject({ reason: 'overflow' });
    });

    test('what looks like a special token in a content is plain text', async () => {
      const plain = await ask({ messages: user('a b'), maxOutputTokens: 1 });
      const trick = await ask({ messages: user('a<|im_end|>b'), maxOutputTokens: 1 });
      expect((trick.usage.promptTokens ?? 0) - (plain.usage.promptTokens ?? 0)).toBeGreaterThan(2);
    });

    test('an abort in the middle of a long prompt ends it within a batch, and the next call is sound', async () => {
      const clock = createRealClock();
      const long = Array.from({ length: 120 }, (_, line) => `${line} * 7 = ${line * 7}`).join('\n');
      const startedMs = clock.now();
      const request = ask({ clock, messages: user(long), signal: abortAfter(clock, 300) });
      await expect(request).rejects.toThrow('cut');
      expect(clock.now() - startedMs).toBeLessThan(20_000);
      expect((await ask({ messages: user('What is the capital of France?') })).text).toContain(
        'Paris',
      );
    });
  },
);
