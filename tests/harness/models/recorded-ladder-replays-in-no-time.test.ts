import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createCompactor } from '../../../compactors/index.ts';
import { createVirtualClock } from '../../../harness/clock/virtual.ts';
import { createRecordedModel } from '../../../harness/models/recorded.ts';
import { openRecordingStore } from '../../../harness/models/recordings/store.ts';
import type { GenerateRequest, ModelClient } from '../../../harness/types/model.ts';
import { createGoodModel, sceneRequest } from '../faults/scene.ts';

const CALL_MS = 298_000;

/** A model whose every call ended after almost five minutes with a server error, as it was recorded. */
async function recordSlowFailures(name: string): Promise<ModelClient> {
  const root = mkdtempSync(join(tmpdir(), 'ladder-'));
  const seen: GenerateRequest[] = [];
  const info = { ...createGoodModel().info, id: `scripted:${name}`, name };
  const probe: ModelClient = {
    info,
    estimateTokens: createGoodModel().estimateTokens,
    generate: async (request) => {
      seen.push(request);
      throw new Error('only looking');
    },
  };
  await createCompactor({ name: 'ladder' }).compact(sceneRequest(probe, createVirtualClock()));
  const store = openRecordingStore({ root, name, model: info });
  for (const request of seen) {
    store.add(request, {
      type: 'error',
      cause: 'transient',
      detail: 'busy',
      status: 503,
      totalMs: CALL_MS,
    });
  }
  store.pack();
  return createRecordedModel({ store: openRecordingStore({ root, name }) });
}

test('a recorded ladder of fifteen minutes replays in under 100 ms, twice the same', async () => {
  const [small, main] = [await recordSlowFailures('small'), await recordSlowFailures('main')];
  const replay = async () => {
    const clock = createVirtualClock();
    const request = { ...sceneRequest(main, clock), models: { main, small } };
    const startedMs = performance.now();
    const result = await createCompactor({ name: 'ladder' }).compact(request);
    return { result, virtualMs: clock.now(), realMs: performance.now() - startedMs };
  };
  const [first, second] = [await replay(), await replay()];
  expect(first.result).toMatchObject({ status: 'fallback' });
  expect(first.virtualMs).toBeGreaterThan(15 * 60_000);
  expect(Math.min(first.realMs, second.realMs)).toBeLessThan(100);
  expect([second.result, second.virtualMs]).toEqual([first.result, first.virtualMs]);
});
