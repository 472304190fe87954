import { describe, expect, it } from 'vitest';
import { COUNTER_NAMES, createCounter, type Message } from '../../../harness/index.ts';
import { fromGolden, loadFuzzGolden } from '../../support/golden.ts';

const lists = loadFuzzGolden()
  .cases.slice(0, 60)
  .map(({ input }) => fromGolden(input));
const odd: Message[] = [
  { id: 'a', role: 'user', content: [] },
  { id: 'b', role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] },
  { id: 'c', role: 'user', content: [{ type: 'text', text: '中文😀\ud800 <|endoftext|>' }] },
  { id: 'd', role: 'user', content: [{ type: 'image', mediaType: 'image/png', ref: 'x' }] },
];

describe.each(COUNTER_NAMES)('%s', (name) => {
  const counter = createCounter(name);
  const { size, finish } = counter.additive();

  it.each([[[] as Message[]], [odd], ...lists.map((list) => [list])])('list %#', (messages) => {
    const total = messages.reduce((sum, message) => sum + size(message), 0);
    expect(finish(total, messages.length)).toBe(counter.count(messages));
  });

  it('has integer sizes, none negative', () => {
    for (const message of odd) {
      expect(Number.isInteger(size(message))).toBe(true);
      expect(size(message)).toBeGreaterThan(0);
    }
  });
});
