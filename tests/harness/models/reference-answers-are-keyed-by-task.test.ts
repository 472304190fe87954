import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReferenceModel } from '../../../harness/models/reference.ts';
import { makeRequest } from './request-fixture.ts';

function write(content: unknown): { root: string; name: string } {
  const root = mkdtempSync(join(tmpdir(), 'reference-'));
  writeFileSync(join(root, 'expert.json'), JSON.stringify(content));
  return { root, name: 'expert' };
}

const answers = [
  { task: 'demo/1', kind: 'summary', text: 'for any prompt' },
  { task: 'demo/1', kind: 'summary', promptId: 'rolling', text: 'for the rolling prompt' },
  { task: 'demo/1', kind: 'verdicts', text: '[]' },
];

test('an answer outlives a prompt edit, and one for the prompt goes first', async () => {
  const model = createReferenceModel(write({ contextTokens: 8_192, answers }));
  const purpose = makeRequest().purpose;
  const ask = async (change: Partial<typeof purpose>) =>
    (await model.generate(makeRequest({ purpose: { ...purpose, ...change } }))).text;
  expect(await ask({})).toBe('for any prompt');
  expect(await ask({ promptHash: 'c'.repeat(64) })).toBe('for any prompt');
  expect(await ask({ promptId: 'rolling' })).toBe('for the rolling prompt');
  expect(await ask({ kind: 'verdicts' })).toBe('[]');
  await expect(ask({ task: 'demo/2' })).rejects.toMatchObject({ reason: 'no-recording' });
  expect([model.info.tier, model.info.contextTokens]).toEqual(['reference', 8_192]);
});

test('a misspelt name, a broken file and a doubled answer are refused with place and remedy', () => {
  const { root } = write({ contextTokens: 8_192, answers });
  expect(() => createReferenceModel({ root, name: 'exprt' })).toThrow(
    /Did you mean reference:expert/,
  );
  expect(() => createReferenceModel({ root, name: '../expert' })).toThrow(/E_MODEL/);
  expect(() => createReferenceModel(write({ contextTokens: 0, answers: [{ task: '' }] }))).toThrow(
    /contextTokens[\s\S]*answers\.0\.task/,
  );
  const doubled = write({ contextTokens: 1, answers: [...answers, answers[0]] });
  expect(() => createReferenceModel(doubled)).toThrow(/answers summary of demo\/1 twice/);
});
