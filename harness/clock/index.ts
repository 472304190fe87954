export { createRealClock } from './real.ts';
export { createVirtualClock, type VirtualClock } from './virtual.ts';
export { wallTimeIso } from './wall.ts';
