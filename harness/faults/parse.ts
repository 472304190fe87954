import { BenchError } from '../errors.ts';
import { closestName } from '../suggest.ts';
import { FAULT_NAMES, type FaultName } from './names.ts';

/** A fault and the calls that it befalls: all of them, or the first `calls` of a compaction. */
export interface FaultSpec {
  name: FaultName;
  schedule: 'always' | { first: number };
}

/** A fault as it stands in columns and keys: `none`, `500:always`, `500:first-2`. */
export function formatFault(spec: FaultSpec | null): string {
  if (spec === null) return 'none';
  const { name, schedule } = spec;
  return `${name}:${schedule === 'always' ? 'always' : `first-${schedule.first}`}`;
}

/**
 * Reads `none`, `NAME`, `NAME:always` or `NAME:first-N` (N at least 1). null = no fault. Throws E_CONFIG with the name that
 * was most likely meant.
 */
export function parseFault(text: string): FaultSpec | null {
  if (text === 'none') return null;
  const at = text.indexOf(':');
  const given = at < 0 ? text : text.slice(0, at);
  const schedule = at < 0 ? 'always' : text.slice(at + 1);
  const name = FAULT_NAMES.find((known) => known === given);
  if (!name) {
    const near = closestName(given, ['none', 'all', ...FAULT_NAMES]);
    throw bad(
      text,
      `is no fault.${near === null ? '' : ` Did you mean ${near}?`}`,
      `Known are: none, all, ${FAULT_NAMES.join(', ')}.`,
    );
  }
  if (schedule === 'always') return { name, schedule };
  const first = /^first-([1-9]\d{0,3})$/.exec(schedule)?.[1];
  if (first !== undefined) return { name, schedule: { first: Number(first) } };
  throw bad(text, `has no schedule "${schedule}".`, `Write ${name}:always or ${name}:first-2.`);
}

/**
 * Faults of a plan, each once, as they stand in columns: `all` = `none` and every fault, always. Throws E_CONFIG with every
 * text that is none.
 */
export function expandFaults(texts: readonly string[]): string[] {
  const problems: BenchError[] = [];
  const all = FAULT_NAMES.map((name) => formatFault({ name, schedule: 'always' }));
  const faults = texts.flatMap((text) => {
    if (text === 'all') return ['none', ...all];
    try {
      return [formatFault(parseFault(text))];
    } catch (error) {
      if (!(error instanceof BenchError)) throw error;
      problems.push(error);
      return [];
    }
  });
  if (problems.length > 0) throw new BenchError(problems.flatMap((error) => error.problems));
  return [...new Set(faults)];
}

function bad(text: string, message: string, remedy: string): BenchError {
  return new BenchError({ code: 'E_CONFIG', place: `fault ${text}`, message, remedy });
}
