import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPACTORS, createCompactor } from '../../../compactors/index.ts';
import { createVirtualClock } from '../../../harness/clock/virtual.ts';
import {
  FAULT_FAMILIES,
  FAULT_NAMES,
  FAULT_SCHEDULES,
  type FaultFamily,
  faultExpectations,
  parseFault,
  withFault,
} from '../../../harness/faults/index.ts';
import type { ModelClient } from '../../../harness/types/model.ts';
import { createGoodModel, SCENE, sceneRequest } from './scene.ts';

/** Family of each model-backed strategy, and the settings under which it belongs to another. */
const FAMILY_OF: Record<string, FaultFamily> = {
  summary: 'summary',
  'summary-rolling': 'summary-rolling',
  'verdicts-free': 'verdicts',
  'verdicts-json': 'verdicts',
  'verdicts-schema': 'verdicts',
  'verdicts-one': 'verdicts-one',
  'verdicts-embed': 'verdicts-embed',
  ladder: 'ladder',
};

const strategies = COMPACTORS.filter(({ needsModel, role }) => needsModel && role === 'strategy');
const contenders = strategies.flatMap(({ name }) => {
  const family = FAMILY_OF[name];
  const lenient = { name, family: 'verdicts-lenient' as const, params: { policy: 'lenient' } };
  return [{ name, family, params: {} }, ...(family === 'verdicts' ? [lenient] : [])];
});

const table = faultExpectations();
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
let startedMs = 0;
beforeAll(() => {
  startedMs = performance.now();
  process.on('unhandledRejection', onUnhandled);
});
afterAll(() => {
  process.off('unhandledRejection', onUnhandled);
});

test('every model-backed strategy has a family', () => {
  expect(strategies.filter(({ name }) => !FAMILY_OF[name]).map(({ name }) => name)).toEqual([]);
});

test('the table covers each fault, schedule and family exactly once', () => {
  const keys = table.map(({ fault, schedule, family }) => `${fault} ${schedule} ${family}`);
  const wanted = FAULT_NAMES.flatMap((fault) =>
    FAULT_SCHEDULES.flatMap((schedule) =>
      FAULT_FAMILIES.map((family) => `${fault} ${schedule} ${family}`),
    ),
  );
  expect(keys.sort()).toEqual(wanted.sort());
});

async function run(contender: (typeof contenders)[number], fault: string) {
  const clock = createVirtualClock();
  const model = createGoodModel();
  let attempts = 0;
  const faulty = withFault(model, parseFault(fault), 1);
  const metered: ModelClient = {
    ...faulty,
    generate: (request) => {
      attempts += 1;
      return faulty.generate(request);
    },
    embed: async (texts, call) => {
      attempts += 1;
      return (await faulty.embed?.(texts, call)) ?? Promise.reject(new Error('no embed'));
    },
  };
  const compactor = createCompactor({ name: contender.name, params: contender.params });
  const result = await compactor.compact(sceneRequest(metered, clock));
  return { result, attempts, clock };
}

describe.each(contenders)('$name $params', (contender) => {
  test('is compacted where nothing goes wrong', async () => {
    const { result, clock } = await run(contender, 'none');
    expect(result.status).toBe('compacted');
    expect([clock.pendingTimers, clock.held]).toEqual([0, 0]);
  });

  test.each(FAULT_SCHEDULES)('%s: every fault comes out as the table says', async (schedule) => {
    const expected: Record<string, unknown> = {};
    const actual: Record<string, unknown> = {};
    for (const row of table) {
      if (row.family !== contender.family || row.schedule !== schedule) continue;
      const { fault, status, cause, attempts } = row;
      expected[fault] = { status, cause, attempts };
      const came = await run(contender, `${fault}:${schedule}`);
      const { result } = came;
      actual[fault] = {
        status: result.status,
        cause: 'cause' in result ? result.cause : null,
        attempts: came.attempts,
      };
      expect([fault, came.clock.pendingTimers, came.clock.held]).toEqual([fault, 0, 0]);
      if ('messages' in result) expect(result.messages.length).toBeLessThanOrEqual(SCENE.length);
    }
    expect(actual).toEqual(expected);
  });
});

test('nothing was left unhandled, and the whole matrix took less than a minute', async () => {
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled).toEqual([]);
  expect(performance.now() - startedMs).toBeLessThan(60_000);
});
