import { describe, expect, it } from 'vitest';
import {
  createMeter,
  createScriptedModel,
  createVirtualClock,
  type GenerateRequest,
  ModelError,
} from '../../harness/index.ts';

const clock = createVirtualClock();
const signal = new AbortController().signal;

function request(content: string): GenerateRequest {
  return {
    messages: [{ role: 'user', content }],
    format: { type: 'json' },
    maxOutputTokens: 5,
    temperature: 0.7,
    seed: 3,
    purpose: { kind: 'verdicts', promptId: 'v', promptHash: 'h', task: 't#1' },
    clock,
    signal,
  };
}

describe('a meter', () => {
  it('records answers, failures, attempts and times', async () => {
    const meter = createMeter(clock);
    const model = meter.wrap(
      createScriptedModel({
        id: 'm',
        answers: [
          new ModelError('transient', 'busy', { status: 429 }),
          {
            text: 'yes',
            durationMs: 400,
            firstTokenMs: 100,
            usage: { promptTokens: 9, completionTokens: 1 },
          },
          { text: 'cut', durationMs: 50, stopReason: 'length' },
        ],
      }),
    );
    await expect(model.generate(request('a'))).rejects.toThrow('busy');
    await model.generate(request('a'));
    await model.generate(request('b'));
    expect(meter.calls()).toMatchObject([
      {
        attempt: 1,
        cause: 'transient',
        detail: '429: busy',
        stopReason: null,
        answerBlob: null,
        promptTokens: null,
      },
      {
        attempt: 2,
        cause: null,
        stopReason: 'stop',
        promptTokens: 9,
        durationMs: 400,
        firstTokenMs: 100,
      },
      {
        attempt: 1,
        cause: null,
        stopReason: 'length',
        durationMs: 50,
        format: 'json',
        temperature: 0.7,
        seed: 3,
      },
    ]);
    const [first, second, third] = meter.calls();
    expect(first?.requestBlob).toBe(second?.requestBlob);
    expect(third?.requestBlob).not.toBe(second?.requestBlob);
    // Two prompts and two answers.
    expect(meter.blobs()).toHaveLength(4);
  });

  it('records embeddings, and keeps a model without them without', async () => {
    const meter = createMeter(clock);
    const model = meter.wrap(
      createScriptedModel({ id: 'm', answers: [], embed: (text) => [text.length] }),
    );
    expect((await model.embed?.(['ab', 'abc'], { clock, signal }))?.vectors).toEqual([[2], [3]]);
    expect(meter.calls()).toMatchObject([{ purpose: 'embed', cause: null, format: 'embedding' }]);
    expect(meter.wrap(createScriptedModel({ id: 'n', answers: [] })).embed).toBeUndefined();
  });
});
