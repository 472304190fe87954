import { expect, it } from 'vitest';
import { checkDocstrings } from '../../scripts/check/docstrings.ts';

const check = (text: string) => checkDocstrings([{ path: 'harness/a.ts', text }]);

it('names each exported declaration without a docstring, with its line', () => {
  const text = [
    '/** Fine. */',
    'export function documented(): void {}',
    'export const a = 1;',
    '// no docstring',
    'export interface B { x: number }',
    'export type C = string;',
    'export class D {}',
    '/** */',
    'export function empty(): void {}',
  ].join('\n');
  const problems = check(text).problems.map((problem) => problem.split(' has ')[0]);
  expect(problems).toEqual([
    'harness/a.ts:3: a',
    'harness/a.ts:5: B',
    'harness/a.ts:6: C',
    'harness/a.ts:7: D',
    'harness/a.ts:9: empty',
  ]);
});

it('asks nothing of what is not exported, of re-exports, and of later overloads', () => {
  const text = [
    "export { x } from './x.ts';",
    'const inner = 1;',
    '/** Overloaded. */',
    'export function f(a: string): string;',
    'export function f(a: number): number;',
    'export function f(a: unknown): unknown { return a ?? inner; }',
  ].join('\n');
  expect(check(text).problems).toEqual([]);
});
