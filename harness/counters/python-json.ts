import type { Json } from '../types/index.ts';

const SHORT_ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\b': '\\b',
};

/**
 * JSON text as Python's `json.dumps(value, sort_keys=True)` writes it: keys sorted by code point, `, ` and `: ` between parts,
 * all but printable ASCII escaped (a character outside the BMP as two escapes, a lone surrogate as one), floats as `repr` writes them.
 * A whole number is written without a point: after JSON parsing, 1.0 and 1 are the same value here.
 */
export function formatPythonJson(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quoteAscii(value);
  if (typeof value === 'number') return formatPythonNumber(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (Array.isArray(value)) return `[${value.map(formatPythonJson).join(', ')}]`;
  const keys = Object.keys(value).sort(compareCodePoints);
  const parts = keys.map((key) => `${quoteAscii(key)}: ${formatPythonJson(value[key] ?? null)}`);
  return `{${parts.join(', ')}}`;
}

function quoteAscii(text: string): string {
  const body = text.replace(/["\\]|[^ -~]/g, (unit) => {
    const short = SHORT_ESCAPES[unit];
    return short ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${body}"`;
}

/** A number as Python prints it: exponent with at least two digits, from 1e16 up and below 1e-4 for what is not whole. */
function formatPythonNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  const scientific = size !== 0 && (size >= 1e21 || size < 1e-4);
  if (!scientific) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Order of two strings by code point; JavaScript's own order is by UTF-16 unit, which puts emoji before U+E000. */
function compareCodePoints(left: string, right: string): number {
  const a = Array.from(left);
  const b = Array.from(right);
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
