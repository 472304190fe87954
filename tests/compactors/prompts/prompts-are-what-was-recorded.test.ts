import { expect, test } from 'vitest';
import { COMPACTOR_PROMPTS, promptHashes } from '../../../compactors/prompts/index.ts';
import { fillPrompt } from '../../../compactors/prompts/template.ts';

// Recorded answers were given to exactly these texts. A change here makes every recording stale.
test('hashes', () => {
  expect(promptHashes()).toMatchInlineSnapshot(`
    {
      "ladder-history": "49fbcc36aa421348ea136123deb7f900fc50edc1df95f9e15b7814b10d0f9a34",
      "ladder-turn-prefix": "e9f624b641dae860d8117445faafe3bf7cc7cc4a42983062e25095b6736832b3",
      "ladder-update": "9bc80e2ade727f0d3413fd5a916b1b40d4c2db759f67450c968d6fb8272d50d1",
      "summary": "a654e3199077cd2a814013a061fc8847b9472b77423683c2f9337413bc6bb6a0",
      "summary-rolling": "9720252702b183c1dfbc2419667a1b79022cdf439bcffe1c0f295f8658875aa0",
      "summary-rolling-update": "0bcb53e5b6b64b6b76f3686950ba03e0bb72e9cf5f2835d74ca2977847fac64d",
      "summary-update": "59f32427fdc636e2f75484e53a13854b991274f17813e7ea16fbcee59e3f5970",
      "verdict-one": "e4de3bb87882c79847f059bb9d5d3c2393f30e54983d381d40b5b1556acfbf90",
      "verdicts": "6aadba8a16a56cd533429bcf2cbc6f4fb2d0f6b548fdb3f699d684a875a59732",
    }
  `);
});

test('ids are unique', () => {
  expect(new Set(COMPACTOR_PROMPTS.map(({ promptId }) => promptId)).size).toBe(
    COMPACTOR_PROMPTS.length,
  );
});

test('a value that looks like a slot stays as it is', () => {
  const prompt = { promptId: 'p', promptHash: '', kind: 'summary', system: 's', user: '{a} {b}' };
  const filled = fillPrompt(prompt as Parameters<typeof fillPrompt>[0], { a: '{b}', b: '{a}' });
  expect(filled[1]?.content).toBe('{b} {a}');
});

test('values from the prototype fill no slot', () => {
  const prompt = { promptId: 'p', promptHash: '', kind: 'summary', system: '', user: '{toString}' };
  const filled = fillPrompt(prompt as Parameters<typeof fillPrompt>[0], {});
  expect(filled[1]?.content).toBe('{toString}');
});
