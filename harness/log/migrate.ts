import { BenchError } from '../errors.ts';
import type { JsonObject } from '../types/json.ts';
import { LOG_SCHEMA_VERSION } from '../types/record.ts';

/** Turns one record of a version into the next version's. */
export type MigrationStep = (record: JsonObject) => JsonObject;

/** The step from each version to the next, by the version it starts from. Version 1 is the first, so there is none yet. */
export const MIGRATIONS: Readonly<Record<number, MigrationStep>> = {};

/** What {@link migrateRecord} needs to know. `from` is the version in the log's header. */
export interface MigrationOptions {
  from: number;
  place: string;
  to?: number;
  steps?: Readonly<Record<number, MigrationStep>>;
}

/**
 * A record in the current version, changed step by step.
 * Throws E_RECORD for a version that is newer than this program, or for which a step is missing.
 */
export function migrateRecord(record: JsonObject, options: MigrationOptions): JsonObject {
  const { from, place, to = LOG_SCHEMA_VERSION, steps = MIGRATIONS } = options;
  if (from > to) {
    throw new BenchError({
      code: 'E_RECORD',
      message: `the log has schema version ${from}, this program reads up to ${to}.`,
      place,
      remedy: 'Read it with the version of compactor-bench that wrote it, or a later one.',
    });
  }
  let current = record;
  for (let version = from; version < to; version += 1) {
    const step = steps[version];
    if (step === undefined) {
      throw new BenchError({
        code: 'E_RECORD',
        message: `no way leads from schema version ${version} to ${version + 1}.`,
        place,
        remedy: 'Run the cells again in a new folder.',
      });
    }
    current = step(current);
  }
  if (from < to && current.type === 'run_started') return { ...current, schemaVersion: to };
  return current;
}
