import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { BenchError, ModelError } from '../errors.ts';
import { sha256Hex } from '../hash.ts';
import { closestName } from '../suggest.ts';
import type { GenerateRequest, ModelClient } from '../types/model.ts';
import { estimateTokensFor } from './token-estimates.ts';

const answerSchema = z.strictObject({
  task: z.string().min(1),
  kind: z.enum(['summary', 'verdicts', 'probe', 'judge', 'extract', 'continuation']),
  /** Only for this prompt, where answers to several prompts of one kind differ in form. */
  promptId: z.string().min(1).optional(),
  text: z.string(),
});

const fileSchema = z.strictObject({
  contextTokens: z.number().int().positive(),
  answers: z.array(answerSchema),
});

type ReferenceAnswer = z.infer<typeof answerSchema>;

/** Names of the reference files in a folder, sorted. A folder that does not exist has none. */
export function listReferenceModels(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort();
}

/**
 * A model whose answers were written by hand, in `<root>/<name>.json`: `{ contextTokens, answers: [{ task, kind,
 * promptId?, text }] }`. Keyed by task and kind, so that a prompt edit does not lose them; an answer with the request's
 * promptId goes first. Takes no time. Throws E_MODEL where the file is missing, malformed, or answers one key twice.
 */
export function createReferenceModel(options: { root: string; name: string }): ModelClient {
  const { name } = options;
  const file = join(options.root, `${name}.json`);
  const bytes = readReference(options, file);
  const { contextTokens, answers } = parseReference(bytes, file);
  const byKey = indexAnswers(answers, file);
  return {
    info: {
      id: `reference:${name}`,
      name,
      digest: sha256Hex(bytes),
      contextTokens,
      parameters: null,
      quantization: null,
      tier: 'reference',
      recordingsHash: null,
      settings: {},
    },
    estimateTokens: estimateTokensFor(name),
    async generate(request) {
      request.signal.throwIfAborted();
      const text = findAnswer(byKey, request);
      if (text === undefined) throw missingAnswer(request, file);
      if (text !== '') request.onDelta?.(text);
      return {
        text,
        reasoning: null,
        stopReason: 'stop',
        stopDetail: null,
        usage: { promptTokens: null, completionTokens: null, cachedTokens: null },
        timing: { firstTokenMs: null, totalMs: 0, loadMs: null },
        logprobs: null,
      };
    },
  };
}

function readReference({ root, name }: { root: string; name: string }, file: string): Buffer {
  if (/^[\w.-]+$/.test(name) && existsSync(file)) return readFileSync(file);
  const known = listReferenceModels(root);
  const near = closestName(name, known);
  throw new BenchError({
    code: 'E_MODEL',
    place: `reference:${name}`,
    message: `no answers are written under this name in ${root}.${near === null ? '' : ` Did you mean reference:${near}?`}`,
    remedy: known.length === 0 ? `Write ${file}.` : `Known are: ${known.join(', ')}.`,
  });
}

function parseReference(bytes: Buffer, file: string): z.infer<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    const issues =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => ({ at: path.join('.'), message }))
        : [{ at: '', message: error instanceof Error ? error.message : String(error) }];
    throw new BenchError(
      issues.map(({ at, message }) => ({
        code: 'E_MODEL' as const,
        place: at === '' ? file : `${file} ${at}`,
        message: `is not a file of written answers: ${message}.`,
        remedy: 'Correct it.',
      })),
      { cause: error },
    );
  }
}

function indexAnswers(answers: readonly ReferenceAnswer[], file: string): Map<string, string> {
  const byKey = new Map<string, string>();
  const twice = new Set<string>();
  for (const { task, kind, promptId, text } of answers) {
    const key = keyOf(kind, task, promptId ?? null);
    if (byKey.has(key)) twice.add(`${kind} of ${task}`);
    byKey.set(key, text);
  }
  if (twice.size === 0) return byKey;
  throw new BenchError(
    [...twice].map((what) => ({
      code: 'E_MODEL' as const,
      place: file,
      message: `answers ${what} twice.`,
      remedy: 'Keep one answer.',
    })),
  );
}

function findAnswer(byKey: Map<string, string>, request: GenerateRequest): string | undefined {
  const { kind, task, promptId } = request.purpose;
  return byKey.get(keyOf(kind, task, promptId)) ?? byKey.get(keyOf(kind, task, null));
}

function missingAnswer({ purpose }: GenerateRequest, file: string): ModelError {
  const { kind, task, promptId } = purpose;
  return new ModelError(
    'no-recording',
    `no answer is written for ${kind} of ${task} (prompt ${promptId}); add one to ${file}`,
  );
}

function keyOf(kind: string, task: string, promptId: string | null): string {
  return JSON.stringify([kind, task, promptId]);
}
