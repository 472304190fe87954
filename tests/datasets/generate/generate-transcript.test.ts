import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkDatasets,
  type GenerateSpecInput,
  generateTranscript,
  hashTranscript,
  loadTranscripts,
  parseGenerateSpec,
  writeGenerated,
} from '../../../datasets/index.ts';
import {
  BenchError,
  CARRIERS,
  createCounter,
  createPromptfooGrader,
  createVirtualClock,
  FACT_KINDS,
  survival,
} from '../../../harness/index.ts';

const counter = createCounter('o200k_base');
const generate = (input: GenerateSpecInput) =>
  generateTranscript(parseGenerateSpec(input), counter);
const indexOf = (messageId = 'm0'): number => Number(messageId.slice(1)) - 1;

test('the same settings give the same transcript, another seed another one', () => {
  const [first, again, other] = [1, 1, 2].map((seed) => generate({ id: 'a', tokens: 8_000, seed }));
  expect(again).toEqual(first);
  expect(other && hashTranscript(other.transcript)).not.toBe(
    first && hashTranscript(first.transcript),
  );
});

test('generated datasets break no rule and are labelled synthetic', async () => {
  const root = await mkdtemp(join(tmpdir(), 'compactor-bench-'));
  try {
    await writeGenerated(join(root, 'datasets', 'synthetic'), [
      generate({ id: 'plain', tokens: 30_000 }),
      generate({ id: 'dense', tokens: 12_000, facts: 120, seed: 5 }),
    ]);
    const grader = createPromptfooGrader({ clock: createVirtualClock() });
    const { problems, balance } = await checkDatasets({ root, counter, grader });
    expect(problems).toEqual([]);
    expect(Object.values(balance.kinds).every((count) => count > 0)).toBe(true);
    expect(Object.values(balance.carriers).every((count) => count > 0)).toBe(true);
    expect(Object.values(balance.positions).every((count) => count > 0)).toBe(true);
    const { transcripts } = await loadTranscripts({ root });
    expect(transcripts.map(({ source, agent }) => [source.kind, agent])).toEqual([
      ['synthetic', 'scripted'],
      ['synthetic', 'scripted'],
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});

test('facts stand where they are asked for', () => {
  const { transcript, facts } = generate({
    id: 'middle',
    tokens: 40_000,
    facts: 60,
    positions: [0.5],
    kinds: ['number', 'error'],
    carriers: ['tool-result'],
  });
  for (const fact of facts.facts) {
    if (fact.kind === 'absent') throw new Error('not asked for');
    expect(fact.carrier).toBe('tool-result');
    const place = indexOf(fact.evidence[0]?.messageId) / transcript.messages.length;
    expect(Math.abs(place - 0.5)).toBeLessThan(0.05);
  }
});

test('a range spreads facts evenly over its part of the transcript alone', () => {
  const { transcript, facts } = generate({
    id: 'late',
    tokens: 60_000,
    facts: 80,
    from: 0.6,
    to: 0.8,
  });
  const places = facts.facts.flatMap((fact) =>
    fact.kind === 'absent'
      ? []
      : [indexOf(fact.evidence[0]?.messageId) / transcript.messages.length],
  );
  expect(Math.min(...places)).toBeGreaterThan(0.55);
  expect(Math.max(...places)).toBeLessThan(0.85);
  expect(places.filter((place) => place < 0.7).length).toBeGreaterThan(25);
  expect(places.filter((place) => place >= 0.7).length).toBeGreaterThan(25);
});

test('the density decides how many facts there are', () => {
  expect(generate({ id: 'a', tokens: 20_000, density: 12 }).facts.facts).toHaveLength(24);
  expect(generate({ id: 'a', tokens: 20_000, density: 0 }).facts.facts).toHaveLength(0);
});

test('any settings: tokens within 2 % (or 30), the exact number of messages, every fact survives', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 12, max: 120 }),
      fc.integer({ min: 60, max: 200 }),
      fc.integer({ min: 0, max: 20 }),
      fc.subarray([...FACT_KINDS], { minLength: 1 }),
      (seed, messages, perMessage, count, kinds) => {
        const tokens = messages * perMessage + count * 1_000;
        const { transcript, facts } = generate({
          id: 'any',
          seed,
          tokens,
          messages,
          facts: Math.min(count, Math.floor(messages / 4)),
          kinds,
          carriers: [...CARRIERS],
        });
        expect(transcript.messages).toHaveLength(messages);
        const reached = counter.count(transcript.messages, transcript.tools);
        expect(Math.abs(reached - tokens)).toBeLessThanOrEqual(Math.max(30, tokens * 0.02));
        const alive = survival(transcript.messages, facts.facts);
        expect(alive.filter(({ survived }) => survived === false)).toEqual([]);
      },
    ),
    { numRuns: 25, seed: 7 },
  );
});

test('a million tokens in a hundred thousand messages', () => {
  const { transcript, facts } = generate({
    id: 'huge',
    tokens: 1_000_000,
    messages: 100_000,
    facts: 500,
    carriers: ['user', 'assistant', 'tool-call', 'tool-result'],
  });
  expect(transcript.messages).toHaveLength(100_000);
  expect(facts.facts).toHaveLength(500);
  const reached = counter.count(transcript.messages, transcript.tools);
  expect(Math.abs(reached - 1_000_000)).toBeLessThanOrEqual(20_000);
});

test('settings that cannot be met are errors with the place and the remedy', () => {
  const fault = (input: unknown): unknown => {
    try {
      return generateTranscript(parseGenerateSpec(input), counter);
    } catch (error) {
      return error instanceof BenchError && error.problems.map(({ code, place }) => [code, place]);
    }
  };
  expect(fault({ id: '../up', tokens: 5, kinds: ['rumour'], colour: 'red' })).toEqual([
    ['E_CONFIG', 'id'],
    ['E_CONFIG', 'tokens'],
    ['E_CONFIG', 'kinds.0'],
    ['E_CONFIG', 'generate'],
  ]);
  expect(fault({ id: 'a', tokens: 5_000, facts: 3, density: 3 })).toEqual([
    ['E_CONFIG', 'density'],
  ]);
  expect(fault({ id: 'a', tokens: 1_000, messages: 500 })).toEqual([['E_CONFIG', 'tokens']]);
  expect(fault({ id: 'a', tokens: 5_000, messages: 12, facts: 200 })).toEqual([
    ['E_CONFIG', 'facts'],
  ]);
  expect(fault({ id: 'a', tokens: 5_000, kinds: ['constraint'], carriers: ['tool-call'] })).toEqual(
    [['E_CONFIG', 'carriers']],
  );
});
