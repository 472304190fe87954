export { canonicalForm, mergeHeaders } from './canonical.ts';
export { migrateRecord } from './migrate.ts';
export { LOG_FILE, type LoadedLog, loadRunLog, readRunLog } from './read.ts';
export { settleRecords } from './settle.ts';
export { openRunLog, type RunLog } from './write.ts';
