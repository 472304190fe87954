import { test } from 'vitest';
import { generateTranscript } from '../../../datasets/generate/generate-transcript.ts';
import { parseGenerateSpec } from '../../../datasets/generate/spec.ts';
import { createCounter } from '../../../harness/index.ts';

test('x', () => {
  const counter = createCounter('o200k_base');
  for (const raw of [
    { id: 'a', tokens: 4000 },
    { id: 'b', tokens: 20000, facts: 100 },
    { id: 'c', tokens: 1_000_000 },
    { id: 'd', tokens: 1_000_000, messages: 100_000, facts: 1000 },
    { id: 'e', tokens: 5000, messages: 12, facts: 20 },
  ]) {
    const t0 = process.hrtime.bigint();
    try {
      const { transcript, facts } = generateTranscript(parseGenerateSpec(raw), counter);
      console.log(
        raw,
        transcript.messages.length,
        facts.facts.length,
        counter.count(transcript.messages, transcript.tools),
        Number(process.hrtime.bigint() - t0) / 1e6,
      );
    } catch (e) {
      console.log(raw, (e as Error).message, Number(process.hrtime.bigint() - t0) / 1e6);
    }
  }
});
