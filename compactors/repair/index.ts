export { MISSING_RESULT_TEXT, repairMessages } from './repair-messages.ts';
export type { Repair, RepairKind, RepairOutcome } from './types.ts';
