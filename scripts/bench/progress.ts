import cliProgress from 'cli-progress';
import { type ProgressEvent, plainText } from '../../harness/index.ts';

/** Shows how a run goes. `stop` ends the bar, so that other text can follow. */
export interface Progress {
  onEvent(event: ProgressEvent): void;
  onGraded(done: number, total: number): void;
  stop(): void;
}

/** Parts of the plan between two plain lines. */
const PLAIN_STEPS = 10;

/** A bar where the stream is a terminal, else a plain line a tenth of the plan. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  return stream.isTTY ? createBar(stream) : createPlainLines(stream);
}

function createBar(stream: NodeJS.WriteStream): Progress {
  const bar = new cliProgress.SingleBar(
    {
      stream,
      format: '{bar} {value}/{total} cells  {cell}',
      hideCursor: true,
      clearOnComplete: true,
      linewrap: false,
    },
    cliProgress.Presets.shades_classic,
  );
  return {
    onEvent(event) {
      if (event.type === 'run-planned') bar.start(event.total, event.alreadyDone, { cell: '' });
      if (event.type === 'cell-started') bar.update({ cell: describeCell(event) });
      if (event.type === 'cell-finished') bar.update(event.done);
    },
    onGraded(done, total) {
      if (done === 1) bar.start(total, done, { cell: '' });
      else bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

function describeCell({ cell }: Extract<ProgressEvent, { type: 'cell-started' }>): string {
  const model = cell.models.main?.info.id;
  return plainText(`${cell.compactor.name}${model ? ` ${model}` : ''} ${cell.transcript.id}`);
}

function createPlainLines(stream: NodeJS.WriteStream): Progress {
  let shown = 0;
  const show = (done: number, total: number, what: string): void => {
    const step = Math.floor((PLAIN_STEPS * done) / total);
    if (step === shown) return;
    shown = step;
    stream.write(`${done} of ${total} ${what}\n`);
  };
  return {
    onEvent(event) {
      if (event.type === 'run-planned') {
        const done = event.alreadyDone > 0 ? `, ${event.alreadyDone} done before` : '';
        stream.write(`${event.total} cells planned${done}\n`);
      }
      if (event.type === 'cell-finished') show(event.done, event.total, 'cells');
    },
    onGraded: (done, total) => show(done, total, 'contexts graded'),
    stop: () => undefined,
  };
}
