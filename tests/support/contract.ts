import { getEventListeners } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import {
  type Cause,
  type CompactionRequest,
  type CompactionResult,
  groupUnits,
  type Message,
  newestUserIndex,
  type VirtualClock,
} from '../../harness/index.ts';

/** The points of the contract, as a checker can see them. */
export type ContractPoint =
  | 'changed-kept-message'
  | 'misleading-origins'
  | 'split-unit'
  | 'lost-system'
  | 'lost-mid-conversation-system'
  | 'lost-newest-message'
  | 'lost-newest-user-message'
  | 'not-smaller'
  | 'worked-on-nothing'
  | 'left-something-behind'
  | 'reports-its-own-cost'
  | 'undeclared-cause';

/** One breach: which point, and what was seen. */
export interface Breach {
  point: ContractPoint;
  detail: string;
}

const RESULT_KEYS = new Set([
  'status',
  'steps',
  'messages',
  'origins',
  'verdicts',
  'reason',
  'step',
  'cause',
]);
const STEP_KEYS = new Set(['rung', 'attempts', 'cause', 'detail', 'durationMs']);

/** Every breach that one result shows, given a well-formed transcript and the causes that its compactor declares. */
export function checkContract(
  request: CompactionRequest,
  result: CompactionResult,
  causes: readonly Cause[],
): Breach[] {
  const breaches: Breach[] = [];
  const report = (point: ContractPoint, detail: string): void => {
    breaches.push({ point, detail });
  };
  checkLeftovers(request, report);
  checkCost(result, report);
  if ('cause' in result && !causes.includes(result.cause)) report('undeclared-cause', result.cause);
  const trivial =
    request.messages.length < 2 || request.messages.every(({ role }) => role === 'system');
  if (trivial && result.status !== 'skipped') report('worked-on-nothing', result.status);
  if (!('messages' in result)) return breaches;
  checkOrigins(request.messages, result, report);
  checkUnits(request.messages, result, report);
  checkSurvivors(request.messages, result, report);
  const before = request.counter.count(request.messages);
  const after = request.counter.count(result.messages);
  const handsOnInput = result.status === 'fallback' && result.step === 'unchanged';
  if (handsOnInput ? after > before : after >= before) {
    report('not-smaller', `${before} tokens before, ${after} after`);
  }
  return breaches;
}

type Report = (point: ContractPoint, detail: string) => void;
type WithContext = Extract<CompactionResult, { messages: Message[] }>;

/** Ids of the input that stand in the output, kept or rewritten one by one. */
function presentIds(result: WithContext): Set<string> {
  return new Set(
    result.origins.flatMap((origin) => {
      if (origin.type === 'kept') return [origin.id];
      return origin.type === 'replaced' ? origin.ids : [];
    }),
  );
}

function checkOrigins(input: readonly Message[], result: WithContext, report: Report): void {
  if (result.origins.length !== result.messages.length) {
    report('misleading-origins', `${result.messages.length} messages, other count of origins`);
  }
  const byId = new Map(input.map((message) => [message.id, message]));
  const ids = new Set(result.messages.map(({ id }) => id));
  if (ids.size !== result.messages.length) report('misleading-origins', 'an id stands twice');
  let last = -1;
  result.messages.forEach((message, index) => {
    const origin = result.origins[index];
    if (!origin) return;
    if (origin.type !== 'kept') {
      if (!message.created) report('misleading-origins', `${message.id} is not marked as created`);
      const unknown = origin.ids.filter((id) => !byId.has(id));
      if (unknown.length > 0) report('misleading-origins', `no such message: ${unknown.join()}`);
      return;
    }
    const original = byId.get(origin.id);
    if (!isDeepStrictEqual(message, original)) report('changed-kept-message', origin.id);
    const position = input.findIndex(({ id }) => id === origin.id);
    if (position < last) report('misleading-origins', `${origin.id} is out of order`);
    last = Math.max(last, position);
  });
}

function checkUnits(input: readonly Message[], result: WithContext, report: Report): void {
  const present = presentIds(result);
  const position = new Map<string, number>();
  result.origins.forEach((origin, index) => {
    for (const id of origin.type === 'kept' ? [origin.id] : origin.ids) position.set(id, index);
  });
  for (const unit of groupUnits(input)) {
    const there = unit.messageIds.filter((id) => present.has(id));
    if (there.length === 0) continue;
    if (there.length < unit.messageIds.length) report('split-unit', unit.id);
    const places = there.map((id) => position.get(id) ?? 0);
    const spread = Math.max(...places) - Math.min(...places);
    if (spread > there.length - 1) report('split-unit', `${unit.id} is torn apart`);
  }
}

function checkSurvivors(input: readonly Message[], result: WithContext, report: Report): void {
  const present = presentIds(result);
  const kept = new Set(result.origins.flatMap((o) => (o.type === 'kept' ? [o.id] : [])));
  const leading = input.findIndex(({ role }) => role !== 'system');
  input.forEach((message, index) => {
    if (message.role !== 'system' || kept.has(message.id)) return;
    const isLeading = leading === -1 || index < leading;
    report(isLeading ? 'lost-system' : 'lost-mid-conversation-system', message.id);
  });
  const newest = input.at(-1);
  if (newest && newest.role !== 'system' && !present.has(newest.id)) {
    report('lost-newest-message', newest.id);
  }
  const user = input[newestUserIndex(input)];
  if (user && !kept.has(user.id)) report('lost-newest-user-message', user.id);
}

function checkCost(result: CompactionResult, report: Report): void {
  for (const key of Object.keys(result)) {
    if (!RESULT_KEYS.has(key)) report('reports-its-own-cost', key);
  }
  for (const step of 'steps' in result ? result.steps : []) {
    for (const key of Object.keys(step)) {
      if (!STEP_KEYS.has(key)) report('reports-its-own-cost', `step.${key}`);
    }
  }
}

/** Timers, held work and listeners that outlive a call. */
function checkLeftovers({ clock, signal }: CompactionRequest, report: Report): void {
  const { pendingTimers, held } = clock as VirtualClock;
  if (pendingTimers > 0) report('left-something-behind', `${pendingTimers} timers`);
  if (held > 0) report('left-something-behind', `${held} pieces of held work`);
  const listeners = getEventListeners(signal, 'abort').length;
  if (listeners > 0) report('left-something-behind', `${listeners} listeners`);
}
