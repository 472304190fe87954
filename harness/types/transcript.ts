import type { Fact } from './fact.ts';
import type { JsonObject } from './json.ts';
import type { Message, ToolSchema } from './message.ts';

/** How the assistant turns came about: a fixed script, a person or program reading each real output first, a model, or people only. */
export type AgentKind = 'scripted' | 'interactive' | 'model' | 'human';

/** Which split of the benchmark a transcript belongs to. `dev` tunes prompts and thresholds, `held-out` gives headline figures. */
export type Split = 'dev' | 'held-out';

/** Tokens that the provider reported for the call which produced one assistant message. `cachedTokens` is part of `promptTokens`; null = not reported. */
export interface ReportedUsage {
  messageId: string;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number | null;
}

/** Where a transcript comes from. `synthetic` ones never enter the headline. */
export type SourceKind = 'recorded' | 'imported' | 'synthetic';

/** Provenance of a transcript: kind, format it was read from, and what else is known. */
export interface TranscriptSource {
  kind: SourceKind;
  format: string;
  details?: JsonObject;
}

/** A compaction that the recorded agent itself made: the message index that it precedes, its summary text and the tokens before it where known. */
export interface RecordedCompaction {
  beforeIndex: number;
  summary: string | null;
  tokensBefore: number | null;
  firstKeptId: string | null;
}

/** A recorded conversation with its tools, pins and annotated facts. `hash` is sha256 over messages, tools, usage and pins. */
export interface Transcript {
  id: string;
  title: string;
  domain: string;
  dataset: string;
  split: Split;
  messages: Message[];
  tools: ToolSchema[];
  usage: ReportedUsage[] | null;
  pins: string[];
  facts: Fact[];
  agent: AgentKind;
  source: TranscriptSource;
  compactions?: RecordedCompaction[];
  hash: string;
}
