import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { BenchError } from '../../errors.ts';
import type { ModelInfo } from '../../types/model.ts';
import { KNOWN_MODEL_FILES } from '../known-files.ts';
import { tierOf } from '../tier.ts';
import { slugOf } from '../token-estimates.ts';
import { digestOfWeights } from './digest.ts';
import { SAMPLING } from './generate.ts';
import type { LlamaLibrary } from './library.ts';

/** Throws E_MODEL where a file of weights does not exist, with the way to get it where it is a known one. */
export function checkFileExists(file: string): void {
  if (!existsSync(file)) throw missingFile(file);
}

/** What a GGUF file says of its model, without loading its weights. Throws E_MODEL where it is no GGUF file. */
export async function readInfo(
  library: LlamaLibrary,
  file: string,
  contextCap: number,
): Promise<ModelInfo> {
  const gguf = await library
    .readGgufFileInfo(file, { sourceType: 'filesystem', logWarnings: false })
    .catch((cause: unknown) => {
      throw notGguf(file, cause);
    });
  const { general } = gguf.metadata;
  const limits = gguf.architectureMetadata;
  const trained = 'context_length' in limits ? Number(limits.context_length) : contextCap;
  const digest = await digestOfWeights(file);
  const known = KNOWN_MODEL_FILES.find(({ sha256 }) => sha256 === digest);
  const name = known?.name ?? slugOf(basename(file).replace(/\.gguf$/i, ''));
  const parameters = (gguf.fullTensorInfo ?? []).reduce(
    (sum, { dimensions }) => sum + dimensions.reduce<number>((size, n) => size * Number(n), 1),
    0,
  );
  return {
    id: `gguf:${name}`,
    name,
    digest,
    contextTokens: Math.min(trained, contextCap),
    parameters: parameters > 0 ? parameters : null,
    quantization: quantizationName(library.GgufFileType?.[general.file_type ?? -1]),
    tier: tierOf(parameters > 0 ? parameters : null),
    recordingsHash: null,
    settings: { ...SAMPLING },
  };
}

function quantizationName(fileType: string | undefined): string | null {
  return fileType?.replace(/^MOSTLY_/, '') ?? null;
}

function missingFile(file: string): BenchError {
  const known = KNOWN_MODEL_FILES.find((entry) => entry.file === basename(file));
  return new BenchError({
    code: 'E_MODEL',
    place: `gguf:${file}`,
    message: 'there is no such file.',
    remedy: known
      ? `Get it with \`npm run fetch-model -- ${known.name}\`.`
      : 'Check the path; `npm run fetch-model` lists models that it can get.',
  });
}

function notGguf(file: string, cause: unknown): BenchError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BenchError(
    {
      code: 'E_MODEL',
      place: `gguf:${file}`,
      message: `is no readable GGUF file: ${reason.slice(0, 200)}.`,
      remedy: 'Give the path of a file of GGUF weights.',
    },
    { cause },
  );
}
