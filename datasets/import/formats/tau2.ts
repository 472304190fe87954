import type { Importer } from '../importer.ts';
import { asList, asNumber, asObject, asText } from '../values.ts';
import { addChatMessage } from './openai-chat.ts';

/** tau2-bench results: one conversation a simulation. The policy is the system message; the simulated user's own tools are hidden from the agent. */
export const tau2Importer: Importer = {
  format: 'tau2-bench',
  source: 'recording',
  matches: ({ shape, keys }) => shape === 'object' && keys.has('simulations') && keys.has('tasks'),
  async read(source, target) {
    const root = asObject(await source.document()) ?? {};
    const environment = asObject(asObject(root.info)?.environment_info);
    const policy = asText(environment?.policy);
    for (const [number, entry] of asList(root.simulations).entries()) {
      const simulation = asObject(entry) ?? {};
      const sink = target.conversation(String(number + 1));
      sink.details({ domain: asText(environment?.domain_name), task: asText(simulation.task_id) });
      if (policy !== null) {
        await sink.message({
          role: 'system',
          content: [{ type: 'text', text: policy }],
          place: 'policy',
        });
      }
      for (const [index, item] of asList(simulation.messages).entries()) {
        const raw = asObject(item);
        const place = `simulation ${number + 1}, message ${index + 1}`;
        if (raw === null) {
          target.tally.drop('not-a-message', place);
          continue;
        }
        if (raw.role === 'tool' && raw.requestor === 'user') {
          target.tally.drop('tool-result-of-the-user', place);
          continue;
        }
        if (raw.role === 'user' && asList(raw.tool_calls).length > 0) {
          target.tally.drop('tool-call-of-the-user', place, asList(raw.tool_calls).length);
          if ((asText(raw.content) ?? '') === '') continue;
        }
        const message =
          raw.role === 'tool'
            ? { ...raw, tool_call_id: raw.id ?? null, is_error: raw.error === true }
            : raw.role === 'user'
              ? { ...raw, tool_calls: [] }
              : raw;
        await addChatMessage({ sink, target, raw: message, place });
        const usage = asObject(raw.usage);
        const prompt = asNumber(usage?.prompt_tokens);
        const completion = asNumber(usage?.completion_tokens);
        if (raw.role === 'assistant' && prompt !== null && completion !== null) {
          sink.usage({ promptTokens: prompt, completionTokens: completion, cachedTokens: null });
        }
      }
      await sink.close();
    }
  },
};
