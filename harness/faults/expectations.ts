import { z } from 'zod';
import { CAUSES, STATUSES } from '../types/status.ts';
import table from './expectations.json' with { type: 'json' };
import { FAULT_NAMES, type FaultName } from './names.ts';

/** Families of model-backed strategies that come out alike. */
export const FAULT_FAMILIES = [
  'summary',
  'summary-rolling',
  'verdicts',
  'verdicts-lenient',
  'verdicts-one',
  'verdicts-embed',
  'ladder',
] as const;

/** One of {@link FAULT_FAMILIES}. */
export type FaultFamily = (typeof FAULT_FAMILIES)[number];

/** Schedules that the table covers. */
export const FAULT_SCHEDULES = ['always', 'first-2'] as const;

/** What a fault must come out as for one family and schedule. `attempts` = model calls. */
export interface FaultExpectation {
  fault: FaultName;
  schedule: (typeof FAULT_SCHEDULES)[number];
  family: FaultFamily;
  status: (typeof STATUSES)[number];
  cause: (typeof CAUSES)[number] | null;
  attempts: number;
}

const rowSchema = z.strictObject({
  faults: z.array(z.enum(FAULT_NAMES as [FaultName, ...FaultName[]])).min(1),
  schedules: z.array(z.enum(FAULT_SCHEDULES)).min(1),
  families: z.array(z.enum(FAULT_FAMILIES)).min(1),
  status: z.enum(STATUSES),
  cause: z.enum(CAUSES).nullable(),
  attempts: z.number().int().nonnegative(),
});

/** The table of `expectations.json`, a row for each fault, schedule and family. Throws where the table is malformed. */
export function faultExpectations(): FaultExpectation[] {
  return z
    .array(rowSchema)
    .parse(table.rows)
    .flatMap(({ faults, schedules, families, status, cause, attempts }) =>
      faults.flatMap((fault) =>
        schedules.flatMap((schedule) =>
          families.map((family) => ({ fault, schedule, family, status, cause, attempts })),
        ),
      ),
    );
}
