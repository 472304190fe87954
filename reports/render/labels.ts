import type { SummaryGroup } from '../summarize/types.ts';

/** Compactor with the models that it asks: `summary (qwen)`, `ladder (qwen + smollm)`. */
export function formatCompactor(group: {
  compactor: string;
  model: string | null;
  smallModel?: string | null;
}): string {
  const models = [group.model, group.smallModel ?? null].filter((model) => model !== null);
  return models.length === 0 ? group.compactor : `${group.compactor} (${models.join(' + ')})`;
}

/** `0.2` of the window as `20 %`, a number of tokens as `4,000 tokens`. */
export function formatBudget(group: Pick<SummaryGroup, 'budgetRatio' | 'targetTokens'>): string {
  if (group.budgetRatio !== null) return `${Number((group.budgetRatio * 100).toFixed(2))} %`;
  return group.targetTokens === null
    ? 'n/a'
    : `${group.targetTokens.toLocaleString('en-US')} tokens`;
}

/** What the rows of one table have in common. */
export function formatScope(group: SummaryGroup): string {
  const limits = [
    group.attemptMs === null ? [] : [`attempt limit ${group.attemptMs} ms`],
    group.totalMs === null ? [] : [`total limit ${group.totalMs} ms`],
  ].flat();
  return [
    group.mode,
    `budget ${formatBudget(group)}`,
    `reader ${group.reader ?? 'none'}`,
    `split ${group.split}`,
    ...(group.fault === 'none' ? [] : [`fault ${group.fault}`]),
    ...limits,
    ...(group.synthetic ? ['synthetic'] : []),
  ].join(', ');
}

/** Key of the table that a row belongs to. */
export function scopeKey(group: SummaryGroup): string {
  const { mode, budgetRatio, targetTokens, reader, split, fault, attemptMs, totalMs, synthetic } =
    group;
  return JSON.stringify([
    mode,
    budgetRatio,
    targetTokens,
    reader,
    split,
    fault,
    attemptMs,
    totalMs,
    synthetic,
  ]);
}

/** Rows in tables of one scope each, in the order in which the scopes first appear. */
export function byScope<Row extends { group: SummaryGroup }>(rows: readonly Row[]): Row[][] {
  const tables = new Map<string, Row[]>();
  for (const row of rows) {
    const key = scopeKey(row.group);
    tables.set(key, [...(tables.get(key) ?? []), row]);
  }
  return [...tables.values()];
}
