/** The harness's one door: contracts, the runner, models, readers, graders, clocks and the run log. */
export * from './errors.ts';
export * from './types/index.ts';
export { createRealClock, createVirtualClock, type VirtualClock, wallTimeIso } from './clock/index.ts';
