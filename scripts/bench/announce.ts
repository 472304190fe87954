import { plainText } from '../../harness/index.ts';
import type { PreparedRun } from './prepare.ts';

/** The first lines of a run: which models take part and why, over what, and how long it may take. */
export function announceRun(
  run: PreparedRun,
  time: { estimateMinutes: number | null; maxMinutes: number | null },
): string {
  const { models, transcripts, modelTranscripts, readers, cells } = run;
  const clients = models.pairs.flatMap(({ main, small }) => [main, small]);
  const strong = clients.some((client) => client?.info.tier === 'strong');
  const backed = cells.filter(({ models: { main } }) => main !== null).length;
  const lines = [
    ...(strong ? [] : ['There is no strong model in this run.']),
    `Models: ${models.names.join(', ') || 'none'}. ${models.reason}`,
    `Transcripts: ${transcripts.map(({ id }) => id).join(', ') || 'none'}${
      modelTranscripts.size < transcripts.length
        ? `; models take part in ${[...modelTranscripts].join(', ') || 'none'}`
        : ''
    }.`,
    `Readers: ${readers.map(({ id }) => id).join(', ') || 'none'}.`,
    `Plan: ${cells.length} cells, ${backed} of them ask a model. ${describeTime(run, time)}`,
  ];
  return plainText(lines.join('\n'));
}

function describeTime(
  { models }: PreparedRun,
  { estimateMinutes, maxMinutes }: Parameters<typeof announceRun>[1],
): string {
  const cap = maxMinutes === null ? '' : ` No cell is begun after ${maxMinutes} minutes.`;
  if (models.pairs.length === 0) return `No model is asked.${cap}`;
  if (!models.live) return `Answers are replayed, so no model is waited for.${cap}`;
  if (estimateMinutes === null) return `How long the models take is not known.${cap}`;
  return `About ${estimateMinutes} minutes, going by one timed answer of each model.${cap}`;
}

/** How many cells each compactor and model has: what a dry run shows. */
export function describePlan({ cells }: PreparedRun): string {
  const counts = new Map<string, number>();
  for (const { compactor, models, mode } of cells) {
    const who = [compactor.name, models.main?.info.id, models.small?.info.id].filter(Boolean);
    const line = `${who.join(' + ')} (${mode})`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return plainText([...counts].map(([line, count]) => `  ${count} x ${line}`).join('\n'));
}
