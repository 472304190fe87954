import { expect, test } from 'vitest';
import { describeFailure } from '../../../compactors/delegate/failure.ts';
import { ModelError } from '../../../harness/index.ts';

const withFields = (message: string, fields: object): Error =>
  Object.assign(new Error(message), fields);

test.each([
  [withFields('Too many requests', { status: 429 }), 'transient'],
  [withFields('oops', { status: 503 }), 'transient'],
  [withFields('oops', { status: 599 }), 'transient'],
  [withFields('reset', { code: 'ECONNRESET' }), 'transient'],
  [withFields('refused', { code: 'ECONNREFUSED' }), 'transient'],
  [withFields('bad request', { status: 400 }), 'crash'],
  [new Error('prompt is too long: 215003 tokens > 200000'), 'crash'],
  [new Error('HTTP 503 said somebody in a text'), 'crash'],
  [new Error('429'), 'crash'],
  [new ModelError('overflow', '215003 tokens', { status: 400 }), 'overflow'],
  [new ModelError('no-recording', 'none'), 'no-recording'],
  ['a string', 'crash'],
  [null, 'crash'],
])('%s is %s', (error, cause) => {
  expect(describeFailure(error).cause).toBe(cause);
});

test('the detail is one bounded line', () => {
  const { detail } = describeFailure(new Error(`a\nb\u0007${'x'.repeat(500)}`));
  expect(detail.length).toBeLessThanOrEqual(200);
  expect(detail).not.toContain('\n');
});

test('an error that cannot be read is still described', () => {
  const hostile = {
    get status(): number {
      throw new Error('no');
    },
    toString(): string {
      throw new Error('no');
    },
  };
  expect(describeFailure(hostile)).toMatchObject({ cause: 'crash', httpStatus: null });
});
