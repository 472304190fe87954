import { createCounter } from '../counters/index.ts';
import ratios from './token-ratios.json' with { type: 'json' };

/**
 * Tokens of a text for a model, as planners estimate them: ceil(o200k count x ratio). The ratio is frozen per model
 * family (measured with the family's own tokenizer), so that live and recorded clients plan the same requests.
 */
export function estimateTokensFor(modelName: string): (text: string) => number {
  const { ratio } = ratiosFor(modelName);
  const counter = createCounter('o200k_base');
  return (text) => Math.ceil(counter.countText(text) * ratio);
}

/**
 * The frozen ratios of a model's tokens to o200k tokens: those of the longest family name that its own name starts with.
 * `ratio` is what planners use, near the most that was seen; `fewest` is what no ordinary text goes below.
 */
export function ratiosFor(modelName: string): { ratio: number; fewest: number } {
  const slug = slugOf(modelName);
  let best: { family: string; ratio: number; fewest: number } | null = null;
  for (const [family, { ratio, fewest }] of Object.entries(ratios.families)) {
    if (!slug.startsWith(family) || family.length <= (best?.family.length ?? 0)) continue;
    best = { family, ratio, fewest };
  }
  return best ?? ratios.default;
}

/** Name of a model as a folder and in tables: lower case letters, digits and single dots, all else as one hyphen. */
export function slugOf(modelName: string): string {
  return modelName
    .toLowerCase()
    .replace(/[^a-z0-9.]+|\.{2,}/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}
