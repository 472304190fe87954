import type { Json, JsonObject, Role } from '../../../harness/index.ts';
import type { Importer, ImportTarget } from '../importer.ts';
import type { ConversationSink, SourceBlock } from '../sink.ts';
import { asList, asNumber, asObject, asText, parseArguments, textOrJson } from '../values.ts';
import { contentBlocks } from './parts.ts';

interface ChatSpan {
  trace: string;
  start: string;
  attributes: Map<string, unknown>;
}

/** OpenTelemetry GenAI spans as OTLP JSON: every span repeats the history, so the longest one of a trace is read. */
export const otelImporter: Importer = {
  format: 'otel-genai',
  source: 'recording',
  matches: ({ shape, keys, first }) =>
    (shape === 'object' && keys.has('resourceSpans')) ||
    (shape === 'json-lines' && 'resourceSpans' in (first[0] ?? {})),
  async read(source, target) {
    const spans: ChatSpan[] = [];
    if (source.probe.shape === 'json-lines') {
      for await (const { value } of source.lines()) spans.push(...chatSpans(value, target));
    } else {
      spans.push(...chatSpans(await source.document(), target));
    }
    const traces = groupByTrace(spans);
    for (const [trace, list] of traces) {
      const sink = target.conversation(traces.size === 1 ? null : trace.slice(0, 12));
      await readTrace(list, { sink, target });
      await sink.close();
    }
  },
};

function groupByTrace(spans: ChatSpan[]): Map<string, ChatSpan[]> {
  const groups = new Map<string, ChatSpan[]>();
  for (const span of spans) groups.set(span.trace, [...(groups.get(span.trace) ?? []), span]);
  return groups;
}

function chatSpans(root: unknown, target: ImportTarget): ChatSpan[] {
  const found: ChatSpan[] = [];
  for (const resource of asList(asObject(root)?.resourceSpans)) {
    for (const scope of asList(asObject(resource)?.scopeSpans)) {
      for (const item of asList(asObject(scope)?.spans)) {
        const span = asObject(item) ?? {};
        const attributes = new Map<string, unknown>();
        for (const entry of [...asList(span.attributes), ...eventAttributes(span)]) {
          const pair = asObject(entry);
          attributes.set(asText(pair?.key) ?? '', anyValue(asObject(pair?.value)));
        }
        if (attributes.has('gen_ai.input.messages')) {
          found.push({
            trace: asText(span.traceId) ?? '',
            start: textOrJson(span.startTimeUnixNano),
            attributes,
          });
        } else target.tally.drop('span-without-messages', asText(span.name) ?? 'span');
      }
    }
  }
  return found;
}

function eventAttributes(span: JsonObject): Json[] {
  return asList(span.events).flatMap((event) => asList(asObject(event)?.attributes));
}

/** The value of an OTLP `AnyValue`; JSON texts stay texts. */
function anyValue(value: JsonObject | null): unknown {
  if (value === null) return null;
  if ('arrayValue' in value) {
    return asList(asObject(value.arrayValue)?.values).map((item) => anyValue(asObject(item)));
  }
  if ('kvlistValue' in value) {
    const entries = asList(asObject(value.kvlistValue)?.values).map((item) => asObject(item) ?? {});
    return Object.fromEntries(
      entries.map((entry) => [asText(entry.key) ?? '', anyValue(asObject(entry.value))]),
    );
  }
  return value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? null;
}

function messagesOf(span: ChatSpan, key: string): Json[] {
  const value = span.attributes.get(key);
  if (typeof value !== 'string') return asList(value);
  try {
    return asList(JSON.parse(value));
  } catch {
    return [];
  }
}

async function readTrace(
  spans: ChatSpan[],
  { sink, target }: { sink: ConversationSink; target: ImportTarget },
): Promise<void> {
  const size = (span: ChatSpan) => messagesOf(span, 'gen_ai.input.messages').length;
  const last = spans.reduce((best, span) => (size(span) >= size(best) ? span : best));
  if (spans.length > 1) target.tally.drop('span-repeating-history', last.trace, spans.length - 1);
  const system = messagesOf(last, 'gen_ai.system_instructions');
  if (system.length > 0) {
    const content = system.flatMap((part) => partBlocks(asObject(part) ?? {}, target, 'system'));
    await sink.message({ role: 'system', content, place: 'system' });
  }
  const all = [
    ...messagesOf(last, 'gen_ai.input.messages'),
    ...messagesOf(last, 'gen_ai.output.messages'),
  ];
  for (const [index, item] of all.entries()) {
    const place = `message ${index + 1}`;
    const raw = asObject(item);
    const role = asText(raw?.role);
    if (raw === null || role === null || !['system', 'user', 'assistant', 'tool'].includes(role)) {
      target.tally.drop(`role:${role ?? 'none'}`, place);
      continue;
    }
    const content = asList(raw.parts).flatMap((part) =>
      partBlocks(asObject(part) ?? {}, target, place),
    );
    await sink.message({ role: role as Role, content, place });
  }
  const prompt = asNumber(Number(last.attributes.get('gen_ai.usage.input_tokens') ?? Number.NaN));
  const completion = asNumber(
    Number(last.attributes.get('gen_ai.usage.output_tokens') ?? Number.NaN),
  );
  if (prompt !== null && completion !== null) {
    sink.usage({ promptTokens: prompt, completionTokens: completion, cachedTokens: null });
  }
}

function partBlocks(part: JsonObject, target: ImportTarget, place: string): SourceBlock[] {
  if (part.type === 'tool_call') {
    return [
      {
        type: 'tool_call',
        callId: asText(part.id),
        name: asText(part.name) ?? 'unknown',
        arguments: parseArguments(part.arguments),
      },
    ];
  }
  if (part.type === 'tool_call_response') {
    const text = textOrJson(part.response ?? part.result);
    return [{ type: 'tool_result', callId: asText(part.id), name: null, text, isError: false }];
  }
  if (part.type === 'reasoning') return [{ type: 'reasoning', text: textOrJson(part.content) }];
  return contentBlocks([part], target.tally, place);
}
