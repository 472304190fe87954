import { expect, test } from 'vitest';
import {
  costUsd,
  overridePrices,
  PRICES,
  priceOf,
  promptCacheCost,
} from '../../../harness/prices/index.ts';

const price = { inputUsd: 2, cachedInputUsd: 0.5, outputUsd: 8 };

test('a call costs its fresh, cached and answered tokens', () => {
  const usage = { promptTokens: 1_000_000, cachedTokens: 400_000, completionTokens: 100_000 };
  expect(costUsd(usage, price)).toBeCloseTo(1.2 + 0.2 + 0.8, 10);
  expect(costUsd({ ...usage, cachedTokens: null }, price)).toBeCloseTo(2.8, 10);
  expect(costUsd(usage, { ...price, cachedInputUsd: null })).toBeCloseTo(2.8, 10);
});

test('what is not known is no cost of nothing', () => {
  const usage = { promptTokens: 10, cachedTokens: null, completionTokens: null };
  expect(costUsd(usage, price)).toBeNull();
  expect(costUsd({ ...usage, completionTokens: 1 }, null)).toBeNull();
  expect(priceOf('smollm2:135m')).toBeNull();
  expect(priceOf('constructor')).toBeNull();
});

test('a dated version costs what its model does, and a price set by hand wins', () => {
  expect(priceOf('gpt-4o-2024-08-06')).toEqual(priceOf('gpt-4o'));
  const own = overridePrices(PRICES, { 'gpt-4o': price, mine: price });
  expect([priceOf('gpt-4o', own), priceOf('mine', own), own.asOf]).toEqual([
    price,
    price,
    PRICES.asOf,
  ]);
  expect(PRICES.asOf).toMatch(/^\d{4}-\d{2}$/);
});

test('a compaction that changes the front makes the rest be read anew', () => {
  const sizes = { tokensBefore: 10_000, tokensAfter: 4_000, reusablePrefixTokens: 500 };
  const cost = promptCacheCost(sizes, price);
  expect([cost.reusedTokens, cost.rereadTokens]).toEqual([500, 3_500]);
  expect(cost.promptUsd).toBeCloseTo((3_500 * 2 + 500 * 0.5) / 1e6, 12);
  expect(cost.uncompactedUsd).toBeCloseTo((10_000 * 0.5) / 1e6, 12);
  expect(promptCacheCost(sizes, null).promptUsd).toBeNull();
});
