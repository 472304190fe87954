import { describe, expect, it } from 'vitest';
import { unsupportedValues } from '../../../harness/index.ts';
import { callMessage, textMessage } from '../support/small-run.ts';

const input = [
  textMessage(
    'a',
    'user',
    'Fix src/parser.ts, ticket BUG-4711. The limit is 1,250 and the ratio 0.25.',
  ),
  callMessage('b', 'c1', { command: 'npm test -- --grep parse' }),
  textMessage('c', 'assistant', 'parseLine in max_width was wrong; see config.yaml.'),
];

function check(text: string): string[] {
  return unsupportedValues([textMessage('s', 'user', text)], input);
}

describe('unsupportedValues', () => {
  it('finds nothing where all values stand in the input', () => {
    expect(
      check(
        'Work on src/parser.ts (BUG-4711): parseLine, max_width, config.yaml. Limit 1250, ratio 0.25. Ran `npm test -- --grep parse`.',
      ),
    ).toEqual([]);
  });

  it.each([
    ['a path', 'See src/lexer.ts.', ['src/lexer.ts']],
    ['an absolute path', 'See /etc/passwd.', ['/etc/passwd']],
    ['an address', 'See https://example.com/a?b=1 now.', ['https://example.com/a?b=1']],
    ['a number', 'The limit is 1,251.', ['1,251']],
    ['a fraction', 'The ratio is 0.26.', ['0.26']],
    ['an identifier', 'It was parseFile and max_height.', ['max_height', 'parseFile']],
    ['a code', 'Ticket BUG-4712.', ['BUG-4712']],
    ['a file name', 'Edit setup.cfg.', ['setup.cfg']],
    ['a command', 'Ran `npm run build`.', ['npm run build']],
  ])('names %s that stands nowhere', (_name, text, expected) => {
    expect(check(text)).toEqual(expected);
  });

  it('takes list markers, prose and the compactor’s own counts for no claim', () => {
    expect(check('1. First, e.g. this. 2. Then that -- a well-known step.')).toEqual([]);
    expect(check('[37 earlier messages were removed] [... 15,321 characters cut ...]')).toEqual([]);
    expect(check('[37 apples were removed]')).toEqual(['37']);
  });

  it('names each value once, and a path with a dot before it is the same path', () => {
    expect(check('src/x.ts and src/x.ts, ./src/parser.ts')).toEqual(['src/x.ts']);
  });
});
