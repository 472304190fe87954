import { expect, it } from 'vitest';
import { checkSizes } from '../../scripts/check/sizes.ts';

const file = (path: string, lines: number) => ({ path, text: 'x\n'.repeat(lines) });

it('warns above 250 lines and fails above 400', () => {
  const outcome = checkSizes([
    file('a.ts', 250),
    file('b.ts', 251),
    file('c.ts', 400),
    file('d.ts', 401),
    file('e.ts', 10),
  ]);
  expect(outcome).toEqual({
    problems: ['d.ts: 401 lines, more than 400. Split it by concept.'],
    warnings: ['b.ts: 251 lines, more than 250.', 'c.ts: 400 lines, more than 250.'],
    note: '5 files, median 251 lines',
  });
});
