import type { RunData } from '../summarize/types.ts';
import type { Pairing } from './types.ts';

/** Why two runs cannot be compared. */
export interface Refusal {
  code:
    | 'empty'
    | 'no-header'
    | 'key-version'
    | 'dataset'
    | 'clock'
    | 'counter'
    | 'reader'
    | 'not-finite'
    | 'no-pairs';
  message: string;
  remedy: string;
}

/** Every reason why a comparison of two runs would be void, each naming the difference; none = comparable. */
export function findRefusals(options: {
  baseline: RunData;
  candidate: RunData;
  pairing: Pairing;
}): Refusal[] {
  const { baseline, candidate, pairing } = options;
  const runs = [['baseline', baseline] as const, ['candidate', candidate] as const];
  const refusals: Refusal[] = [];
  for (const [name, run] of runs) {
    if (run.headers.length === 0) {
      refusals.push(refuse('no-header', `The ${name} has no header.`, 'Run it again.'));
    }
    if (run.compacted.length === 0) {
      refusals.push(refuse('empty', `The ${name} holds no compaction.`, 'Run it again.'));
    }
    const places = notFinite(run);
    if (places.length > 0) {
      const shown = places.slice(0, 3).join(', ');
      const message = `The ${name} holds ${places.length === 1 ? '1 value that is no number' : `${places.length} values that are no numbers`}, at ${shown}.`;
      refusals.push(refuse('not-finite', message, 'Run these cells again.'));
    }
  }
  const settings =
    refusals.length > 0
      ? []
      : [
          ...keyVersions(baseline, candidate),
          ...datasets(baseline, candidate),
          ...readers(baseline, candidate),
        ];
  const cells = refusals.length > 0 ? [] : pairSettings(pairing);
  return [...refusals, ...settings, ...cells];
}

function refuse(code: Refusal['code'], message: string, remedy: string): Refusal {
  return { code, message, remedy };
}

function keyVersions(baseline: RunData, candidate: RunData): Refusal[] {
  const of = (run: RunData) =>
    [...new Set(run.headers.map((header) => header.keyVersion))].sort().join(', ');
  if (of(baseline) === of(candidate)) return [];
  const message = `Keys differ: baseline ${of(baseline)}, candidate ${of(candidate)}.`;
  return [refuse('key-version', message, 'Make the baseline again with this version.')];
}

function datasets(baseline: RunData, candidate: RunData): Refusal[] {
  const hashes = (run: RunData) => {
    const all = new Map<string, Set<string>>();
    for (const { name, hash } of run.headers.flatMap((header) => header.datasets)) {
      all.set(name, (all.get(name) ?? new Set()).add(hash));
    }
    return new Map([...all].map(([name, set]) => [name, [...set].sort().join(' and ')]));
  };
  const before = hashes(baseline);
  const after = hashes(candidate);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) =>
      refuse(
        'dataset',
        `Dataset ${name} differs: baseline ${shortHash(before.get(name))}, candidate ${shortHash(after.get(name))}.`,
        'Run both on the same data, or make the baseline again.',
      ),
    );
}

function shortHash(hash: string | undefined): string {
  return hash === undefined ? 'without it' : hash.slice(0, 16);
}

function readers(baseline: RunData, candidate: RunData): Refusal[] {
  const of = (run: RunData) =>
    new Map(
      run.headers
        .flatMap((header) => header.readers)
        .map((reader) => [
          reader.id,
          `${reader.digest ?? 'no digest'} / prompt ${reader.promptHash}`,
        ]),
    );
  const after = of(candidate);
  return [...of(baseline)].flatMap(([id, print]) => {
    const other = after.get(id);
    if (other === undefined || other === print) return [];
    const message = `Reader ${id} differs: baseline ${print}, candidate ${other}.`;
    return [refuse('reader', message, 'Grade the baseline again with `--regrade`.')];
  });
}

function pairSettings({ pairs }: Pairing): Refusal[] {
  if (pairs.length === 0) {
    return [
      refuse('no-pairs', 'No cell of one run is in the other.', 'Run both with the same settings.'),
    ];
  }
  const differing = (read: (record: (typeof pairs)[0]['baseline']['record']) => string) =>
    pairs.filter(({ baseline, candidate }) => read(baseline.record) !== read(candidate.record));
  const refusals: Refusal[] = [];
  const [clock] = differing((record) => record.clock);
  if (clock !== undefined) {
    const message = `Clocks differ: baseline ${clock.baseline.record.clock}, candidate ${clock.candidate.record.clock}.`;
    refusals.push(refuse('clock', message, 'Run both live, or both on recordings.'));
  }
  const [counter] = differing((record) => record.counter);
  if (counter !== undefined) {
    const message = `Token counters differ: baseline ${counter.baseline.record.counter}, candidate ${counter.candidate.record.counter}.`;
    refusals.push(refuse('counter', message, 'Run both with the same `--counter`.'));
  }
  return refusals;
}

/** Places of numbers that are not finite in the records of a run. */
function notFinite(run: RunData): string[] {
  const places: string[] = [];
  const walk = (value: unknown, place: string): void => {
    if (typeof value === 'number' && !Number.isFinite(value)) places.push(place);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) walk(member, `${place}.${key}`);
  };
  for (const record of run.compacted) walk(record, record.compactionKey);
  for (const list of run.graded.values()) for (const record of list) walk(record, record.gradeKey);
  return places;
}
