import type { ChatMessage } from '../../../harness/types/model.ts';
import {
  type Answer,
  type Exchange,
  readExchange,
  replay,
  startServer,
  type TestServer,
} from './ollama-replay-server.ts';

/** A server that holds SmolLM2 as the recorded one did; `chat` answers what is asked of the model. */
export function startOllama(
  chat: Answer,
  options: { ps?: Answer; more?: Record<string, Answer> } = {},
): Promise<TestServer> {
  const load = readExchange('overflow/18-load-only');
  return startServer({
    '/api/version': readExchange('basics/01-version'),
    '/api/tags': readExchange('basics/02-list'),
    '/api/show': readExchange('basics/03-show'),
    '/api/ps': options.ps ?? readExchange('basics/12-ps-8192'),
    '/api/chat': (request, response) => {
      const isLoad = Array.isArray(request.body.messages) && request.body.messages.length === 0;
      if (isLoad) return replay(load, request, response);
      if (typeof chat === 'function') return chat(request, response);
      return replay(chat, request, response);
    },
    ...options.more,
  });
}

/** The messages that a recorded exchange sent. */
export function messagesOf(exchange: Exchange): ChatMessage[] {
  return exchange.request.body?.messages as ChatMessage[];
}

/** `ps` of a server whose model is loaded with so many tokens of context. */
export function psWithContext(contextLength: number): Answer {
  return (request, response) => {
    const exchange = structuredClone(readExchange('basics/12-ps-8192'));
    const { models } = exchange.body as { models: { context_length?: number }[] };
    for (const model of models) model.context_length = contextLength;
    replay(exchange, request, response);
  };
}
