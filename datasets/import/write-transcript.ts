import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type AgentKind, canonicalJson, type Json, type Message } from '../../harness/index.ts';
import { CANARY } from '../canary.ts';
import type { Redactor } from '../redact/index.ts';
import type { ImportedConversation } from './sink.ts';

/** Reads spooled messages back, one at a time. */
export async function* readSpool(path: string): AsyncGenerator<Message> {
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (line !== '') yield JSON.parse(line) as Message;
  }
}

/** Writes a transcript file from a spool, redacted message by message; returns its hash and the redacted spool's messages through `onMessage`. */
export async function writeTranscript(options: {
  file: string;
  id: string;
  title: string;
  format: string;
  agent: AgentKind;
  conversation: ImportedConversation;
  redactor: Redactor;
  onMessage: (message: Message) => void;
}): Promise<{ hash: string }> {
  const { conversation, redactor } = options;
  const tools = await redactor.applyJson(conversation.tools as unknown as Json, 'tools');
  const compactions = await redactor.applyJson(
    conversation.compactions as unknown as Json,
    'compactions',
  );
  const details = await redactor.applyJson(conversation.details, 'details');
  const usage = conversation.usage.length === 0 ? null : conversation.usage;
  const head = {
    canary: CANARY,
    id: options.id,
    title: await redactor.apply(options.title, 'title'),
    domain: 'imported',
    agent: options.agent,
    source: { kind: 'imported', format: options.format, details },
    pins: [],
    usage,
    tools,
    ...(conversation.compactions.length === 0 ? {} : { compactions }),
  };
  const temporary = `${options.file}.part`;
  const stream = createWriteStream(temporary);
  const hash = createHash('sha256');
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(`${JSON.stringify(head, null, 1).replace(/\n\}$/, '')},\n "messages": [`);
  // The same bytes as canonical JSON of the whole: keys in order, messages first.
  hash.update('{"messages":[');
  let first = true;
  for await (const message of readSpool(conversation.spool)) {
    const redacted = await redactMessage(message, redactor);
    options.onMessage(redacted);
    hash.update(`${first ? '' : ','}${canonicalJson(redacted)}`);
    await write(`${first ? '' : ','}\n  ${JSON.stringify(redacted)}`);
    first = false;
  }
  hash.update(`],"pins":[],"tools":${canonicalJson(tools)},"usage":${canonicalJson(usage)}}`);
  await write('\n ]\n}\n');
  stream.end();
  await once(stream, 'close');
  await rename(temporary, options.file);
  return { hash: hash.digest('hex') };
}

async function redactMessage(message: Message, redactor: Redactor): Promise<Message> {
  const { id } = message;
  const copy: Message = { ...message, content: [] };
  for (const block of message.content) {
    if (block.type === 'tool_call') {
      const args =
        typeof block.arguments === 'string'
          ? await redactor.apply(block.arguments, id)
          : await redactor.applyJson(block.arguments, id);
      copy.content.push({ ...block, arguments: args });
    } else if ('text' in block) {
      copy.content.push({ ...block, text: await redactor.apply(block.text, id) });
    } else if (block.type === 'image') {
      copy.content.push({ ...block, ref: await redactor.apply(block.ref, id) });
    } else copy.content.push({ ...block, name: await redactor.apply(block.name, id) });
  }
  if (message.meta !== undefined) copy.meta = await redactor.applyJson(message.meta, id);
  return copy;
}
