export {
  FAULT_FAMILIES,
  FAULT_SCHEDULES,
  type FaultExpectation,
  type FaultFamily,
  faultExpectations,
} from './expectations.ts';
export { FAULT_GROUPS, FAULT_NAMES, type FaultName } from './names.ts';
export { expandFaults, type FaultSpec, formatFault, parseFault } from './parse.ts';
export { withFault } from './with-fault.ts';
