import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardNetwork } from './network-guard.ts';

/** Version of promptfoo whose prompts and rules grade; part of the grader's identity. */
export const PROMPTFOO_VERSION = '0.121.20';

/** What a promptfoo assertion comes to, as far as grading reads it. */
export interface AssertionResult {
  pass: boolean;
  score: number;
  reason: string;
  metadata?: Record<string, unknown>;
}

/** A judge as promptfoo wants it: an object, since it ignores a bare function and asks a hosted model instead. */
export interface JudgeProvider {
  id(): string;
  callApi(prompt: string): Promise<{ output?: string; error?: string }>;
}

/** The one function of promptfoo that is used. */
export type RunAssertion = (request: {
  prompt: string;
  assertion: { type: string; value: string | string[]; threshold?: number };
  test: { vars: Record<string, string>; options?: { provider: JudgeProvider } };
  providerResponse: { output: string };
}) => Promise<AssertionResult>;

/** Set before the import, since promptfoo reads some while it loads: no telemetry, no update check, no look for a cloud, nothing in the home folder, no log. */
const SETTINGS: Readonly<Record<string, string>> = {
  PROMPTFOO_DISABLE_TELEMETRY: '1',
  PROMPTFOO_DISABLE_UPDATE: '1',
  PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
  PROMPTFOO_DISABLE_SHARING: '1',
  PROMPTFOO_DISABLE_DEBUG_LOG: '1',
  PROMPTFOO_DISABLE_ERROR_LOG: '1',
  PROMPTFOO_CACHE_ENABLED: 'false',
  METADATA_SERVER_DETECTION: 'none',
};

let loading: Promise<RunAssertion> | null = null;

/** Loads promptfoo once (it costs a second), walled in: of all hosts it can reach loopback and `allowedHosts` alone. */
export function loadPromptfoo(allowedHosts: readonly string[]): Promise<RunAssertion> {
  guardNetwork(allowedHosts);
  loading ??= importPromptfoo();
  return loading;
}

async function importPromptfoo(): Promise<RunAssertion> {
  Object.assign(process.env, SETTINGS);
  process.env.PROMPTFOO_CONFIG_DIR = join(tmpdir(), `compactor-bench-promptfoo-${process.pid}`);
  const logLevel = process.env.LOG_LEVEL;
  process.env.LOG_LEVEL = 'error';
  try {
    const { assertions } = await import('promptfoo');
    return assertions.runAssertion as RunAssertion;
  } finally {
    if (logLevel === undefined) delete process.env.LOG_LEVEL;
    else process.env.LOG_LEVEL = logLevel;
  }
}
