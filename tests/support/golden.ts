import { readFileSync } from 'node:fs';
import type { Block, JsonObject, Message, Role, ToolSchema } from '../../harness/index.ts';

/** A message as the golden files write it (Haystack's own shape, flattened). */
export interface GoldenMessage {
  role: Role;
  text?: string;
  toolCalls?: { id: string; name: string; arguments: JsonObject }[];
  toolResults?: { toolCallId: string; toolName: string; result: string; error: boolean }[];
  images?: number;
  files?: number;
  meta?: JsonObject;
}

export interface GoldenCase {
  name: string;
  counter: string;
  target_tokens: number;
  config: JsonObject & { compactor: string };
  input_tokens: number;
  input: GoldenMessage[];
  output: GoldenMessage[] | null;
  output_tokens: number | null;
  kept_input_indices?: (number | null)[] | null;
  summarizer_calls?: number;
}

export interface GoldenHookCase {
  name: string;
  window: number;
  compact_at: number;
  compact_to: number;
  context_tokens_before: number;
  tools_json_chars: number;
  triggered: boolean;
  target_tokens: number | null;
  overhead: number | null;
  message_tokens: number;
  input: GoldenMessage[];
  output: GoldenMessage[];
  kept_input_indices: (number | null)[];
  context_tokens_after: number;
}

export interface GoldenCounterCase {
  name: string;
  messages: GoldenMessage[];
  tools: ToolSchema[] | null;
  rendered: string;
  approx: number;
}

export interface GoldenFile {
  render_examples: { message: GoldenMessage; rendered: string; approx_tokens: number }[];
  counter_cases: GoldenCounterCase[];
  hook_cases: GoldenHookCase[];
  cases: GoldenCase[];
}

export interface FuzzCase {
  i: number;
  compactor: 'sw' | 'tp';
  config: { min_keep_steps: number; omission_note?: string | null; min_tokens?: number };
  target_tokens: number;
  input_tokens: number;
  input: GoldenMessage[];
  kept_input_indices: (number | null)[] | null;
  created: GoldenMessage[] | null;
  output_tokens: number | null;
}

export interface FuzzFile {
  omission_note: string;
  placeholder: string;
  cases: FuzzCase[];
}

function loadFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/golden/${name}`, import.meta.url), 'utf8'));
}

/** Answers of Haystack 3.4.1 on hand-made inputs. */
export function loadGolden(): GoldenFile {
  return loadFixture('haystack-golden.json') as GoldenFile;
}

/** Answers of Haystack 3.4.1 on 400 random inputs. */
export function loadFuzzGolden(): FuzzFile {
  return loadFixture('haystack-fuzz-golden.json') as FuzzFile;
}

/** A golden list as messages of ours; ids are `m0`, `m1`, ... */
export function fromGolden(messages: readonly GoldenMessage[]): Message[] {
  return messages.map((message, index) => ({
    id: `m${index}`,
    role: message.role,
    content: goldenBlocks(message),
    ...(message.meta ? { meta: message.meta } : {}),
  }));
}

function goldenBlocks(message: GoldenMessage): Block[] {
  const blocks: Block[] = [];
  if (message.text !== undefined) blocks.push({ type: 'text', text: message.text });
  for (const call of message.toolCalls ?? []) {
    blocks.push({ type: 'tool_call', callId: call.id, name: call.name, arguments: call.arguments });
  }
  for (const result of message.toolResults ?? []) {
    blocks.push({
      type: 'tool_result',
      callId: result.toolCallId,
      name: result.toolName,
      text: result.result,
      isError: result.error,
    });
  }
  for (let count = 0; count < (message.images ?? 0); count++) {
    blocks.push({ type: 'image', mediaType: 'image/png', ref: 'sha256:0' });
  }
  for (let count = 0; count < (message.files ?? 0); count++) {
    blocks.push({ type: 'file', mediaType: 'text/plain', name: 'a.txt' });
  }
  return blocks;
}
