import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlaceIndex } from '../../../datasets/check/place-index.ts';
import { createSearch, type Message } from '../../../harness/index.ts';

const texts = (id: string, ...all: string[]): Message => ({
  id,
  role: 'user',
  content: all.map((text) => ({ type: 'text', text })),
});

test('a value stands in each message that holds it, once, and never reaches over from one text to the next', () => {
  const places = createPlaceIndex([
    texts('a', 'port 8080, port 8080', '8080'),
    texts('b', 'port 18080'),
    texts('c', 'ends with port', '8080 begins'),
    texts('d', 'the port\n 8,080'),
  ]);
  expect(places('8080')).toEqual(['a', 'c', 'd']);
  expect(places('port 8080')).toEqual(['a', 'd']);
  expect(places(' ')).toEqual([]);
});

test('the places are those that the search of survival finds message by message', () => {
  const piece = fc.constantFrom('a', 'b1', '1', ',', ' ', '\n', '-', 'é', 'e\u0301', '東', 'A');
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { maxLength: 3 }), { maxLength: 6 }),
      text,
      (contents, value) => {
        const messages = contents.map((all, index) => texts(`m${index}`, ...all));
        const expected = messages.filter((message) => createSearch([message])(value));
        expect(createPlaceIndex(messages)(value)).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: 2_000, seed: 3 },
  );
});
