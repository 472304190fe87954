import { z } from 'zod';
import { defineCompactor } from '../entry.ts';
import { skipped } from '../outcome.ts';

/** The ceiling: hands on everything. It changes nothing, so that it is always `skipped`; its context is scored all the same. */
export const identityEntry = defineCompactor({
  name: 'identity',
  role: 'ceiling',
  needsModel: false,
  version: 1,
  summary: 'Ceiling: the whole transcript, unchanged.',
  source: 'control',
  causes: [],
  settings: z.object({}),
  build: () => ({
    async compact(request) {
      if (request.signal.aborted) return { status: 'cancelled', steps: [] };
      return skipped('would-change-nothing');
    },
  }),
});
