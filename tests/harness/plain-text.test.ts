import { expect, it } from 'vitest';
import { plainText } from '../../harness/index.ts';

it('shows what a terminal would act on, and leaves text alone', () => {
  expect(plainText('\u001b[2J\u001b]0;title\u0007')).toBe('\\u001b[2J\\u001b]0;title\\u0007');
  expect(plainText('a\u202eb\u200bc\u009bd\re')).toBe('a\\u202eb\\u200bc\\u009bd\\u000de');
  expect(plainText('Grüße\n\t日本 😀\r\nend')).toBe('Grüße\n\t日本 😀\nend');
});
