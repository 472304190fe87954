import { describe, expect, it } from 'vitest';
import { formatPythonJson } from '../../../harness/counters/python-json.ts';
import { renderMessage } from '../../../harness/counters/render.ts';
import { createCounter, type Json } from '../../../harness/index.ts';
import { fromGolden, loadGolden } from '../../support/golden.ts';

const golden = loadGolden();
const counter = createCounter('approximate');

describe('rendering', () => {
  it.each(golden.render_examples)('$rendered', ({ message, rendered, approx_tokens }) => {
    const [ours] = fromGolden([message]);
    if (!ours) throw new Error('no message');
    expect(renderMessage(ours, formatPythonJson)).toBe(rendered);
    expect(counter.count([ours])).toBe(approx_tokens);
  });
});

describe('counts of lists', () => {
  it.each(golden.counter_cases)('$name', ({ messages, tools, approx }) => {
    expect(counter.count(fromGolden(messages), tools ?? [])).toBe(approx);
  });

  it.each(golden.cases)('input of $name', ({ input, input_tokens, counter: name }) => {
    if (name === 'approximate') expect(counter.count(fromGolden(input))).toBe(input_tokens);
    else expect(name).toBe('unit');
  });
});

describe('arguments as Python prints them', () => {
  // Expected texts: CPython 3.11, json.dumps(value, sort_keys=True).
  const cases: [Json, string][] = [
    [1e-5, '1e-05'],
    [0.0001, '0.0001'],
    [1.5e-7, '1.5e-07'],
    [123456789.125, '123456789.125'],
    [1e22, '1e+22'],
    [-2.5, '-2.5'],
    ['\u007f\u2028"\\\n', '"\\u007f\\u2028\\"\\\\\\n"'],
    ['\ud800', '"\\ud800"'],
    [{ '\ue000': 1, '😀': 2 }, '{"\\ue000": 1, "\\ud83d\\ude00": 2}'],
    [{}, '{}'],
    [[], '[]'],
  ];
  it.each(cases)('%j', (value, text) => {
    expect(formatPythonJson(value)).toBe(text);
  });
});
