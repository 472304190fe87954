export { canonicalForm, mergeHeaders, withoutMeasured } from './canonical.ts';
export { MIGRATIONS, type MigrationOptions, type MigrationStep, migrateRecord } from './migrate.ts';
export { LOG_FILE, type LoadedLog, loadRunLog, parseLog, readRunLog } from './read.ts';
export { parseRecord } from './schema.ts';
export { recordKey, settleRecords } from './settle.ts';
export { openRunLog, type RunLog } from './write.ts';
