import { hashJson } from '../hash.ts';
import { normalizeText } from '../measures/index.ts';
import type { Reader, ReaderAnswer } from '../types/grade.ts';
import type { JsonObject } from '../types/json.ts';
import type { Message, ToolCallBlock } from '../types/message.ts';
import type { ProbeRecord } from '../types/record.ts';
import type { Transcript } from '../types/transcript.ts';
import { groupUnits } from '../units.ts';
import { type ProposedCall, parseToolCall, targetOf } from './tool-calls.ts';

/** Names the way in which a next step is scored; part of the grade key. */
export const CONTINUATION_GRADER = 'next-step@1';

/**
 * Number of messages before the last step of the assistant that calls a tool: what a continuation is asked from. All of them where no
 * step does.
 */
export function continuationPrefix(transcript: Transcript): number {
  const index = nextStepIndex(transcript);
  return index === -1 ? transcript.messages.length : index;
}

function nextStepIndex({ messages }: Transcript): number {
  return messages.findLastIndex(
    (message, index) =>
      index > 0 &&
      message.role === 'assistant' &&
      message.content.some((block) => block.type === 'tool_call'),
  );
}

/** A call that the assistant has made already and that finished a task: making it again is the damage looked for. */
interface DoneCall {
  factId: string;
  call: ToolCallBlock;
}

/**
 * Scores the next step that a reader proposes, deterministically: does it call the recorded tool, and on the recorded target, and does it
 * not repeat a call that finished a done-task. One probe each, named by the transcript. A step with several calls is met by any of them.
 */
export async function gradeNextStep(
  transcript: Transcript,
  reader: Reader,
  ask: (next: NonNullable<Reader['next']>) => Promise<ReaderAnswer>,
): Promise<ProbeRecord[]> {
  const recorded = callsOf(transcript.messages[nextStepIndex(transcript)]);
  if (recorded.length === 0) return [];
  const answer: ReaderAnswer =
    reader.next === undefined
      ? { status: 'unscored', reason: 'not-asked', detail: 'the reader names no next step' }
      : await ask(reader.next.bind(reader));
  const tools = new Set(transcript.tools.map(({ name }) => name));
  const proposed = answer.status === 'answered' ? parseToolCall(answer.text, tools) : null;
  const create = (part: string, kind: ProbeRecord['kind'], pass: () => boolean): ProbeRecord => ({
    factId: `${transcript.id}:next-step-${part}`,
    kind,
    carrier: 'tool-call',
    position: Math.min(
      10,
      Math.floor((nextStepIndex(transcript) * 10) / transcript.messages.length) + 1,
    ),
    questionForm: 'question',
    answer: answer.status === 'answered' ? answer.text : null,
    abstained: answer.status === 'answered' ? answer.abstained : null,
    grade:
      answer.status === 'unscored'
        ? answer
        : scored(pass(), proposed === null ? 'no tool call' : part),
    stale: null,
    invented: null,
  });
  const done = doneCalls(transcript);
  return [
    create('tool', 'open-task', () => recorded.some((call) => call.name === proposed?.name)),
    create('target', 'open-task', () => recorded.some((call) => sameCall(call, proposed))),
    ...(done.length === 0
      ? []
      : [create('no-redo', 'done-task', () => !done.some(({ call }) => sameCall(call, proposed)))]),
  ];
}

/** Identity of what {@link gradeNextStep} scores against, in place of the facts' hash. */
export function nextStepHash(transcript: Transcript): string {
  return hashJson([
    CONTINUATION_GRADER,
    callsOf(transcript.messages[nextStepIndex(transcript)]),
    doneCalls(transcript),
  ]);
}

function scored(pass: boolean, reason: string): ProbeRecord['grade'] {
  return {
    status: 'scored',
    score: pass ? 1 : 0,
    pass,
    grader: CONTINUATION_GRADER,
    reason: pass ? null : reason,
  };
}

function callsOf(message: Message | undefined): ToolCallBlock[] {
  return message?.content.filter((block) => block.type === 'tool_call') ?? [];
}

/** The calls in units that hold the evidence of a done-task before the step that is asked for; what the step itself repeats is left out. */
function doneCalls(transcript: Transcript): DoneCall[] {
  const before = transcript.messages.slice(0, continuationPrefix(transcript));
  const units = groupUnits(before);
  const next = callsOf(transcript.messages[nextStepIndex(transcript)]);
  return transcript.facts.flatMap((fact) => {
    if (fact.kind !== 'done-task') return [];
    const ids = new Set(fact.evidence.map(({ messageId }) => messageId));
    return units
      .filter((unit) => unit.messageIds.some((id) => ids.has(id)))
      .flatMap((unit) => unit.indices.flatMap((index) => callsOf(before[index])))
      .filter((call) => !next.some((other) => sameCall(other, toProposed(call))))
      .map((call) => ({ factId: fact.id, call }));
  });
}

function toProposed({ name, arguments: args }: ToolCallBlock): ProposedCall {
  return { name, arguments: typeof args === 'string' ? { input: args } : args };
}

function sameCall(recorded: ToolCallBlock, proposed: ProposedCall | null): boolean {
  if (proposed === null || recorded.name !== proposed.name) return false;
  const args: JsonObject = toProposed(recorded).arguments;
  const target = targetOf(args);
  // A call without arguments has no target: the tool alone is the step.
  if (target === null) return Object.keys(args).length === 0;
  const given = targetOf(proposed.arguments);
  return given !== null && normalizeText(given).trim() === normalizeText(target).trim();
}
