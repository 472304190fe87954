import { EXIT } from '../cli/exit-codes.ts';

/** Ends a run in order at the first Ctrl-C, so that what is done is kept; at the second, at once. */
export function onInterrupt(say: (line: string) => void): {
  signal: AbortSignal;
  dispose: () => void;
} {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    say('Interrupted: what is done is kept. Once more ends it at once.');
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return {
    signal: controller.signal,
    dispose: () => {
      process.off('SIGINT', handle);
      process.off('SIGTERM', handle);
    },
  };
}
