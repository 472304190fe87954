import type { Usage } from '../types/model.ts';
import table from './prices.json' with { type: 'json' };

/** US dollars for a million tokens. `cachedInputUsd` null = cached tokens cost what others do. */
export interface ModelPrice {
  inputUsd: number;
  cachedInputUsd: number | null;
  outputUsd: number;
}

/** Prices by model name, with the month (YYYY-MM) in which they were read. */
export interface PriceTable {
  asOf: string;
  models: Readonly<Record<string, ModelPrice>>;
}

/** The prices that come with the project. */
export const PRICES: PriceTable = { asOf: table.asOf, models: table.models };

/** A table with some prices set by hand; each of them wins over the built-in one. */
export function overridePrices(
  base: PriceTable,
  own: Readonly<Record<string, ModelPrice>>,
): PriceTable {
  return { ...base, models: { ...base.models, ...own } };
}

/**
 * The price of a model: of exactly this name, or of a dated version of it (`gpt-4o-2024-08-06`). null where none is known,
 * as for every local model: those cost tokens and time.
 */
export function priceOf(modelName: string, prices: PriceTable = PRICES): ModelPrice | null {
  const exact = Object.entries(prices.models).find(([name]) => name === modelName);
  if (exact) return exact[1];
  const undated = modelName.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return undated === modelName ? null : priceOf(undated, prices);
}

/** US dollars of one call; null where the price or a token count is not known. Cached tokens are part of the prompt's. */
export function costUsd(usage: Usage, price: ModelPrice | null): number | null {
  const { promptTokens, completionTokens } = usage;
  if (price === null || promptTokens === null || completionTokens === null) return null;
  const cached = Math.min(usage.cachedTokens ?? 0, promptTokens);
  const cachedUsd = price.cachedInputUsd ?? price.inputUsd;
  const million = 1e6;
  return (
    ((promptTokens - cached) * price.inputUsd +
      cached * cachedUsd +
      completionTokens * price.outputUsd) /
    million
  );
}

/** What the next call pays for a prompt after a compaction. Tokens by one counter. */
export interface PromptCacheCost {
  /** Tokens that a prompt cache still serves: the prefix that the compaction left as it was. */
  reusedTokens: number;
  /** Tokens that must be read anew. */
  rereadTokens: number;
  /** US dollars of the prompt; null where no price is known. */
  promptUsd: number | null;
  /** US dollars of the prompt of the same call had nothing been compacted and everything been cached. */
  uncompactedUsd: number | null;
}

/**
 * The prompt-cache cost of a compaction: a context of `tokensBefore` became one of `tokensAfter`, of which a prefix of
 * `reusablePrefixTokens` is as it was.
 */
export function promptCacheCost(
  sizes: { tokensBefore: number; tokensAfter: number; reusablePrefixTokens: number },
  price: ModelPrice | null,
): PromptCacheCost {
  const reusedTokens = Math.min(sizes.reusablePrefixTokens, sizes.tokensAfter);
  const promptUsd = (promptTokens: number, cachedTokens: number): number | null =>
    costUsd({ promptTokens, completionTokens: 0, cachedTokens }, price);
  return {
    reusedTokens,
    rereadTokens: sizes.tokensAfter - reusedTokens,
    promptUsd: promptUsd(sizes.tokensAfter, reusedTokens),
    uncompactedUsd: promptUsd(sizes.tokensBefore, sizes.tokensBefore),
  };
}
