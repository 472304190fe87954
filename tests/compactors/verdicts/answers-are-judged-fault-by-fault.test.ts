import { describe, expect, test } from 'vitest';
import { extractJson } from '../../../compactors/verdicts/extract-json.ts';
import { flatPairs } from '../../../compactors/verdicts/flat-pairs.ts';
import { judgeAnswer } from '../../../compactors/verdicts/judge.ts';

const IDS = ['m1', 'm2', 'm3'];
const ALL = '{"m1":"keep","m2":"drop","m3":"keep"}';
const judge = (text: string) => {
  const { verdicts, faults, repaired } = judgeAnswer(text, IDS, 'wrapping');
  return { verdicts: Object.fromEntries(verdicts), faults, repaired };
};
const GOOD = { m1: 'keep', m2: 'drop', m3: 'keep' };

describe('one fault, one cause', () => {
  test.each<[string, string, object, object]>([
    ['valid', ALL, GOOD, {}],
    ['spread over lines', '{\n  "m1": "keep",\n "m2" : "drop",\n "m3": "keep"\n}', GOOD, {}],
    ['not JSON', 'Keep everything, please.', {}, { 'not-json': 1 }],
    ['truncated', '{"m1":"keep","m2":"dr', {}, { 'not-json': 1 }],
    ['truncated between members', '{"m1":"keep","m2":"drop"', {}, { 'not-json': 1 }],
    ['a trailing comma', '{"m1":"keep","m2":"drop","m3":"keep",}', {}, { 'not-json': 1 }],
    ['single quotes', "{'m1':'keep','m2':'drop','m3':'keep'}", {}, { 'not-json': 1 }],
    ['a list', '[{"id":"m1","verdict":"keep"}]', {}, { schema: 1 }],
    ['a string', '"keep"', {}, { schema: 1 }],
    ['null', 'null', {}, { schema: 1 }],
    ['nested', '{"verdicts":{"m1":"keep"}}', {}, { schema: 1 }],
    [
      'another word',
      '{"m1":"maybe","m2":"drop","m3":"keep"}',
      { m2: 'drop', m3: 'keep' },
      { schema: 1 },
    ],
    ['a number', '{"m1":1,"m2":"drop","m3":"keep"}', { m2: 'drop', m3: 'keep' }, { schema: 1 }],
    [
      'an unknown id',
      '{"m1":"keep","m2":"drop","m3":"keep","m9":"drop"}',
      GOOD,
      { 'unknown-id': 1 },
    ],
    ['two missing ids', '{"m2":"drop"}', { m2: 'drop' }, { 'missing-id': 2 }],
    ['an empty object', '{}', {}, { 'missing-id': 3 }],
    [
      'the same verdict twice',
      '{"m1":"keep","m2":"drop","m3":"keep","m1":"keep"}',
      GOOD,
      { 'duplicate-id': 1 },
    ],
    [
      'two verdicts on one id',
      '{"m1":"keep","m2":"drop","m3":"keep","m2":"keep"}',
      { m1: 'keep', m3: 'keep' },
      { contradiction: 1 },
    ],
    [
      'several at once',
      '{"m1":"keep","m1":"keep","m8":"drop","m2":"perhaps"}',
      { m1: 'keep' },
      { 'duplicate-id': 1, 'unknown-id': 1, schema: 1, 'missing-id': 1 },
    ],
    [
      'ids of the prototype',
      '{"__proto__":"keep","constructor":"drop","m1":"keep","m2":"drop","m3":"keep"}',
      GOOD,
      { 'unknown-id': 2 },
    ],
  ])('%s', (_name, text, verdicts, faults) => {
    expect(judge(text)).toEqual({ verdicts, faults, repaired: false });
  });
});

describe('valid JSON in a fence or in prose is repaired, and counted', () => {
  test.each([
    `\`\`\`json\n${ALL}\n\`\`\``,
    `\`\`\`\n${ALL}\n\`\`\``,
    `Sure! Here you are:\n\n\`\`\`json\n${ALL}\n\`\`\`\nAnything else?`,
    `Here are the verdicts: ${ALL}. Tell me if you need more.`,
    `${ALL}\n\nI kept "m1" since it matters {a lot}.`,
  ])('%j', (text) => {
    expect(judge(text)).toEqual({ verdicts: GOOD, faults: {}, repaired: true });
  });
});

describe('what is broken is not mended into a success', () => {
  test.each([
    `\`\`\`json\n{"m1":"keep","m2":"drop"\n\`\`\``,
    '```json\n{"m1":"keep","m2":"dr',
    'Here: {"m1":"keep","m2":"drop","m3":"ke',
    `First ${ALL}, or rather {"m1":"drop","m2":"drop","m3":"drop"}`,
  ])('%j', (text) => {
    for (const repair of ['wrapping', 'syntax'] as const) {
      expect(judgeAnswer(text, IDS, repair).faults).toEqual({ 'not-json': 1 });
    }
  });
});

test('syntax repair is a choice, and counted too', () => {
  const text = "{'m1': 'keep', 'm2': 'drop', 'm3': 'keep',}";
  const { verdicts, faults, repaired } = judgeAnswer(text, IDS, 'syntax');
  expect(Object.fromEntries(verdicts)).toEqual(GOOD);
  expect({ faults, repaired }).toEqual({ faults: {}, repaired: true });
});

test('repair none takes a fence for what it is', () => {
  expect(extractJson(`\`\`\`json\n${ALL}\n\`\`\``, 'none')).toBeNull();
  expect(extractJson(ALL, 'none')).toEqual({ source: ALL, repaired: false });
});

test('flat pairs see every member, escapes and all', () => {
  expect(flatPairs('{ "a\\"b" : "x,}\\u0041", "c":-1.5e3, "d":null, "a\\"b":"y" }')).toEqual([
    { key: 'a"b', value: 'x,}A' },
    { key: 'c', value: null },
    { key: 'd', value: null },
    { key: 'a"b', value: 'y' },
  ]);
  expect(flatPairs('{}')).toEqual([]);
  expect(flatPairs('{"a":[1]}')).toBeNull();
  expect(flatPairs('[]')).toBeNull();
});

test('a long hostile answer is judged quickly', () => {
  const value = JSON.stringify(`${'x\\"'.repeat(1_000_000)}`);
  expect(judgeAnswer(`{"m1":${value}}`, ['m1'], 'wrapping').faults).toEqual({ schema: 1 });
  const text = `{"m1":${'{'.repeat(200_000)}`;
  expect(judgeAnswer(text, IDS, 'syntax').faults).toEqual({ 'not-json': 1 });
});
