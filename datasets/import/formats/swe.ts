import type { Importer } from '../importer.ts';
import { asList, asNumber, asObject, asText } from '../values.ts';
import { addChatMessage } from './openai-chat.ts';

/** mini-swe-agent trajectories: chat messages whose `extra` repeats the whole completion; the last one is the patch. */
export const miniSweAgentImporter: Importer = {
  format: 'mini-swe-agent',
  source: 'recording',
  matches: ({ shape, first, keys }) =>
    shape === 'object' &&
    keys.has('messages') &&
    (String(first[0]?.trajectory_format ?? '').startsWith('mini-swe-agent') ||
      asObject(first[0]?.info)?.mini_version !== undefined),
  async read(source, target) {
    const root = asObject(await source.document()) ?? {};
    const sink = target.conversation(null);
    sink.details({
      instance: asText(root.instance_id),
      version: asText(asObject(root.info)?.mini_version),
    });
    for (const [index, item] of asList(root.messages).entries()) {
      const raw = asObject(item);
      const place = `message ${index + 1}`;
      if (raw === null) {
        target.tally.drop('not-a-message', place);
        continue;
      }
      if (raw.role === 'exit') {
        target.tally.drop('exit-record', place);
        continue;
      }
      await addChatMessage({ sink, target, raw, place });
      const response = asObject(asObject(raw.extra)?.response);
      if (response === null) continue;
      target.tally.drop('repeated-completion', place);
      const usage = asObject(response.usage);
      const prompt = asNumber(usage?.prompt_tokens);
      const completion = asNumber(usage?.completion_tokens);
      if (prompt !== null && completion !== null) {
        sink.usage({
          promptTokens: prompt,
          completionTokens: completion,
          cachedTokens: asNumber(asObject(usage?.prompt_tokens_details)?.cached_tokens),
        });
      }
    }
    await sink.close();
  },
};

/** SWE-agent trajectories: the `history` of the main agent; `trajectory` repeats it step by step. */
export const sweAgentImporter: Importer = {
  format: 'swe-agent',
  source: 'documentation',
  matches: ({ shape, keys }) => shape === 'object' && keys.has('history') && keys.has('trajectory'),
  async read(source, target) {
    const root = asObject(await source.document()) ?? {};
    const sink = target.conversation(null);
    sink.details({ environment: asText(root.environment) });
    for (const [index, item] of asList(root.history).entries()) {
      const raw = asObject(item);
      const place = `history ${index + 1}`;
      if (raw === null) {
        target.tally.drop('not-a-message', place);
        continue;
      }
      if (raw.is_demo === true || raw.message_type === 'demonstration') {
        target.tally.drop('demonstration', place);
        continue;
      }
      const toolId = asText(asList(raw.tool_call_ids)[0]);
      const message = toolId === null ? raw : { ...raw, role: 'tool', tool_call_id: toolId };
      await addChatMessage({ sink, target, raw: message, place });
    }
    target.tally.drop(
      'trajectory-step-repeating-history',
      'trajectory',
      asList(root.trajectory).length,
    );
    await sink.close();
  },
};
