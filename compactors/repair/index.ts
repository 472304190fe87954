export { repairMessages } from './repair-messages.ts';
export type { Repair, RepairKind, RepairOutcome } from './types.ts';
