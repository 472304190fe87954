import {
  ALLOWED_ASSERTIONS,
  checkAssertion,
  type Evidence,
  type Fact,
  type Message,
  messageTexts,
  type ProbeAssertion,
  type Problem,
  plainText,
  type Transcript,
} from '../../harness/index.ts';
import { datasetProblem, quoteForPeople } from './problem.ts';

/** What must hold before a transcript may be used at all: ids are unique, and what refers to a message refers to one that is there. `place` names the file. */
export function checkReferences(place: string, transcript: Transcript): Problem[] {
  const problems: Problem[] = [];
  const ids = new Set<string>();
  for (const [index, message] of transcript.messages.entries()) {
    if (ids.has(message.id)) {
      problems.push(
        datasetProblem(
          `${place} messages[${index}]`,
          `the message id ${quoteForPeople(message.id)} is there twice.`,
          'Give each message an id of its own.',
        ),
      );
    }
    ids.add(message.id);
  }
  for (const [index, usage] of (transcript.usage ?? []).entries()) {
    if (ids.has(usage.messageId)) continue;
    problems.push(
      datasetProblem(
        `${place} usage[${index}]`,
        `no message has the id ${quoteForPeople(usage.messageId)}.`,
        'Name the assistant message that the usage was reported for.',
      ),
    );
  }
  for (const [index, compaction] of (transcript.compactions ?? []).entries()) {
    if (compaction.beforeIndex <= transcript.messages.length) continue;
    problems.push(
      datasetProblem(
        `${place} compactions[${index}]`,
        `beforeIndex ${compaction.beforeIndex} is past the last message.`,
        `Give an index from 0 to ${transcript.messages.length}.`,
      ),
    );
  }
  return problems;
}

/** Every quote of a transcript's facts stands in the message that it names, every fact names this transcript, and its assertions are of allowed kinds: data never runs code. */
export function checkFacts(place: string, transcript: Transcript): Problem[] {
  const messages = new Map(transcript.messages.map((message) => [message.id, message]));
  return transcript.facts.flatMap((fact) => {
    const at = `${place} ${fact.id}`;
    const problems = [
      ...evidenceOf(fact).flatMap((evidence) => checkQuote(at, evidence, messages)),
      ...fact.probe.assert.flatMap((assertion) => checkKind(at, assertion)),
    ];
    if (fact.transcript !== transcript.id) {
      problems.push(
        datasetProblem(
          at,
          `the fact names the transcript ${quoteForPeople(fact.transcript)}, and stands among those of ${quoteForPeople(transcript.id)}.`,
          'Put it into the facts file of its own transcript.',
        ),
      );
    }
    return problems;
  });
}

function checkKind(place: string, assertion: ProbeAssertion): Problem[] {
  return checkAssertion(assertion).map((fault) =>
    datasetProblem(
      place,
      plainText(fault),
      `Use one of: ${[...ALLOWED_ASSERTIONS.keys()].filter((type) => !type.startsWith('not-')).join(', ')}, or not- before one that needs no judge.`,
    ),
  );
}

/** All evidence of a fact, that of an old value included. */
function evidenceOf(fact: Fact): Evidence[] {
  if (fact.kind === 'absent') return [];
  return fact.kind === 'superseded' ? [...fact.evidence, ...fact.old.evidence] : fact.evidence;
}

function checkQuote(
  place: string,
  evidence: Evidence,
  messages: ReadonlyMap<string, Message>,
): Problem[] {
  const message = messages.get(evidence.messageId);
  if (message === undefined) {
    return [
      datasetProblem(
        place,
        `the evidence names the message ${quoteForPeople(evidence.messageId)}, and the transcript has none of that id.`,
        'Name the message in which the quote stands.',
      ),
    ];
  }
  if (messageTexts(message).some((text) => text.includes(evidence.quote))) return [];
  return [
    datasetProblem(
      place,
      `the quote ${quoteForPeople(evidence.quote)} does not stand in the message ${quoteForPeople(evidence.messageId)}.`,
      'Quote it character for character from one text, tool name, argument or result of that message.',
    ),
  ];
}
