import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createCounter, type JsonObject } from '../../../harness/index.ts';
import { compactInput } from '../../../scripts/compact/compact-input.ts';
import { loadInput } from '../../../scripts/compact/load-input.ts';
import { type GoldenMessage, loadFuzzGolden } from '../../support/golden.ts';

const fuzz = loadFuzzGolden();
const folder = mkdtempSync(join(tmpdir(), 'compact-golden-'));
const counter = createCounter('approximate');

afterAll(() => rmSync(folder, { recursive: true }));

/** A golden message as the OpenAI API has it; the spaces in the arguments must come through as they are. */
function toOpenAi(message: GoldenMessage): JsonObject {
  const meta: JsonObject = message.meta ? { meta: message.meta } : {};
  const [result] = message.toolResults ?? [];
  if (result) {
    return {
      role: 'tool',
      tool_call_id: result.toolCallId,
      name: result.toolName,
      content: result.result,
      ...(result.error ? { is_error: true } : {}),
      ...meta,
    };
  }
  const calls = (message.toolCalls ?? []).map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args, null, 1) },
  }));
  return {
    role: message.role,
    content: message.text ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...meta,
  };
}

function specOf(one: (typeof fuzz.cases)[number]) {
  const { min_keep_steps: minKeepSteps, min_tokens: minTokens, omission_note: note } = one.config;
  if (one.compactor === 'sw') {
    const omissionNote =
      note === 'default' ? fuzz.omission_note.replace('{num_removed}', '{removed}') : null;
    return { name: 'sliding-window', params: { minKeepSteps, omissionNote } };
  }
  const placeholder = fuzz.placeholder.replace('{tool_name}', '{tool}');
  return {
    name: 'tool-result-pruning',
    params: { minKeepSteps, minTokens: minTokens ?? 200, placeholder },
  };
}

async function compact(one: (typeof fuzz.cases)[number], messages: JsonObject[]) {
  const file = join(folder, 'chat.json');
  writeFileSync(file, JSON.stringify(messages));
  const outcome = await compactInput(await loadInput(file), {
    compactor: createCompactor(specOf(one)),
    counter,
    target: one.target_tokens,
    models: null,
    signal: new AbortController().signal,
  });
  return outcome.line;
}

describe('Haystack’s answers hold for files of OpenAI chat messages', () => {
  it.each(fuzz.cases)('case $i ($compactor)', async (one) => {
    const messages = one.input.map(toOpenAi);
    const line = await compact(one, messages);
    const all = messages.map((_, index) => index);
    const smaller = one.output_tokens !== null && one.output_tokens < one.input_tokens;

    expect(line.tokens_before).toBe(one.input_tokens);
    expect(line.status).toBe(smaller ? 'compacted' : 'skipped');
    expect(line.tokens_after).toBe(smaller ? one.output_tokens : one.input_tokens);
    expect(line.kept).toEqual(smaller ? one.kept_input_indices : all);
    // What was kept is the very JSON that was read.
    line.kept?.forEach((index, position) => {
      if (index !== null) expect(line.messages?.[position]).toEqual(messages[index]);
    });
  });

  it('knows its own notes and placeholders when a result is compacted again', async () => {
    let notes = 0;
    for (const one of fuzz.cases) {
      const first = await compact(one, one.input.map(toOpenAi));
      if (first.status !== 'compacted' || first.messages === null) continue;
      const again = await compact({ ...one, target_tokens: 0 }, first.messages);
      for (const [position, index] of (first.kept ?? []).entries()) {
        if (index !== null) continue;
        // A note is folded into a new one or left; a placeholder is never pruned again.
        const stayed = again.kept?.includes(position) ?? true;
        if (one.compactor === 'tp') expect(stayed).toBe(true);
        notes += 1;
      }
      const created = again.messages?.filter(({ name }) => String(name).startsWith('compactor_'));
      if (one.compactor === 'sw') expect(created?.length ?? 0).toBeLessThanOrEqual(1);
    }
    expect(notes).toBeGreaterThan(200);
  });
});
