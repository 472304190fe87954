import { BenchError } from '../../errors.ts';

const DEFAULT_HOST = 'http://127.0.0.1:11434';

/**
 * Base URL of an Ollama server from `OLLAMA_HOST` (its own forms: host, host:port, :port, URL), or this machine's default
 * port. The address to listen on, 0.0.0.0, is reached as 127.0.0.1. Throws E_MODEL for what is no address, and for a URL
 * with a password in it.
 */
export function parseOllamaHost(value: string | undefined): string {
  const text = value?.trim() ?? '';
  if (text === '') return DEFAULT_HOST;
  const withHost = text.startsWith(':') ? `127.0.0.1${text}` : text;
  const explicit = withHost.includes('://');
  const url = tryUrl(explicit ? withHost : `http://${withHost}`);
  if (!url || !/^https?:$/.test(url.protocol)) throw badHost('is no address of a server.');
  if (url.username !== '' || url.password !== '') throw badHost('holds a user or password.');
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  const hasPort = /:\d+(\/|$)/.test(withHost.replace(/^[a-z]+:\/\//i, ''));
  const port = url.port !== '' ? `:${url.port}` : explicit || hasPort ? '' : ':11434';
  return `${url.protocol}//${url.hostname}${port}${url.pathname.replace(/\/$/, '')}`;
}

function tryUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function badHost(message: string): BenchError {
  return new BenchError({
    code: 'E_MODEL',
    place: 'OLLAMA_HOST',
    message,
    remedy: `Set it to something like ${DEFAULT_HOST}, or unset it.`,
  });
}
