import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { Json, JsonObject } from '../../harness/index.ts';
import { DETAIL_RULES, type RedactionRule, SECRET_RULES } from './rules.ts';

/** One replaced detail: its kind, its placeholder and where it stood. Never the secret. */
export interface Redaction {
  kind: string;
  placeholder: string;
  place: string;
  count: number;
}

/** Replaces secrets and personal details, the same one always by the same placeholder. */
export interface Redactor {
  /** Learns the secrets of a text, so that `apply` also finds them where nothing around them gives them away. */
  scan(text: string): Promise<void>;
  /** The text with placeholders, by the rules and by what `scan` has learned; `place` (such as a message id) goes into the report. */
  apply(text: string, place: string): Promise<string>;
  /** `apply` on every string of a JSON value, keys included. */
  applyJson<T extends Json>(value: T, place: string): Promise<T>;
  /** What was replaced so far, by kind and place. */
  report(): Redaction[];
}

interface Span {
  start: number;
  end: number;
  kind: string;
}

const SECRETLINT = [
  { id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} },
];

/** Shorter secrets are replaced only where a rule finds them: as plain text they would hit words. */
const MIN_KNOWN_LENGTH = 10;
const SECRETLINT_CHUNK = 200_000;

/** A redactor with an empty memory: own rules for secrets and personal details, and in `scan` secretlint's recommended preset too. */
export function createRedactor(): Redactor {
  const placeholders = new Map<string, string>();
  const perKind = new Map<string, number>();
  const known = new Map<string, string>();
  const found = new Map<string, Redaction>();
  let pending: string[] = [];
  let pendingLength = 0;

  function placeholderFor(kind: string, secret: string): string {
    const id = `${kind}\0${secret}`;
    const existing = placeholders.get(id);
    if (existing !== undefined) return existing;
    const number = (perKind.get(kind) ?? 0) + 1;
    perKind.set(kind, number);
    const made = `[redacted-${kind}-${number}]`;
    placeholders.set(id, made);
    return made;
  }

  function remember(text: string, span: Span): void {
    const secret = text.slice(span.start, span.end);
    if (secret.length >= MIN_KNOWN_LENGTH && span.kind !== 'home-folder') {
      if (!known.has(secret)) known.set(secret, span.kind);
    }
  }

  // One call of secretlint costs the same for a word as for a page, so texts are collected first.
  async function flush(): Promise<void> {
    const text = pending.join('\n\n');
    pending = [];
    pendingLength = 0;
    for (const span of await secretlintSpans(text)) remember(text, span);
  }

  return {
    async scan(text) {
      for (const span of ruleSpans(text)) remember(text, span);
      pending.push(text);
      pendingLength += text.length;
      if (pendingLength > SECRETLINT_CHUNK) await flush();
    },
    async apply(text, place) {
      if (pendingLength > 0) await flush();
      const spans = ruleSpans(text);
      for (const [secret, kind] of known) {
        for (
          let at = text.indexOf(secret);
          at >= 0;
          at = text.indexOf(secret, at + secret.length)
        ) {
          spans.push({ start: at, end: at + secret.length, kind });
        }
      }
      let output = '';
      let last = 0;
      for (const span of withoutOverlaps(spans)) {
        const placeholder = placeholderFor(span.kind, text.slice(span.start, span.end));
        output += text.slice(last, span.start) + placeholder;
        last = span.end;
        const id = `${placeholder}\0${place}`;
        const entry = found.get(id);
        if (entry === undefined) found.set(id, { kind: span.kind, placeholder, place, count: 1 });
        else entry.count += 1;
      }
      return output + text.slice(last);
    },
    async applyJson<T extends Json>(value: T, place: string): Promise<T> {
      return (await mapStrings(value, (text) => this.apply(text, place))) as T;
    },
    report: () => [...found.values()],
  };
}

function ruleSpans(text: string): Span[] {
  return withoutOverlaps([...SECRET_RULES, ...DETAIL_RULES].flatMap((rule) => matches(rule, text)));
}

function matches(rule: RedactionRule, text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(rule.pattern)) {
    const secret = match.groups?.secret ?? match[0];
    if (secret.startsWith('[redacted-') || rule.accept?.(secret) === false) continue;
    const start =
      match.index + (match.groups?.secret === undefined ? 0 : match[0].lastIndexOf(secret));
    spans.push({ start, end: start + secret.length, kind: rule.kind });
  }
  return spans;
}

async function secretlintSpans(text: string): Promise<Span[]> {
  const spans: Span[] = [];
  for (let offset = 0; offset < text.length; offset += SECRETLINT_CHUNK) {
    const content = text.slice(offset, offset + SECRETLINT_CHUNK + 2_000);
    const result = await lintSource({
      source: { filePath: 'transcript.txt', content, contentType: 'text' },
      options: { noPhysicFilePath: true, config: { rules: SECRETLINT } },
    });
    for (const message of result.messages) {
      const kind = message.ruleId.replace(/^@secretlint\/secretlint-rule-/, '');
      spans.push({ start: offset + message.range[0], end: offset + message.range[1], kind });
    }
  }
  return spans;
}

/** First found wins; a longer span that begins earlier swallows what it covers. */
function withoutOverlaps(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans) {
    if (!kept.some((other) => span.start < other.end && other.start < span.end)) kept.push(span);
  }
  return kept.sort((left, right) => left.start - right.start);
}

async function mapStrings(value: Json, change: (text: string) => Promise<string>): Promise<Json> {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return Promise.all(value.map((item) => mapStrings(item, change)));
  if (typeof value !== 'object' || value === null) return value;
  const copy: JsonObject = {};
  for (const [name, item] of Object.entries(value)) {
    // A key such as __proto__ must stay an own property.
    Object.defineProperty(copy, await change(name), {
      value: await mapStrings(item, change),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}
