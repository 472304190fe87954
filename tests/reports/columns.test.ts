import { describe, expect, it } from 'vitest';
import { CELL_COLUMNS, FACT_COLUMNS, SUMMARY_COLUMNS } from '../../reports/index.ts';

const REAL_TIME = new Set(['latency_ms', 'model_ms', 'latency_p50_ms', 'latency_p95_ms']);

describe.each([
  ['cells', CELL_COLUMNS],
  ['facts', FACT_COLUMNS],
  ['summary', SUMMARY_COLUMNS],
])('columns of %s.csv', (_name, columns) => {
  it('have unique snake-case names and a description', () => {
    const names = columns.map((column) => column.name);
    expect(new Set(names).size).toBe(names.length);
    for (const column of columns) {
      expect(column.name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(column.description.length).toBeGreaterThan(2);
    }
  });

  it('are named so that what real time decides is known by its name', () => {
    for (const column of columns) {
      const named = REAL_TIME.has(column.name) || column.name.startsWith('measured_');
      expect([column.name, column.measured]).toEqual([column.name, named]);
    }
  });
});
