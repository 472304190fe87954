import {
  type Carrier,
  type Evidence,
  type Fact,
  type Message,
  messageTexts,
  type StatedFact,
  type Transcript,
} from '../../harness/index.ts';
import { checkFact } from '../check/check-datasets.ts';
import { type CheckContext, createCheckContext } from '../check/context.ts';
import { type Candidate, findCandidates } from './candidates.ts';

/** A proposed fact: how often its value stands in the transcript and in which message (from 0) last. */
export interface FactProposal {
  fact: Fact;
  uses: number;
  lastUse: number;
}

/** More occurrences than this make a value too common to be a fact. */
const MAX_USES = 12;
const CANDIDATES_TRIED = 4_000;

/**
 * Proposes facts of a transcript without a model: paths, numbers with units, identifiers, errors, commands, rules of the
 * user, and values that changed. Each passes every rule of the dataset check; those used latest come first.
 */
export function proposeFacts(
  transcript: Omit<Transcript, 'facts'>,
  options: { maxFacts: number },
): FactProposal[] {
  const context = createCheckContext({
    transcript: { ...transcript, facts: [] },
    place: transcript.id,
    factsPlace: transcript.id,
  } as Parameters<typeof createCheckContext>[0]);
  const candidates = collect(transcript.messages, context);
  const proposals: FactProposal[] = [];
  for (const candidate of candidates.slice(0, CANDIDATES_TRIED)) {
    const uses = usesOf(context, candidate.value);
    if (uses.length > MAX_USES) continue;
    const fact = toFact({ transcript, candidate, uses, number: proposals.length + 1, candidates });
    if (fact === null || checkFact(context, fact).length > 0) continue;
    proposals.push({ fact, uses: uses.length, lastUse: uses.at(-1) ?? candidate.messageIndex });
  }
  return pickBest(proposals, options.maxFacts).map((proposal, index) => ({
    ...proposal,
    fact: { ...proposal.fact, id: `${transcript.id}-${String(index + 1).padStart(2, '0')}` },
  }));
}

function collect(messages: readonly Message[], context: CheckContext): Candidate[] {
  const byValue = new Map<string, Candidate>();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'system' || context.protectedIds.has(message.id)) continue;
    for (const candidate of findCandidates(message, index)) {
      if (!byValue.has(candidate.value)) byValue.set(candidate.value, candidate);
    }
  }
  return [...byValue.values()];
}

/** Indices of the messages in which a value stands. */
function usesOf(context: CheckContext, value: string): number[] {
  return context.places(value).flatMap((id) => context.order.get(id) ?? []);
}

function toFact(options: {
  transcript: Omit<Transcript, 'facts'>;
  candidate: Candidate;
  uses: number[];
  number: number;
  candidates: readonly Candidate[];
}): StatedFact | null {
  const { transcript, candidate, uses, candidates } = options;
  const { kind, value, left, right } = candidate;
  const evidence: Evidence[] = [];
  for (const index of uses) {
    const message = transcript.messages[index];
    // A use in other spacing, or across a line break, cannot be quoted as it stands.
    if (message === undefined || !messageTexts(message).some((text) => text.includes(value)))
      return null;
    evidence.push({ messageId: message.id, quote: value });
  }
  const first = transcript.messages[candidate.messageIndex];
  const near = nearMiss(value);
  const other = candidates.find(
    (item) => item.kind === kind && item.value !== value && !item.value.includes(value),
  );
  if (first === undefined || near === null) return null;
  const place = `${PLACES[first.role] ?? 'a message'} ${Math.round((100 * candidate.messageIndex) / transcript.messages.length)} % into the session`;
  const long = left.length >= right.length ? left : right;
  const question =
    long === left
      ? `Complete what ${place} says: "${left} ____". Which ${LABELS[kind]} stands in the gap?`
      : `Complete what ${place} says: "____ ${right}". Which ${LABELS[kind]} stands in the gap?`;
  const rest =
    long === left && right !== ''
      ? `before "${right.slice(0, 60)}"`
      : left === '' || long === left
        ? `after "${left.split(/\s+/).slice(-4).join(' ')}"`
        : `after "${left.slice(-60)}"`;
  return {
    id: `${transcript.id}-p${options.number}`,
    transcript: transcript.id,
    kind,
    carrier: carrierOf(first, value),
    statement: `${left} ${value} ${right}`.trim().slice(0, 240),
    evidence,
    survives: { allOf: [value] },
    probe: {
      question,
      paraphrase: `Recall the ${LABELS[kind]} that was written ${rest}: what exactly was it?`,
      assert: [{ type: 'contains', value }],
      right: `It was ${value}`,
      wrong: [`It was ${near}`, `It was ${other?.value ?? 'something else entirely'}`],
    },
  };
}

const PLACES: Partial<Record<Message['role'], string>> = {
  user: 'the user',
  assistant: 'the assistant',
  tool: 'a tool result',
};

const LABELS: Partial<Record<StatedFact['kind'], string>> & Record<string, string> = {
  constraint: 'rule',
  error: 'error',
  path: 'path',
  number: 'figure',
  identifier: 'identifier',
  command: 'command',
};

function carrierOf(message: Message, value: string): Carrier {
  if (message.role === 'tool') {
    const text = message.content.find((block) => block.type === 'tool_result')?.text ?? '';
    const at = text.indexOf(value);
    const deep = at >= 2_000 && at + value.length <= text.length - 500;
    return deep ? 'deep-tool-result' : 'tool-result';
  }
  if (message.role === 'user') return 'user';
  const inText = message.content.some(
    (block) => block.type === 'text' && block.text.includes(value),
  );
  return inText ? 'assistant' : 'tool-call';
}

/** The value with one digit changed, or two letters of its longest word swapped; null where that changes nothing. */
function nearMiss(value: string): string | null {
  const digit = value.search(/\d(?!.*\d)/);
  if (digit >= 0) {
    return value.slice(0, digit) + ((Number(value[digit]) + 1) % 10) + value.slice(digit + 1);
  }
  const word = (value.match(/\p{L}{4,}/gu) ?? []).sort((a, b) => b.length - a.length)[0];
  if (word === undefined) return null;
  const swapped = word[0] + (word[2] ?? '') + (word[1] ?? '') + word.slice(3);
  return swapped === word ? `${value}s` : value.replace(word, swapped);
}

/** Latest used first, no kind over a third of the whole, spread over the transcript by not taking neighbours of one line. */
function pickBest(proposals: readonly FactProposal[], maxFacts: number): FactProposal[] {
  const sorted = [...proposals].sort((a, b) => b.lastUse - a.lastUse || b.uses - a.uses);
  const perKind = new Map<string, number>();
  const statements = new Set<string>();
  const picked: FactProposal[] = [];
  for (const proposal of sorted) {
    const { kind } = proposal.fact;
    const statement = proposal.fact.statement.slice(0, 60);
    if ((perKind.get(kind) ?? 0) >= Math.ceil(maxFacts / 3) || statements.has(statement)) continue;
    perKind.set(kind, (perKind.get(kind) ?? 0) + 1);
    statements.add(statement);
    picked.push(proposal);
    if (picked.length >= maxFacts) break;
  }
  return picked;
}
