import { expect, test } from 'vitest';
import { renderMessages } from '../../../datasets/index.ts';
import type { Transcript } from '../../../harness/index.ts';
import { createSmallDataset } from '../support/small-dataset.ts';

const transcript = createSmallDataset().transcript as unknown as Transcript;
const shown = renderMessages(transcript);

test('each message has its index, id, role, tenth and sizes, and those that are always kept say so', () => {
  const heads = shown.split('\n').filter((line) => line.startsWith('['));
  expect(heads).toHaveLength(13);
  expect(heads.slice(0, 2)).toEqual([
    '[0] m1 system, tenth 1, kept by every strategy: no evidence here',
    '[1] m2 user, tenth 1',
  ]);
  expect(shown).toContain(
    '\n  call c3 shell, 43 characters\n    command: sed -i s/lease=45/lease=90/ deploy/lease.env\n'.replace(
      '43',
      String('command: sed -i s/lease=45/lease=90/ deploy/lease.env'.length),
    ),
  );
});

test('the lines of a long result stand behind their offsets', () => {
  const block = transcript.messages[3]?.content[0];
  const text = block?.type === 'tool_result' ? block.text : '';
  const offset = text.indexOf('FATAL');
  expect(shown).toContain(`${offset}| FATAL lease lost, code LEASE-4471 on shard 9`);
  expect(shown).toContain(
    `result c1 shell, ${text.length} characters, deep from 2000 to ${text.length - 500}`,
  );
});

test('nothing in a transcript reaches the terminal as a command', () => {
  const evil = structuredClone(transcript);
  evil.messages[1] = { id: 'm2', role: 'user', content: [{ type: 'text', text: 'a\u001b[2Jb' }] };
  expect(renderMessages(evil)).toContain('a\\u001b[2Jb');
});
