import type { ModelInfo } from '../../harness/index.ts';
import type { ReportHeader } from './report-types.ts';
import type { RunData } from './types.ts';

/** What took part and why, from the run headers. `settings.modelsReason` is the run's own sentence on its choice of models. */
export function summarizeHeader(data: RunData): ReportHeader {
  const { headers, finished, compacted } = data;
  const models = uniqueBy(
    headers.flatMap((header) => header.models),
    (model) => model.id,
  );
  const used = new Set(compacted.flatMap((record) => [record.model, record.smallModel]));
  const isUsed = (model: ModelInfo) => used.has(model.id) || used.has(model.name);
  const reason = headers.map((header) => header.settings.modelsReason).find(Boolean);
  return {
    models,
    readers: uniqueBy(
      headers.flatMap((header) => header.readers),
      (reader) => reader.id,
    ).map(({ id, canAbstain }) => ({ id, canAbstain })),
    modelsReason: typeof reason === 'string' ? reason : null,
    strongModel:
      models.some((model) => model.tier === 'strong' && isUsed(model)) ||
      compacted.some((record) => record.tier === 'strong'),
    clocks: unique(compacted.map((record) => record.clock)),
    datasets: uniqueBy(
      headers.flatMap((header) => header.datasets),
      (dataset) => `${dataset.name}@${dataset.hash}`,
    ),
    agents: unique(headers.flatMap((header) => header.agents ?? [])),
    keyVersions: unique(headers.map((header) => header.keyVersion)),
    sourceHashes: unique(headers.map((header) => header.sourceHash)),
    seed: headers[0]?.seed ?? null,
    planned: new Set(headers.flatMap((header) => header.plannedKeys)).size,
    recorded: new Set(compacted.map((record) => record.compactionKey)).size,
    missing: data.missingKeys.length,
    durationMs:
      finished.length === 0
        ? null
        : finished.reduce((sum, record) => sum + record.measured.durationMs, 0),
  };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

function uniqueBy<T>(values: readonly T[], key: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}
