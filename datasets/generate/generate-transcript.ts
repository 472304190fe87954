import { BenchError, type TokenCounter, type ToolSchema } from '../../harness/index.ts';
import { CANARY } from '../canary.ts';
import type { FactsFile, TranscriptFile } from '../load/file-schema.ts';
import { createMinter } from './mint.ts';
import { plantFacts } from './plant.ts';
import { createRandom } from './random.ts';
import { planSkeleton } from './skeleton.ts';
import type { GenerateSpec } from './spec.ts';
import { writeMessages } from './write-messages.ts';

/** Filler is whole sentences: a transcript may miss its tokens by this share of them, or by about a sentence or two. */
const TOLERANCE = 0.02;
const TOLERANCE_TOKENS = 30;
/** Without a number of messages: this many tokens each on average, and facts in this density (per 10,000 tokens). */
const TOKENS_PER_MESSAGE = 100;
const DEFAULT_DENSITY = 30;
const DENSITY_UNIT = 10_000;

const SHELL: ToolSchema = {
  name: 'shell',
  description: 'Run a command and return its output.',
  parameters: {
    type: 'object',
    properties: { command: { type: 'string' } },
    required: ['command'],
  },
};

/** A synthetic transcript and its facts, as their files hold them. */
export interface GeneratedTranscript {
  transcript: TranscriptFile;
  facts: FactsFile;
}

/**
 * Generates a transcript with planted facts: labelled `synthetic`, the same for the same settings. Throws E_CONFIG where the
 * facts do not fit, or where so many messages or facts cannot be said in so few tokens.
 */
export function generateTranscript(spec: GenerateSpec, counter: TokenCounter): GeneratedTranscript {
  const random = createRandom(spec.seed);
  const count = spec.messages ?? Math.max(12, Math.round(spec.tokens / TOKENS_PER_MESSAGE));
  const slots = planSkeleton(count, random);
  const factCount =
    spec.facts ?? Math.round(((spec.density ?? DEFAULT_DENSITY) * spec.tokens) / DENSITY_UNIT);
  const facts = plantFacts({ spec, count: factCount, slots, mint: createMinter(random) });
  const tools = [SHELL];
  const messages = writeMessages({
    slots,
    tokens: spec.tokens - counter.count([], tools),
    counter,
    random,
  });
  const reached = counter.count(messages, tools);
  if (Math.abs(reached - spec.tokens) > Math.max(TOLERANCE * spec.tokens, TOLERANCE_TOKENS)) {
    throw new BenchError({
      code: 'E_CONFIG',
      place: 'tokens',
      message: `${count} messages with ${factCount} facts come to ${reached} tokens, not to ${spec.tokens}.`,
      remedy: 'Ask for more tokens, fewer messages, or fewer facts deep in results.',
    });
  }
  const { id, ...settings } = spec;
  return {
    transcript: {
      canary: CANARY,
      id,
      title: `Synthetic: ${factCount} facts in ${count} messages`,
      domain: 'synthetic',
      agent: 'scripted',
      source: { kind: 'synthetic', format: 'compactor-bench-generator', details: settings },
      pins: [],
      usage: null,
      tools,
      messages,
    },
    facts: { transcript: id, canary: CANARY, facts },
  };
}
