/**
 * The direction of imports, as ARCHITECTURE.md draws it. A breach fails `npm run check`.
 * Type-only imports count too: a cycle of types is a cycle.
 */
const rooms = 'harness|compactors|datasets|reports|scripts';

/** A room on the middle floor sees the harness's door, its own folder and packages; nothing else of ours. */
const middleRoom = (room) => ({
  name: `${room}-sees-harness-only`,
  comment: `${room}/ imports only harness/index.ts and its own folder.`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: { path: `^(${rooms}|tests)/`, pathNot: [`^${room}/`, '^harness/index\\.ts$'] },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one file, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'harness-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^harness/' },
      to: { path: '^(compactors|datasets|reports|scripts|tests)/' },
    },
    middleRoom('compactors'),
    middleRoom('datasets'),
    middleRoom('reports'),
    {
      name: 'scripts-enter-by-doors',
      comment: 'A script imports the index.ts of a room, never a file behind it.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^(harness|compactors|datasets|reports|tests)/', pathNot: '^[a-z]+/index\\.ts$' },
    },
    {
      name: 'commands-stand-alone',
      comment:
        'A command never imports another one: what they share lies in a folder under scripts/.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^scripts/[a-z-]+\\.ts$' },
    },
    {
      name: 'compactors-touch-nothing',
      comment:
        'A strategy has only what the request hands in: no files, network, processes or timers.',
      severity: 'error',
      from: { path: '^compactors/', pathNot: '^compactors/peers/' },
      to: {
        dependencyTypes: ['core'],
        path: '^(node:)?(fs|child_process|net|http|https|http2|tls|dgram|dns|timers|worker_threads|cluster|os|perf_hooks)(/|$)',
      },
    },
    {
      name: 'no-tests-in-sources',
      severity: 'error',
      from: { path: `^(${rooms})/` },
      to: { path: '^tests/' },
    },
    {
      name: 'declared-packages-only',
      comment:
        'What the sources import stands in package.json under dependencies (or is an optional peer).',
      severity: 'error',
      from: { path: `^(${rooms})/`, pathNot: '^scripts/check/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm-peer', 'type-only'],
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(tests/fixtures|\\.build|runs)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
