import { type Block, canonicalJson, type Message } from '../../harness/index.ts';

/**
 * What two importers must agree on for one conversation, as JSON texts, one a message: ids renumbered in order of
 * appearance, adjacent texts of a message and adjacent assistant messages merged, empty texts and reasoning left out,
 * error flags and names of results left out (several formats hold neither).
 */
export function normalForm(messages: readonly Message[]): string[] {
  const ids = new Map<string, string>();
  const rename = (id: string) => {
    const known = ids.get(id) ?? `c${ids.size + 1}`;
    ids.set(id, known);
    return known;
  };
  const merged: { role: string; content: Block[] }[] = [];
  for (const message of messages) {
    const content = mergeTexts(message.content.filter((block) => !isLeftOut(block)));
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last !== undefined && last.role === 'assistant' && message.role === 'assistant') {
      last.content = mergeTexts([...last.content, ...content]);
    } else merged.push({ role: message.role, content });
  }
  return merged.map(({ role, content }) =>
    canonicalJson({
      role,
      content: content.map((block) => {
        if (block.type === 'tool_call') {
          const { name } = block;
          return {
            type: 'tool_call',
            callId: rename(block.callId),
            name,
            arguments: block.arguments,
          };
        }
        if (block.type === 'tool_result') {
          return { type: 'tool_result', callId: rename(block.callId), text: block.text };
        }
        return { ...block };
      }),
    }),
  );
}

function isLeftOut(block: Block): boolean {
  return block.type === 'reasoning' || (block.type === 'text' && block.text === '');
}

function mergeTexts(blocks: readonly Block[]): Block[] {
  const merged: Block[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (block.type === 'text' && last?.type === 'text') {
      merged[merged.length - 1] = { type: 'text', text: `${last.text}\n${block.text}` };
    } else merged.push(block);
  }
  return merged;
}
