import { estimateMinutes } from './estimate.ts';
import type { PreparedRun } from './prepare.ts';

/** About how many minutes a prepared run takes; null where no live model takes part, or none says how fast it is. */
export async function estimateRun(run: PreparedRun, signal: AbortSignal): Promise<number | null> {
  if (!run.models.live) return null;
  const tokens = new Map(
    run.transcripts.map(({ id, messages }) => [id, run.counter.count(messages)]),
  );
  return await estimateMinutes(
    {
      cells: run.cells,
      readersOf: run.readersOf,
      readerClients: run.models.readers,
      tokensOf: ({ transcript }) => tokens.get(transcript.id) ?? 0,
    },
    signal,
  );
}
