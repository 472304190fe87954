import { COMPACTORS, type CompactorEntry, compactorEntry } from '../../compactors/index.ts';
import {
  BenchError,
  type CompactorChoice,
  type CompactorSource,
  type Problem,
} from '../../harness/index.ts';

/** Roles that every run needs: without ceiling and floor no figure can be read. */
const ALWAYS = ['ceiling', 'floor'];

/**
 * The compactors that take part, by name, with ceiling and floor in any case. Throws
 * E_COMPACTOR with each unknown name, bad setting, and name that two of them share.
 */
export function chooseCompactors(choices: readonly CompactorChoice[]): CompactorSource[] {
  const problems: Problem[] = [];
  const sources: CompactorSource[] = [];
  for (const [index, choice] of choices.entries()) {
    const place = `compactors[${index}]`;
    try {
      sources.push(toSource(choice));
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      problems.push(
        ...error.problems.map((problem) => ({ ...problem, place: join(place, problem) })),
      );
    }
  }
  for (const name of repeated(sources.map(({ name }) => name))) {
    problems.push({
      code: 'E_COMPACTOR',
      place: 'compactors',
      message: `"${name}" takes part twice.`,
      remedy: 'Give one of them a label: { name, label, params }.',
    });
  }
  if (problems.length > 0) throw new BenchError(problems);
  const missing = COMPACTORS.filter(
    ({ role }) => ALWAYS.includes(role) && !sources.some((source) => source.role === role),
  );
  return [...sources, ...missing.map((entry) => entrySource(entry, {}))];
}

function join(place: string, problem: Problem): string {
  return problem.place === 'compactor' ? place : `${place} ${problem.place}`;
}

function toSource(choice: CompactorChoice): CompactorSource {
  const spec = typeof choice === 'string' ? { name: choice } : choice;
  const source = entrySource(compactorEntry(spec.name), spec);
  // Settings are wrong now, or never.
  source.create(source.role === 'oracle' ? [] : null);
  return source;
}

function entrySource(
  entry: CompactorEntry,
  { label, params = {} }: Exclude<CompactorChoice, string> | { label?: string; params?: never },
): CompactorSource {
  return {
    name: label ?? entry.name,
    role: entry.role,
    needsModel: entry.needsModel,
    create: (facts) => entry.create(params, facts, label),
  };
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
