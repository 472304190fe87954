import { expect, test } from 'vitest';
import {
  createRedactionCorpus,
  createRedactor,
  measureRedaction,
} from '../../../datasets/index.ts';

const github = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

test('one secret gets one placeholder, wherever it stands', async () => {
  const redactor = createRedactor();
  const first = await redactor.apply(`token ${github}`, 'm1');
  const second = await redactor.apply(`again "${github}" and /home/alice/x`, 'm2');
  expect(first).toBe('token [redacted-github-token-1]');
  expect(second).toBe('again "[redacted-github-token-1]" and /home/[redacted-home-folder-1]/x');
  expect(redactor.report()).toEqual([
    { kind: 'github-token', placeholder: '[redacted-github-token-1]', place: 'm1', count: 1 },
    { kind: 'github-token', placeholder: '[redacted-github-token-1]', place: 'm2', count: 1 },
    { kind: 'home-folder', placeholder: '[redacted-home-folder-1]', place: 'm2', count: 1 },
  ]);
});

test('a password that was learned is found without its name beside it', async () => {
  const redactor = createRedactor();
  await redactor.scan('db_password = "Granite77!river"');
  expect(await redactor.apply('typed Granite77!river at the prompt', 'm9')).toBe(
    'typed [redacted-password-1] at the prompt',
  );
});

test('keys of objects are redacted, and a __proto__ key stays data', async () => {
  const value = JSON.parse(`{"__proto__": {"a": "${github}"}, "${github}": 1}`);
  const output = await createRedactor().applyJson(value, 'm1');
  expect(JSON.stringify(output)).toBe(
    '{"__proto__":{"a":"[redacted-github-token-1]"},"[redacted-github-token-1]":1}',
  );
});

test('a text that was redacted before is left as it is', async () => {
  const once = await createRedactor().apply(`password=Granite77!river`, 'm1');
  expect(await createRedactor().apply(once, 'm1')).toBe(once);
});

test('the corpus: recall of at least 99 %, at most 2 % false positives', async () => {
  const corpus = createRedactionCorpus({ seed: 4, perKind: 10, lookAlikes: 300 });
  const result = await measureRedaction(corpus);
  expect(result.secrets).toBeGreaterThanOrEqual(300);
  expect(result.lookAlikes).toBe(300);
  expect(result.recall).toBeGreaterThanOrEqual(0.99);
  expect(result.falsePositiveRate).toBeLessThanOrEqual(0.02);
});
