import type { Importer } from '../importer.ts';
import type { SourceBlock } from '../sink.ts';
import { asList, asNumber, asObject, asText, parseArguments } from '../values.ts';
import { contentBlocks, toolSchemas } from './parts.ts';

/** ATIF trajectories (Agent Trajectory Interchange Format): steps whose observations hold the results. */
export const atifImporter: Importer = {
  format: 'atif',
  source: 'recording',
  matches: ({ shape, keys, first }) =>
    shape === 'object' &&
    keys.has('steps') &&
    String(first[0]?.schema_version ?? '').startsWith('ATIF'),
  async read(source, target) {
    const root = asObject(await source.document()) ?? {};
    const sink = target.conversation(null);
    const agent = asObject(root.agent);
    sink.tools(toolSchemas(agent?.tool_definitions));
    sink.details({ schemaVersion: asText(root.schema_version), model: asText(agent?.model_name) });
    for (const [index, item] of asList(root.steps).entries()) {
      const place = `step ${index + 1}`;
      const step = asObject(item);
      const from = asText(step?.source);
      if (step === null || !(from === 'system' || from === 'user' || from === 'agent')) {
        target.tally.drop(`source:${from ?? 'none'}`, place);
        continue;
      }
      const role = from === 'agent' ? 'assistant' : from;
      const thinking = asText(step.reasoning_content) ?? '';
      const content: SourceBlock[] = [
        ...(thinking === '' ? [] : [{ type: 'reasoning' as const, text: thinking }]),
        ...contentBlocks(step.message, target.tally, place),
        ...asList(step.tool_calls).map((entry): SourceBlock => {
          const call = asObject(entry) ?? {};
          return {
            type: 'tool_call',
            callId: asText(call.tool_call_id),
            name: asText(call.function_name) ?? 'unknown',
            arguments: parseArguments(call.arguments),
          };
        }),
      ];
      if (content.length > 0) await sink.message({ role, content, place });
      const metrics = asObject(step.metrics);
      const prompt = asNumber(metrics?.prompt_tokens);
      const completion = asNumber(metrics?.completion_tokens);
      if (role === 'assistant' && prompt !== null && completion !== null) {
        sink.usage({
          promptTokens: prompt,
          completionTokens: completion,
          cachedTokens: asNumber(metrics?.cached_tokens),
        });
      }
      for (const entry of asList(asObject(step.observation)?.results)) {
        const result = asObject(entry) ?? {};
        const blocks = contentBlocks(result.content, target.tally, place);
        const text = blocks
          .flatMap((block) => (block.type === 'text' ? [block.text] : []))
          .join('\n');
        const callId = asText(result.source_call_id);
        const images = blocks.filter((block) => block.type === 'image');
        if (callId === null && asList(step.tool_calls).length === 0) {
          await sink.message({ role: 'user', content: blocks, place });
        } else {
          await sink.message({
            role: 'tool',
            content: [{ type: 'tool_result', callId, name: null, text, isError: false }, ...images],
            place,
          });
        }
      }
    }
    await sink.close();
  },
};
