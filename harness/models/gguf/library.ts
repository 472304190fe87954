import type { Llama } from 'node-llama-cpp';
import { ModelError } from '../../errors.ts';

/** The package that runs weights inside this process. */
export type LlamaLibrary = typeof import('node-llama-cpp');

/**
 * Loads node-llama-cpp, an optional peer. Throws a ModelError `model-unavailable` with the remedy where it is not
 * installed. `importLibrary` is for tests.
 */
export async function loadLibrary(
  importLibrary: () => Promise<LlamaLibrary> = () => import('node-llama-cpp'),
): Promise<LlamaLibrary> {
  try {
    return await importLibrary();
  } catch (cause) {
    throw new ModelError(
      'model-unavailable',
      'gguf: models need the optional package node-llama-cpp; install it with `npm install node-llama-cpp@3.21.1`, or use ollama: models',
      { cause },
    );
  }
}

/**
 * Starts llama.cpp from its prebuilt binary, on the processor: nothing is compiled or downloaded. Throws
 * `model-unavailable` where there is no binary for this machine.
 */
export async function startLlama(library: LlamaLibrary, threads: number): Promise<Llama> {
  try {
    return await library.getLlama({
      gpu: false,
      build: 'never',
      skipDownload: true,
      maxThreads: threads,
      logLevel: library.LlamaLogLevel.error,
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError(
      'model-unavailable',
      `node-llama-cpp has no binary that runs here (${reason.slice(0, 200)}); use ollama: models`,
      { cause },
    );
  }
}
