import { messageTexts, type Problem } from '../../harness/index.ts';
import { datasetProblem } from '../load/problem.ts';
import { createRedactor } from '../redact/index.ts';
import type { CheckContext } from './context.ts';

/** Host names of our own making are part of many stories; they name no real machine. */
const HARMLESS = new Set(['host-name']);

/**
 * No secret and no personal detail in the texts of a transcript or of its facts: what the redaction of imported sessions
 * would replace (secretlint's recommended rules, keys, passwords, mail addresses, home folders, public addresses). The value
 * found is never printed.
 */
export async function checkSecrets(context: CheckContext): Promise<Problem[]> {
  const redactor = createRedactor();
  const texts = textsOf(context);
  for (const { text } of texts) await redactor.scan(text);
  for (const { text, place } of texts) await redactor.apply(text, place);
  return redactor
    .report()
    .filter(({ kind }) => !HARMLESS.has(kind))
    .map(({ kind, place, count }) =>
      datasetProblem(
        place,
        `it holds ${count === 1 ? 'something' : `${count} things`} that looks like: ${kind}.`,
        'Replace it by a made-up value that no rule takes for a real one (such as a name under example.com).',
      ),
    );
}

function textsOf(context: CheckContext): { text: string; place: string }[] {
  const { transcript, place, factsPlace } = context;
  const texts = transcript.messages.flatMap((message) =>
    [...messageTexts(message), ...reasoningOf(message)].map((text) => ({
      text,
      place: `${place} ${message.id}`,
    })),
  );
  const header = JSON.stringify([
    transcript.title,
    transcript.pins,
    transcript.tools,
    transcript.source,
  ]);
  const facts = transcript.facts.map((fact) => ({
    text: JSON.stringify([fact.statement, fact.probe]),
    place: `${factsPlace} ${fact.id}`,
  }));
  return [{ text: header, place }, ...texts, ...facts];
}

function reasoningOf(message: CheckContext['transcript']['messages'][number]): string[] {
  return message.content.flatMap((block) => (block.type === 'reasoning' ? [block.text] : []));
}
