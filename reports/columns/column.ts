/** What a column may hold. null = missing: an empty field in CSV, `null` in JSON, `n/a` for people. */
export type ColumnValue = string | number | boolean | null;

/** How people are shown a value. `rate` is a share shown in per cent, `number` a plain figure. */
export type ColumnFormat = 'text' | 'count' | 'rate' | 'number' | 'ms' | 'usd' | 'flag';

/** One column, defined once for CSV, JSON, Markdown and the terminal. */
export interface Column<Row> {
  /** Header in CSV and key in JSON, snake case, with its unit. */
  name: string;
  format: ColumnFormat;
  /** True where the real clock decides the value, so that two runs of one seed may differ in it. */
  measured: boolean;
  description: string;
  value(row: Row): ColumnValue;
}

/** A column; `measured` only where said so. */
export function column<Row>(
  name: string,
  format: ColumnFormat,
  description: string,
  value: (row: Row) => ColumnValue,
  options: { measured?: boolean } = {},
): Column<Row> {
  return { name, format, description, value, measured: options.measured ?? false };
}
