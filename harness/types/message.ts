import type { JsonObject } from './json.ts';

/** Who speaks. `tool` messages carry tool results only. */
export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** Plain text. An empty text is allowed. */
export interface TextBlock {
  type: 'text';
  text: string;
}

/** A tool call of an assistant. `arguments` is the raw text where a recording held something that is not a JSON object. */
export interface ToolCallBlock {
  type: 'tool_call';
  callId: string;
  name: string;
  arguments: JsonObject | string;
}

/** The result of one tool call. `name` is null where neither the recording nor the call says it. */
export interface ToolResultBlock {
  type: 'tool_result';
  callId: string;
  name: string | null;
  text: string;
  isError: boolean;
}

/** A model's own thinking, as far as the recording holds it. */
export interface ReasoningBlock {
  type: 'reasoning';
  text: string;
}

/** An image, by reference: a URL, or the sha256 of bytes that were left out. */
export interface ImageBlock {
  type: 'image';
  mediaType: string;
  ref: string;
}

/** An attached file, by name. */
export interface FileBlock {
  type: 'file';
  mediaType: string;
  name: string;
}

/** One part of a message. */
export type Block =
  | TextBlock
  | ToolCallBlock
  | ToolResultBlock
  | ReasoningBlock
  | ImageBlock
  | FileBlock;

/** Marks a message that a compactor made: which one, and the ids that it stands for (empty where it replaces nothing). */
export interface CreatedMark {
  by: string;
  replaces: string[];
}

/** One message of a transcript or context. Ids are unique within a list. `created` is set on messages that a compactor made or rewrote. */
export interface Message {
  id: string;
  role: Role;
  content: Block[];
  created?: CreatedMark;
  meta?: JsonObject;
}

/** A tool that the agent could call, as its provider was told. `parameters` is a JSON schema. */
export interface ToolSchema {
  name: string;
  description: string;
  parameters: JsonObject;
}
