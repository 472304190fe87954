import { BenchError } from '../../errors.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';

/** Where OpenAI-compatible requests go, and with which key. */
export interface OpenAiAddress {
  baseUrl: string;
  apiKey: string | null;
  /** True for OpenAI's own API. */
  isOpenAi: boolean;
  /** True for a server on this machine. */
  isLocal: boolean;
}

/**
 * The address from `OPENAI_BASE_URL` (OpenAI's own API unless set) and `OPENAI_API_KEY`. Keys come from the environment
 * only. Throws E_MODEL for a URL that is none, or that holds a user or password.
 */
export function readOpenAiAddress(environment: Record<string, string | undefined>): OpenAiAddress {
  const baseUrl = environment.OPENAI_BASE_URL?.trim() || DEFAULT_BASE_URL;
  const url = tryUrl(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol)) throw badUrl('is no http or https URL.');
  if (url.username !== '' || url.password !== '') throw badUrl('holds a user or password.');
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    apiKey: environment.OPENAI_API_KEY?.trim() || null,
    isOpenAi: url.hostname === 'api.openai.com',
    isLocal: /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname),
  };
}

function tryUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function badUrl(message: string): BenchError {
  return new BenchError({
    code: 'E_MODEL',
    place: 'OPENAI_BASE_URL',
    message,
    remedy: 'Set it to something like http://127.0.0.1:8080/v1, or unset it.',
  });
}
