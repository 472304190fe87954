import type { JsonObject, Role } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import { asList, asObject, asText, parseArguments, textOrJson } from '../values.ts';
import { contentBlocks } from './parts.ts';
import { createStepWriter } from './steps.ts';

const isModelPart = (value: unknown) =>
  ['tool-call', 'tool-result'].includes(String(asObject(value)?.type));

/** AI SDK model messages (`ModelMessage[]`). */
export const aiSdkModelImporter: Importer = {
  format: 'ai-sdk-model',
  source: 'recording',
  matches: ({ shape, first }) =>
    shape === 'array' && first.some((item) => asList(item.content).some(isModelPart)),
  async read(source, target) {
    const sink = target.conversation(null);
    let index = 0;
    for await (const item of source.items(null)) {
      index += 1;
      const raw = asObject(item);
      const place = `message ${index}`;
      const role = asText(raw?.role);
      if (
        raw === null ||
        role === null ||
        !['system', 'user', 'assistant', 'tool'].includes(role)
      ) {
        target.tally.drop(`role:${role ?? 'none'}`, place);
        continue;
      }
      const content = contentBlocks(raw.content, target.tally, place);
      await sink.message({ role: role as Role, content, place });
    }
    await sink.close();
  },
};

/** AI SDK UI messages (`UIMessage[]`): one assistant message holds all steps; calls and results are one part. */
export const aiSdkUiImporter: Importer = {
  format: 'ai-sdk-ui',
  source: 'recording',
  matches: ({ shape, first }) =>
    shape === 'array' &&
    first.length > 0 &&
    first.every((item) => Array.isArray(item.parts) && 'role' in item && item.role !== 'model') &&
    first.some((item) =>
      asList(item.parts).some((part) => typeof asObject(part)?.type === 'string'),
    ),
  async read(source, target) {
    const sink = target.conversation(null);
    let index = 0;
    for await (const item of source.items(null)) {
      index += 1;
      const raw = asObject(item);
      const place = `message ${index}`;
      const role = asText(raw?.role);
      if (raw === null || (role !== 'system' && role !== 'user' && role !== 'assistant')) {
        target.tally.drop(`role:${role ?? 'none'}`, place);
      } else if (role === 'assistant') {
        await addSteps({ sink, target, parts: asList(raw.parts), place });
      } else {
        const content = contentBlocks(raw.parts, target.tally, place);
        await sink.message({ role, content, place });
      }
    }
    await sink.close();
  },
};

async function addSteps(options: {
  sink: ConversationSink;
  target: ImportTarget;
  parts: unknown[];
  place: string;
}): Promise<void> {
  const { sink, target, parts, place } = options;
  const steps = createStepWriter(sink, place);
  for (const item of parts) {
    const part = asObject(item);
    const type = asText(part?.type) ?? '';
    if (part === null) continue;
    if (type === 'step-start') {
      await steps.flush();
    } else if (type.startsWith('tool-') || type === 'dynamic-tool') {
      const name = type === 'dynamic-tool' ? (asText(part.toolName) ?? 'unknown') : type.slice(5);
      steps.call(toolCall(part, name), toolResult(part, name));
    } else {
      await steps.add(...contentBlocks([part], target.tally, place));
    }
  }
  await steps.flush();
}

function toolCall(part: JsonObject, name: string): SourceBlock {
  return {
    type: 'tool_call',
    callId: asText(part.toolCallId),
    name,
    arguments: parseArguments(part.input ?? part.rawInput),
  };
}

function toolResult(part: JsonObject, name: string): SourceBlock | null {
  const callId = asText(part.toolCallId);
  if (part.state === 'output-available') {
    return { type: 'tool_result', callId, name, text: textOrJson(part.output), isError: false };
  }
  if (part.state === 'output-error') {
    return { type: 'tool_result', callId, name, text: textOrJson(part.errorText), isError: true };
  }
  return null;
}
