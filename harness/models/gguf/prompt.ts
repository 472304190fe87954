import type { ChatHistoryItem, ChatWrapper, LlamaModel, Token } from 'node-llama-cpp';
import type { ChatMessage } from '../../types/model.ts';

/**
 * Tokens of a chat as the model's own template renders it, ready for the assistant's next words. Contents are plain text:
 * what looks like a special token in them is none. No system message is added where none is given.
 */
export function tokenizeChat(
  model: LlamaModel,
  wrapper: ChatWrapper,
  messages: readonly ChatMessage[],
): Token[] {
  const chatHistory: ChatHistoryItem[] = messages.map(toHistoryItem);
  chatHistory.push({ type: 'model', response: [''] });
  const { contextText } = wrapper.generateContextState({ chatHistory });
  const tokens = contextText.tokenize(model.tokenizer, 'trimLeadingSpace');
  const { bos, shouldPrependBosToken } = model.tokens;
  // Where the start token is also that of a message (ChatML models), the wrapper's own is one too many.
  const doubled = bos !== null && tokens[0] === bos && tokens[1] === bos && !shouldPrependBosToken;
  return doubled ? tokens.slice(1) : tokens;
}

function toHistoryItem({ role, content }: ChatMessage): ChatHistoryItem {
  if (role === 'assistant') return { type: 'model', response: [content] };
  return { type: role, text: content };
}
