import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { projectRoot } from '../../../harness/project.ts';

/** A recorded exchange with a real Ollama server. */
export interface Exchange {
  request: { method: string; url: string; body?: Record<string, unknown> };
  status: number;
  headers: Record<string, string>;
  body?: unknown;
  chunks?: { atMs: number; text: string }[];
}

/** Reads `tests/fixtures/ollama/<name>.json`. */
export function readExchange(name: string): Exchange {
  const file = join(projectRoot(), 'tests/fixtures/ollama', `${name}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Exchange;
}

/** How a test server answers one path: a recorded exchange, or by hand. */
export type Answer =
  | Exchange
  | ((request: ReceivedRequest, response: ServerResponse) => void | Promise<void>);

/** What a test server was asked. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** A local HTTP server with its requests in order. */
export interface TestServer {
  url: string;
  received: ReceivedRequest[];
  /** Answers of a path from now on. */
  answers: Record<string, Answer>;
  close(): Promise<void>;
}

/** Starts a server that answers each path as told; a path that is not told is a 404 with a plain text. */
export async function startServer(answers: Record<string, Answer>): Promise<TestServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    void handle(request, response);
  });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const seen: ReceivedRequest = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
    received.push(seen);
    const answer = running.answers[path];
    if (!answer)
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
    else if (typeof answer === 'function') await answer(seen, response);
    else replay(answer, seen, response);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const running: TestServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return running;
}

/** Sends what the real server sent. A whole answer to a request for a stream goes out as the stream's one line. */
export function replay(
  exchange: Exchange,
  request: ReceivedRequest,
  response: ServerResponse,
): void {
  const { 'content-length': _length, 'transfer-encoding': _coding, ...headers } = exchange.headers;
  const streams = exchange.status === 200 && request.body.stream === true;
  if (streams) headers['content-type'] = 'application/x-ndjson';
  response.writeHead(exchange.status, headers);
  if (exchange.chunks) for (const { text } of exchange.chunks) response.write(text);
  else response.write(`${JSON.stringify(exchange.body)}${streams ? '\n' : ''}`);
  response.end();
}
