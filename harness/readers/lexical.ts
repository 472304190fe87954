import MiniSearch from 'minisearch';
import { hashJson } from '../hash.ts';
import type { Reader, ReaderAnswer } from '../types/grade.ts';
import type { Message } from '../types/message.ts';
import { ABSTENTION } from './abstention.ts';
import { lexicalTerms } from './lexical-terms.ts';
import { renderContext } from './render.ts';

/**
 * Settings of the lexical reader: part of its identity, set on the dev split alone and then fixed. There, over the whole transcripts,
 * this threshold gives up an eighth of the right answers for "not known" on three of eight questions that have no answer.
 */
export const LEXICAL_SETTINGS = {
  version: 2,
  /** Lines in an answer. */
  lines: 4,
  /** Longer lines are searched in pieces of about this many characters. */
  pieceCharacters: 300,
  /** Share of a question's weight (rare terms weigh more) that the answer's lines must hold, in [0, 1]; under it the answer is "not known". */
  threshold: 0.3,
} as const;

/**
 * A reader without a model: a BM25 search (MiniSearch) for the question's words over the lines of the context. It answers with the
 * best lines, or "not known" where they hold too little of the question. A lower bound of what can be read, labelled `lexical`.
 */
export function createLexicalReader(): Reader {
  return {
    id: 'lexical',
    digest: null,
    promptHash: hashJson(LEXICAL_SETTINGS).slice(0, 16),
    canAbstain: true,
    read: async ({ messages, questions }) => {
      const index = createLineIndex(messages);
      return questions.map((question) => toAnswer(index.answer(question)));
    },
  };
}

/** The best lines for a question, and the share of the question's weight that they hold, in [0, 1]. */
export interface LexicalMatch {
  lines: string[];
  coverage: number;
}

/** An index over the lines of a context. */
export interface LineIndex {
  answer(question: string): LexicalMatch;
}

/** Indexes the lines of a context for {@link createLexicalReader}; tuning of the threshold reads it directly. */
export function createLineIndex(messages: readonly Message[]): LineIndex {
  const lines = [...new Set(contextLines(renderContext(messages)))];
  const search = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: lexicalTerms,
    processTerm: (term) => term,
  });
  search.addAll(lines.map((text, id) => ({ id, text })));
  const termsOf = lines.map((line) => new Set(lexicalTerms(line)));
  const weight = createWeight(termsOf);
  return {
    answer(question) {
      const terms = [...new Set(lexicalTerms(question))];
      const best = search
        .search(question, { combineWith: 'OR', prefix: false, fuzzy: false })
        .sort((a, b) => b.score - a.score || Number(a.id) - Number(b.id))
        .slice(0, LEXICAL_SETTINGS.lines)
        .map(({ id }) => Number(id));
      const held = terms.filter((term) => best.some((id) => termsOf[id]?.has(term)));
      const total = sumOf(terms, weight);
      return {
        lines: best.map((id) => lines[id] ?? ''),
        coverage: total === 0 ? 0 : sumOf(held, weight) / total,
      };
    },
  };
}

function toAnswer({ lines, coverage }: LexicalMatch): ReaderAnswer {
  const abstained = lines.length === 0 || coverage < LEXICAL_SETTINGS.threshold;
  const text = abstained ? ABSTENTION : lines.join('\n');
  return { status: 'answered', text, abstained, response: null };
}

/** Weight of a term by how rare it is among the lines (inverse document frequency); a term that no line holds weighs most. */
function createWeight(termsOf: readonly ReadonlySet<string>[]): (term: string) => number {
  const frequency = new Map<string, number>();
  for (const terms of termsOf) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return (term) => Math.log(1 + (termsOf.length + 1) / ((frequency.get(term) ?? 0) + 1));
}

function sumOf(terms: readonly string[], weight: (term: string) => number): number {
  return terms.reduce((sum, term) => sum + weight(term), 0);
}

/** The lines of a text; long ones in pieces that end after a separator where there is one. */
function contextLines(text: string): string[] {
  return text
    .split('\n')
    .flatMap(pieces)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function pieces(line: string): string[] {
  const size = LEXICAL_SETTINGS.pieceCharacters;
  const parts: string[] = [];
  let rest = line;
  while (rest.length > size * 1.5) {
    const end = cutAfter(rest, size);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...parts, rest];
}

/** Offset behind the last separator in the second half of the first `size` characters, else `size`, never inside a surrogate pair. */
function cutAfter(text: string, size: number): number {
  for (const separator of ['. ', '}, ', ', ', '; ', ' ']) {
    const at = text.lastIndexOf(separator, size - separator.length);
    if (at > size / 2) return at + separator.length;
  }
  const inPair = /[\uD800-\uDBFF]/.test(text.charAt(size - 1));
  return inPair ? size + 1 : size;
}
