import { compactorEntry } from '../../compactors/index.ts';
import { createCounter, resolveModels } from '../../harness/index.ts';
import type { Arguments } from '../cli/command.ts';
import { EXIT } from '../cli/exit-codes.ts';
import { createProblemList, type ProblemList } from '../cli/problem-list.ts';
import { resolveOptions } from '../models/resolve-options.ts';
import { compactInput } from './compact-input.ts';
import { type CompactInput, loadInput } from './load-input.ts';
import { renderView } from './render-view.ts';
import { parseCompactSettings } from './settings.ts';

/** Runs `npm run compact`. Throws a BenchError with every problem of the settings, the compactor and the files. */
export async function runCompact(args: Arguments, flags: readonly string[]): Promise<number> {
  const problems = createProblemList();
  const settings = parseCompactSettings(args, flags, problems);
  const { compactor: name, params, target, json } = settings;
  const entry = name === null ? null : await problems.attempt(() => compactorEntry(name));
  const needsFacts = entry?.role === 'oracle';
  const inputs: CompactInput[] = [];
  for (const file of settings.files) {
    const input = await problems.attempt(() => loadInput(file));
    if (input === null) continue;
    inputs.push(input);
    if (needsFacts && input.facts === null) noteMissingFacts(problems, file, entry.name);
  }
  const facts = needsFacts ? (inputs[0]?.facts ?? []) : null;
  if (entry) await problems.attempt(() => entry.create(params, facts));
  const { signal } = new AbortController();
  const { model } = settings;
  const found =
    model === null
      ? null
      : await problems.attempt(() => resolveModels([model], resolveOptions({}, signal)));
  problems.throwAll();

  const [main] = found?.models ?? [];
  const models = main ? { main } : null;
  const counter = createCounter(settings.counter);
  for (const input of inputs) {
    const compactor = entry?.create(params, needsFacts ? input.facts : null);
    if (!compactor) continue;
    const outcome = await compactInput(input, { compactor, counter, target, models, signal });
    console.log(json ? JSON.stringify(outcome.line) : renderView(outcome));
    await compactor.close?.();
  }
  await found?.close();
  return EXIT.done;
}

function noteMissingFacts(problems: ProblemList, file: string, compactor: string): void {
  problems.add({
    code: 'E_COMPACTOR',
    place: file,
    message: `${compactor} needs facts, and this file has none.`,
    remedy: 'Name a transcript of this project with facts, or another compactor.',
  });
}
