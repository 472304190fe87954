import type { Random } from './random.ts';
import type { FactTemplate } from './templates.ts';
import { WORDS } from './words.ts';

/** Numbers of planted values have six digits; filler has fewer. */
const LOW = 100_000;
const HIGH = 999_998;

/** What one fact is made of: its value, what an answer must give, and its texts' placeholders filled in. */
export interface Minted {
  value: string;
  answer: string;
  fill(text: string): string;
}

/** Makes subject and value of the next fact; none is ever made twice. */
export type Minter = (template: FactTemplate) => Minted;

/** A minter whose subjects and numbers are unique as long as it lives. */
export function createMinter(random: Random): Minter {
  const subjects = new Set<string>();
  const numbers = new Set<number>();
  const newSubject = (): string => {
    for (;;) {
      const subject = `${random.pick(WORDS.adjectives)} ${random.pick(WORDS.nouns)} of ${random.pick(WORDS.places)}`;
      if (!subjects.has(subject)) {
        subjects.add(subject);
        return subject;
      }
    }
  };
  /** A number and its neighbour, which no other fact has. */
  const newNumber = (): number => {
    for (;;) {
      const number = random.int(LOW, HIGH);
      if (!numbers.has(number) && !numbers.has(number + 1)) {
        numbers.add(number).add(number + 1);
        return number;
      }
    }
  };
  return (template) => {
    const subject = newSubject();
    const number = newNumber();
    const base = { s: subject, d: subject.toLowerCase().replaceAll(' ', '-') };
    const make = (text: string, n: number): string => replaceAll(text, { ...base, n: String(n) });
    const value = make(template.value, number);
    const answerText = template.answer === '{v}' ? template.value : template.answer;
    const answer = make(answerText, number);
    const parts = {
      ...base,
      n: String(number),
      v: value,
      a: answer,
      w: make(answerText, number + 1),
      o: template.old === undefined ? value : make(template.value, newNumber()),
    };
    return { value, answer, fill: (text) => replaceAll(text, parts) };
  };
}

function replaceAll(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-z])\}/g, (whole, name: string) => parts[name] ?? whole);
}
