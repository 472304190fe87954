import type { WarningCode } from './report-types.ts';

/** One or many, in words. */
function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

/** Every warning that a report may give: what it says of `count` cases, and what to do next. */
export const WARNING_TEXTS: Record<
  WarningCode,
  { message: (count: number) => string; remedy: string }
> = {
  'no-run-header': {
    message: () => 'The log has no header: what was planned, and with which data, is not known.',
    remedy: 'Run the bench again; a log without its first line cannot be compared or gated.',
  },
  'missing-cells': {
    message: (n) => `${counted(n, 'planned cell has', 'planned cells have')} no record.`,
    remedy: 'Finish the run with `npm run bench -- --resume DIR` before reading any mean.',
  },
  'no-recording': {
    message: (n) =>
      `${counted(n, 'cell asked', 'cells asked')} a recorded model something that was never recorded; they count as missing.`,
    remedy:
      'Record the answers with `npm run record-answers`, or use a live model with `--models`.',
  },
  failures: {
    message: (n) =>
      `${counted(n, 'compaction', 'compactions')} failed; failures are in no mean and in every count.`,
    remedy:
      'Read the table of causes before comparing means; a mean over the rest flatters a compactor that fails often.',
  },
  violations: {
    message: (n) =>
      `${counted(n, 'context of a strategy breaks', 'contexts of strategies break')} the structure that a chat API asks for.`,
    remedy: 'Look up `violations` in cells.csv; such a context may be refused by a provider.',
  },
  void: {
    message: (n) =>
      `${counted(n, 'cell has', 'cells have')} a cut prompt or an answer that does not count.`,
    remedy:
      'Give the model a larger context (`num_ctx` for Ollama) or more output tokens, then run these cells again.',
  },
  unscored: {
    message: (n) => `${counted(n, 'probe has', 'probes have')} no score; they are in no mean.`,
    remedy: 'Filter facts.csv by status `unscored`; the column `reason` says why.',
  },
  'not-graded': {
    message: () => 'No reader was asked: there is survival, but no recall.',
    remedy: 'Name a reader with `--readers`, or grade this run with `--regrade DIR`.',
  },
  'not-beating-random': {
    message: (n) => `${counted(n, 'row does', 'rows do')} not beat random-keep at equal tokens.`,
    remedy:
      'See "Against random-keep"; such a strategy chooses no better than chance what to keep.',
  },
  'few-transcripts': {
    message: (n) =>
      `${counted(n, 'row rests', 'rows rest')} on fewer than 8 transcripts: no interval is given.`,
    remedy: 'Add transcripts (`--transcripts`, `npm run import`) before calling a difference real.',
  },
  'no-strong-model': {
    message: () => 'No strong model took part: nothing here says how a strong model would do.',
    remedy: 'Name one with `--models openai:NAME` or a large `ollama:NAME`.',
  },
  'no-model': {
    message: () => 'No compactor of this run asks a model.',
    remedy:
      'Add one that does, such as `--compactors summary,verdicts-free`, with `--models` or the recorded ones.',
  },
  'no-ceiling': {
    message: () =>
      'No ceiling in this run: normalised figures and unanswerable probes are missing.',
    remedy: 'Add the compactor `identity`.',
  },
  'no-floor': {
    message: () => 'No floor in this run: normalised figures and guessable probes are missing.',
    remedy: 'Add the compactor `drop-all`.',
  },
  'no-random': {
    message: () => 'No random-keep in this run: nothing says what chance would keep.',
    remedy: 'Add the compactor `random-keep`, at two budgets or more.',
  },
  'mixed-clocks': {
    message: () =>
      'Some cells ran on the real clock, some on a virtual one; their latencies are never mixed.',
    remedy: 'Compare latencies only between rows with the same `clock`.',
  },
  'real-clock': {
    message: () => 'Latencies are real time on this machine and will differ on another.',
    remedy: 'Compare them only with runs on the same idle machine.',
  },
  'mixed-sources': {
    message: () =>
      'Recorded and synthetic transcripts are both in this run; they have rows of their own.',
    remedy: 'Quote the rows of recorded transcripts.',
  },
  synthetic: {
    message: () => 'Synthetic transcripts took part; their rows are no headline figures.',
    remedy: 'Use them for scale and for controlled experiments only.',
  },
  'scripted-agent': {
    message: () =>
      'The assistant turns of some transcripts were not written by an agent model working alone.',
    remedy: 'Read the dataset card before generalising to sessions of a given model.',
  },
  'dev-split': {
    message: () => 'The `dev` split took part, on which prompts and thresholds were tuned.',
    remedy: 'Quote the rows of split `held-out`.',
  },
};
