import fc from 'fast-check';
import type { CompactorEntry } from '../../compactors/index.ts';
import {
  type CompactionRequest,
  type CompactionResult,
  createCounter,
  createVirtualClock,
  type Fact,
  type Message,
} from '../../harness/index.ts';
import { arbitraryMessages } from './arbitrary-messages.ts';
import { createPersona, PERSONAS } from './personas.ts';
import { deepFreeze, fact } from './transcripts.ts';

const counter = createCounter('approximate');

/** One random case: a transcript, how far to go, and the models that are asked. */
export interface ContractCase {
  messages: Message[];
  targetShare: number;
  force: boolean;
  pins: string[];
  seed: number;
  main: string;
  small: string | null;
  contextTokens: number;
}

/** Random cases over well-formed transcripts. */
export const arbitraryCase: fc.Arbitrary<ContractCase> = fc.record({
  messages: arbitraryMessages({ system: 'anywhere' }),
  targetShare: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1.1, noNaN: true })),
  force: fc.boolean(),
  pins: fc.constantFrom([], ['never touch the table orders']),
  seed: fc.nat(1000),
  main: fc.constantFrom(...Object.keys(PERSONAS)),
  small: fc.option(fc.constantFrom(...Object.keys(PERSONAS))),
  contextTokens: fc.constantFrom(600, 2000, 32_768),
});

/** Facts that some of the generated texts hold, for the oracle. */
export const CONTRACT_FACTS: Fact[] = [
  fact('lone', { allOf: ['lone'] }),
  fact('cjk', { anyOf: ['中文內容', 'nowhere'] }),
];

/** The request of a case: everything in it frozen, a clock and models of its own. */
export function requestOf(one: ContractCase): CompactionRequest {
  const tokens = counter.count(one.messages);
  const main = createPersona(one.main, one.contextTokens);
  const small = one.small === null ? null : createPersona(one.small, one.contextTokens);
  return {
    messages: deepFreeze(one.messages),
    tools: deepFreeze([]),
    targetTokens: Math.floor(tokens * one.targetShare),
    windowTokens: Math.max(1, tokens),
    force: one.force,
    counter,
    models: small ? { main, small } : { main },
    budgets: deepFreeze({ attemptMs: null, totalMs: null }),
    usage: null,
    pins: deepFreeze(one.pins),
    clock: createVirtualClock(),
    seed: one.seed,
    temperature: 0,
    signal: new AbortController().signal,
    task: 'contract',
  };
}

/** Runs an entry with its defaults on a request. */
export function runEntry(
  entry: CompactorEntry,
  request: CompactionRequest,
): Promise<CompactionResult> {
  return entry.create({}, CONTRACT_FACTS).compact(request);
}
