import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  containsValue,
  createSearch,
  messageTexts,
  survival,
  survives,
} from '../../../harness/index.ts';
import { smallFacts, smallMessages, textMessage } from '../support/small-run.ts';

describe('a value stands in a text', () => {
  it.each([
    ['port 8080.', '8080', true],
    ['port 18080', '8080', false],
    ['port 80801', '8080', false],
    ['v1.2.3-rc', '1.2.3', false],
    ['v 1.2.3-rc', '1.2.3', true],
    ['foo_bar', 'foo', true],
    ['foobar', 'foo', false],
    ['foo-bar', 'bar', true],
    ['18080 and 8080', '8080', true],
    ['BUG-4711', 'bug-4711', false],
    ['1,250,000 rows', '1250000', true],
    ['1250 rows', '1,250', true],
    ['a, b', 'a b', false],
    ['two\n\t words', 'two words', true],
    ['two words', 'two\u00a0words', true],
    ['cafe\u0301', 'caf\u00e9', true],
    ['ポート8080です', '8080', true],
    ['東京都庁', '京都', true],
    ['한국어', '국', true],
    ['naïve', 'na', false],
    ['a𝒳b', '𝒳', false],
    ['x 😀y', '😀', true],
    ['anything', '', false],
    ['any thing', ' ', false],
  ])('%j holds %j: %s', (text, value, expected) => {
    expect(containsValue(text, value)).toBe(expected);
  });

  it('whatever the value, where it stands between spaces; and never where one of its characters is another', () => {
    const word = fc.stringMatching(/^[a-z0-9_./-]{1,12}$/);
    fc.assert(
      fc.property(word, word, word, (before, value, after) => {
        expect(containsValue(`${before} ${value} ${after}`, value)).toBe(true);
        expect(containsValue('ÄÖÜ', value)).toBe(false);
        expect(containsValue(`q${value}q`, value)).toBe(!/^[a-z0-9]|[a-z0-9]$/.test(value));
      }),
    );
  });
});

describe('searched are', () => {
  it('texts, tool names, argument keys, strings and numbers, and results', () => {
    expect(
      messageTexts({
        id: 'm',
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hidden' },
          { type: 'text', text: 'said' },
          {
            type: 'tool_call',
            callId: 'c',
            name: 'read',
            arguments: { path: 'a.ts', lines: [1, { deep: true, none: null }], ratio: 0.5 },
          },
          { type: 'tool_call', callId: 'd', name: 'raw', arguments: 'not json' },
          { type: 'image', mediaType: 'image/png', ref: 'ref' },
        ],
      }),
    ).toEqual([
      'said',
      'read',
      'path',
      'a.ts',
      'lines',
      '1',
      'deep',
      'none',
      'ratio',
      '0.5',
      'raw',
      'not json',
    ]);
  });

  it('one text at a time: a value over two blocks does not stand', () => {
    const message = textMessage('m', 'user', 'port 80');
    message.content.push({ type: 'text', text: '80' });
    expect(createSearch([message])('8080')).toBe(false);
    expect(createSearch([message])('port 80 80')).toBe(false);
  });
});

describe('a fact survives', () => {
  const search = createSearch([textMessage('m', 'user', 'one two')]);

  it('by all or by any of its values, and never without one', () => {
    expect(survives(search, { allOf: ['one', 'two'] })).toBe(true);
    expect(survives(search, { allOf: ['one', 'three'] })).toBe(false);
    expect(survives(search, { anyOf: ['three', 'two'] })).toBe(true);
    expect(survives(search, { anyOf: ['three'] })).toBe(false);
    expect(survives(search, { allOf: [] })).toBe(false);
    expect(survives(search, { anyOf: [] })).toBe(false);
  });

  it('or not, with the old value apart, and absent facts have no survival', () => {
    expect(survival(smallMessages(), smallFacts())).toEqual([
      { factId: 'small-ticket', survived: true, staleSurvived: null },
      { factId: 'small-limit', survived: true, staleSurvived: true },
      { factId: 'small-absent', survived: null, staleSurvived: null },
    ]);
  });
});
