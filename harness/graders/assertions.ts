import { closestName } from '../suggest.ts';
import type { ProbeAssertion } from '../types/fact.ts';
import type { Json } from '../types/json.ts';

/** What an assertion's value must be. */
type ValueShape = 'text' | 'texts' | 'pattern';

interface AllowedAssertion {
  value: ValueShape;
  /** Grades meaning by asking a model. */
  judged: boolean;
  /** Range of its threshold, null where it has none. */
  threshold: { low: number; high: number; default: number } | null;
}

const text: AllowedAssertion = { value: 'text', judged: false, threshold: null };
const texts: AllowedAssertion = { value: 'texts', judged: false, threshold: null };

const DETERMINISTIC = {
  contains: text,
  icontains: text,
  'contains-all': texts,
  'icontains-all': texts,
  'contains-any': texts,
  'icontains-any': texts,
  equals: text,
  regex: { value: 'pattern', judged: false, threshold: null },
  'starts-with': text,
  levenshtein: { ...text, threshold: { low: 0, high: 10_000, default: 5 } },
} satisfies Record<string, AllowedAssertion>;

/**
 * promptfoo assertions that a data set may use, by name: the deterministic ones with their `not-` variants, and two that ask a judge.
 * Left out on purpose: kinds that run code or read files or hosts, `similar` and `meteor` (fail without saying so where their model or
 * data is missing), and `not-factuality`, which promptfoo grades as if it said `factuality`.
 */
export const ALLOWED_ASSERTIONS: ReadonlyMap<string, AllowedAssertion> = new Map<
  string,
  AllowedAssertion
>([
  ...Object.entries(DETERMINISTIC),
  ...Object.entries(DETERMINISTIC).map(([name, allowed]): [string, AllowedAssertion] => [
    `not-${name}`,
    allowed,
  ]),
  ['llm-rubric', { ...text, judged: true, threshold: { low: 0, high: 1, default: 0.5 } }],
  ['factuality', { ...text, judged: true }],
]);

const MAX_VALUE_CHARACTERS = 2_000;
const MAX_PATTERN_CHARACTERS = 500;

/** A repeated group that repeats inside: its time can explode on a long answer. */
const NESTED_REPETITION = /\([^()]*(?<!\\)[+*}][^()]*\)[+*{]/;

/** What is wrong with an assertion of a data set, one sentence a fault; empty where it may be used. Nothing is run or loaded. */
export function checkAssertion(assertion: ProbeAssertion): string[] {
  const allowed = ALLOWED_ASSERTIONS.get(assertion.type);
  if (allowed === undefined) {
    const close = closestName(assertion.type, [...ALLOWED_ASSERTIONS.keys()]);
    return [
      `assertion type "${assertion.type.slice(0, 60)}" is not allowed${close ? `; did you mean "${close}"?` : '.'}`,
    ];
  }
  return [...checkValue(assertion, allowed.value), ...checkThreshold(assertion, allowed)];
}

function checkValue({ type, value }: ProbeAssertion, shape: ValueShape): string[] {
  if (shape === 'texts') {
    if (!Array.isArray(value) || value.length === 0) return [`${type} needs a list of texts.`];
    return value.every(isText) ? [] : [`${type} has a value that is no text, empty or too long.`];
  }
  if (value === undefined || !isText(value)) {
    return [`${type} needs a text of at most ${MAX_VALUE_CHARACTERS} characters.`];
  }
  return shape === 'pattern' ? checkPattern(type, String(value)) : [];
}

function checkPattern(type: string, pattern: string): string[] {
  if (pattern.length > MAX_PATTERN_CHARACTERS) {
    return [`${type} is longer than ${MAX_PATTERN_CHARACTERS} characters.`];
  }
  if (NESTED_REPETITION.test(pattern)) return [`${type} repeats a group that repeats inside.`];
  try {
    new RegExp(pattern);
    return [];
  } catch (error) {
    return [`${type} is no regular expression: ${error instanceof Error ? error.message : error}.`];
  }
}

function checkThreshold({ type, threshold }: ProbeAssertion, allowed: AllowedAssertion): string[] {
  if (threshold === undefined) return [];
  if (allowed.threshold === null) return [`${type} has no threshold.`];
  const { low, high } = allowed.threshold;
  const inRange = Number.isFinite(threshold) && threshold >= low && threshold <= high;
  return inRange ? [] : [`the threshold of ${type} must be from ${low} to ${high}.`];
}

function isText(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value !== '' && value.length <= MAX_VALUE_CHARACTERS;
}
