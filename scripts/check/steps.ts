import { checkDocstrings } from './docstrings.ts';
import type { CheckOutcome } from './outcome.ts';
import { checkSizes } from './sizes.ts';
import { loadSources } from './sources.ts';

const rooms = ['harness', 'compactors', 'datasets', 'reports', 'scripts'];

/** One step of the check: a program of node_modules with its arguments, or a function of ours. */
export type CheckStep = { name: string } & (
  | { type: 'program'; bin: string; args: string[] }
  | { type: 'function'; run(root: string): CheckOutcome }
);

/** Every step, cheapest first. `tests` runs all but the `*.slow.test.ts` files, which `npm test` runs too. */
export const CHECK_STEPS: readonly CheckStep[] = [
  {
    name: 'format and lint',
    type: 'program',
    bin: 'biome',
    args: ['check', '--error-on-warnings'],
  },
  {
    name: 'file sizes',
    type: 'function',
    run: (root) => checkSizes(loadSources(root, [...rooms, 'tests'])),
  },
  {
    name: 'docstrings',
    type: 'function',
    run: (root) => checkDocstrings(loadSources(root, rooms)),
  },
  {
    name: 'import direction',
    type: 'program',
    bin: 'depcruise',
    args: ['--config', '.dependency-cruiser.mjs', ...rooms, 'tests'],
  },
  { name: 'types', type: 'program', bin: 'tsc', args: ['--noEmit'] },
  { name: 'dead code', type: 'program', bin: 'knip', args: ['--no-progress'] },
  {
    name: 'tests',
    type: 'program',
    bin: 'vitest',
    // Files share a process: loading the modules again for each would be most of the time. `npm test` keeps them apart.
    args: [
      'run',
      '--reporter=dot',
      '--pool=forks',
      '--no-isolate',
      '--exclude',
      '**/*.slow.test.ts',
    ],
  },
];
