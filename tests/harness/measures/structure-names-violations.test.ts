import { describe, expect, it } from 'vitest';
import { checkStructure, type Message, type Origin } from '../../../harness/index.ts';
import { callMessage, resultMessage, smallMessages, textMessage } from '../support/small-run.ts';

const before = smallMessages();

/** Checks a context that keeps messages by id and takes others as they are, created. */
function check(...parts: (string | Message)[]) {
  const after = parts.map((part) =>
    typeof part === 'string' ? (before.find(({ id }) => id === part) as Message) : part,
  );
  const origins: Origin[] = parts.map((part) =>
    typeof part === 'string' ? { type: 'kept', id: part } : { type: 'created', ids: [] },
  );
  return checkStructure({ before, after, origins });
}

function kinds(report: ReturnType<typeof check>): string[] {
  return report.violations.map(({ kind, messageId }) => `${kind} ${messageId ?? '-'}`);
}

const note: Message = {
  ...textMessage('note', 'user', 'Summary: the port is 8080.'),
  created: { by: 'summary', replaces: ['m1'] },
};

describe('checkStructure', () => {
  it('finds nothing in what is whole', () => {
    expect(check('m0', 'm1', 'm2', 'm3', 'm7')).toEqual({ violations: [], createdMessages: 0 });
    expect(check(...before.map(({ id }) => id)).violations).toEqual([]);
  });

  it('counts marked messages of the compactor apart', () => {
    expect(check('m0', note, 'm6', 'm7')).toEqual({ violations: [], createdMessages: 1 });
  });

  it.each<[string, (string | Message)[], string[]]>([
    ['a result without its call', ['m0', 'm1', 'm3', 'm7'], ['orphan-result m3']],
    ['a call without its result', ['m0', 'm1', 'm2', 'm7'], ['split-pair m2']],
    [
      'a result apart from its call',
      ['m0', 'm1', 'm2', 'm5', 'm3', 'm7'],
      ['split-pair m2', 'order m3', 'order m3'],
    ],
    ['a lost system message', ['m1', 'm7'], ['lost-system m0']],
    ['a lost newest user message', ['m0', 'm1'], ['lost-newest-user m7']],
    ['a changed order', ['m0', 'm5', 'm1', 'm7'], ['order m1']],
    ['a message twice', ['m0', 'm1', 'm1', 'm7'], ['order m1']],
    ['an assistant at the start', ['m0', 'm4', 'm7'], ['order -']],
    [
      'an unmarked user message',
      ['m0', textMessage('x', 'user', 'Do it.'), 'm7'],
      ['invented-user-turn x'],
    ],
    ['a message without content', ['m0', { ...note, content: [] }, 'm7'], ['empty note']],
    [
      'a call id used twice',
      ['m0', 'm1', 'm2', 'm3', callMessage('x', 'c1', {}), resultMessage('y', 'c1', 'again'), 'm7'],
      ['duplicate-call-id x'],
    ],
  ])('names %s', (_name, parts, expected) => {
    expect(kinds(check(...parts))).toEqual(expected);
  });

  it('names an empty context', () => {
    expect(kinds(check())).toEqual(['lost-system m0', 'lost-newest-user m7', 'empty -']);
  });

  it('names a kept message that differs from the input, or is not in it', () => {
    const changed = textMessage('m4', 'assistant', 'The limit is 99 now.');
    const report = checkStructure({
      before,
      after: [before[0] as Message, before[1] as Message, changed, before[7] as Message],
      origins: ['m0', 'm1', 'm4', 'm7'].map((id) => ({ type: 'kept', id })),
    });
    expect(report.violations).toEqual([
      { kind: 'changed-kept-message', messageId: 'm4', detail: 'differs from the input' },
    ]);
    const strange = checkStructure({
      before,
      after: [...before, changed],
      origins: [
        ...before.map(({ id }): Origin => ({ type: 'kept', id })),
        { type: 'kept', id: 'zz' },
      ],
    });
    expect(strange.violations.map(({ kind }) => kind)).toEqual(['changed-kept-message']);
  });

  it('does not blame a compactor for what was broken in its input', () => {
    const broken = [
      textMessage('s', 'system', 'x'),
      resultMessage('r', 'gone', 'text'),
      textMessage('u', 'user', 'y'),
    ];
    const origins: Origin[] = broken.map(({ id }) => ({ type: 'kept', id }));
    expect(checkStructure({ before: broken, after: broken, origins }).violations).toEqual([]);
  });

  it('lets a compactor drop notes of an earlier round', () => {
    const earlier: Message = { ...note, role: 'system' };
    const report = checkStructure({
      before: [...before.slice(0, 1), earlier, ...before.slice(1)],
      after: [before[0] as Message, before[7] as Message],
      origins: [
        { type: 'kept', id: 'm0' },
        { type: 'kept', id: 'm7' },
      ],
    });
    expect(report.violations).toEqual([]);
  });
});
