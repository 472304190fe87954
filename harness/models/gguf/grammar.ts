import type { Llama, LlamaGrammar } from 'node-llama-cpp';
import { ModelError } from '../../errors.ts';
import { canonicalJson } from '../../hash.ts';
import type { AnswerFormat } from '../../types/model.ts';

/** White space after which a constrained answer is over: a small model pads finished JSON with newlines for ever. */
export const GRAMMAR_STOP = '\n'.repeat(4);

/** Compiled grammars by answer format: a schema is compiled once. */
export type GrammarCache = Map<string, Promise<LlamaGrammar>>;

/** The grammar that enforces an answer format; null for plain text. Throws `protocol` where a schema cannot be enforced. */
export async function grammarFor(
  llama: Llama,
  format: AnswerFormat,
  cache: GrammarCache,
): Promise<LlamaGrammar | null> {
  if (format.type === 'text') return null;
  const key = format.type === 'json' ? 'json' : canonicalJson(format.schema);
  const known = cache.get(key);
  if (known) return known;
  const grammar =
    format.type === 'json' ? llama.getGrammarFor('json') : compileSchema(llama, format.schema);
  cache.set(key, grammar);
  return grammar;
}

async function compileSchema(llama: Llama, schema: unknown): Promise<LlamaGrammar> {
  try {
    return await llama.createGrammarForJsonSchema(
      schema as Parameters<Llama['createGrammarForJsonSchema']>[0],
    );
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelError('protocol', `this answer schema cannot be enforced: ${reason}`, { cause });
  }
}
