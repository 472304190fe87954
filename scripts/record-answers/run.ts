import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promptHashes } from '../../compactors/index.ts';
import { loadTranscripts } from '../../datasets/index.ts';
import {
  BenchError,
  createCounter,
  createGgufModel,
  createModelReader,
  createRealClock,
  createRunHeader,
  createVirtualClock,
  type Grader,
  KNOWN_MODEL_FILES,
  type KnownModelFile,
  type ModelClient,
  openRecordingStore,
  openRunLog,
  type PlannedCell,
  projectRoot,
  type Reader,
  type RecordingStore,
  runPlan,
  withRecording,
} from '../../harness/index.ts';
import { RECORDED } from '../bench/recorded-scope.ts';
import { planRecording } from './plan.ts';

/** Settings of one recording. `trials` and `transcripts` narrow it, so that a part can be recorded alone. */
export interface RecordAnswersOptions {
  weights: string;
  out: string;
  transcripts: string[] | null;
  trials: number;
  threads: number | null;
  maxMinutes: number | null;
  readings: boolean;
  pack: boolean;
  say: (line: string) => void;
}

interface OpenModel {
  client: ModelClient;
  store: RecordingStore;
}

/** A grader that looks at nothing: a recording needs the readers' answers, not their grades. */
const NO_GRADER: Grader = {
  id: 'none',
  grade: async () => ({ status: 'unscored', reason: 'not-asked', detail: null }),
};

/**
 * Records the answers of the known models for the default run, asking only what is not recorded yet, and packs them. Returns
 * false where time ran out first. Throws E_MODEL where weights are missing.
 */
export async function recordAnswers(options: RecordAnswersOptions): Promise<boolean> {
  const { say } = options;
  const startMs = createRealClock();
  const counter = createCounter('o200k_base');
  const { transcripts, datasets } = await loadTranscripts({
    ...(options.transcripts === null ? {} : { names: options.transcripts }),
  });
  const short = transcripts.filter(
    ({ messages, source }) =>
      source.kind === 'recorded' && counter.count(messages) <= RECORDED.transcriptTokens,
  );
  say(`Transcripts: ${short.map(({ id }) => id).join(', ')}`);
  const models: OpenModel[] = [];
  for (const known of KNOWN_MODEL_FILES) models.push(await openModel(known, options));
  const pairs = models.map(({ client }) => ({ main: client, small: null }));
  const plan = planRecording({ transcripts: short, models: pairs, trials: options.trials });
  const reading = models.find(({ client }) => client.info.name === RECORDED.reader);
  const stages: { name: string; cells: PlannedCell[]; readers: Reader[] }[] = [
    { name: 'compactions of trial 1', cells: ofTrial(plan.compactions, 1), readers: [] },
    {
      name: `readings of ${RECORDED.reader}`,
      cells: options.readings ? plan.readings : [],
      readers: reading === undefined ? [] : [createModelReader(reading.client)],
    },
    {
      name: 'compactions of later trials',
      cells: plan.compactions.filter(({ trial }) => trial > 1),
      readers: [],
    },
  ];
  let complete = true;
  for (const { name, cells, readers } of stages) {
    if (cells.length === 0) continue;
    const spentMinutes = startMs.now() / 60_000;
    const leftMinutes = options.maxMinutes === null ? null : options.maxMinutes - spentMinutes;
    if (leftMinutes !== null && leftMinutes <= 0) {
      complete = false;
      break;
    }
    const folder = await mkdtemp(join(tmpdir(), 'compactor-bench-record-'));
    const log = await openRunLog(folder);
    let done = 0;
    try {
      const outcome = await runPlan({
        cells,
        header: createRunHeader({
          settings: {},
          datasets,
          prompts: promptHashes(),
          models: pairs,
          readers,
          seed: 1,
          servers: {},
        }),
        counter,
        readers,
        graders: readers.length === 0 ? [] : [NO_GRADER],
        log,
        signal: new AbortController().signal,
        concurrency: 1,
        clock: createRealClock(),
        createClock: () => createVirtualClock(),
        wrapModel: (client) => client,
        onProgress: (event) => {
          if (event.type !== 'cell-finished') return;
          done += 1;
          const minutes = (startMs.now() / 60_000).toFixed(1);
          say(`${name}: ${done} of ${cells.length} (${minutes} min)`);
        },
        maxMinutes: leftMinutes,
      });
      complete &&= outcome.missing === 0;
    } finally {
      await log.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  for (const { client, store } of models) {
    // Only a full pass has met every request; after a part of one the rest may still be wanted.
    if (options.pack)
      store.pack({ onlyUsed: complete && options.transcripts === null && options.readings });
    await client.close?.();
    say(`${client.info.name}: ${store.size} recordings`);
  }
  return complete;
}

function ofTrial(cells: readonly PlannedCell[], trial: number): PlannedCell[] {
  return cells.filter((cell) => cell.trial === trial);
}

async function openModel(known: KnownModelFile, options: RecordAnswersOptions): Promise<OpenModel> {
  const file = join(options.weights, known.file);
  if (!existsSync(file)) {
    throw new BenchError({
      code: 'E_MODEL',
      place: file,
      message: `the weights of ${known.name} are not there.`,
      remedy: 'Get them with: npm run fetch-model',
    });
  }
  const live = await createGgufModel({
    file,
    ...(options.threads === null ? {} : { threads: options.threads }),
  });
  const root = join(projectRoot(), options.out);
  const store = openRecordingStore({ root, name: live.info.name, model: live.info });
  return { client: withRecording(live, { store, mode: 'replay-or-record' }), store };
}
