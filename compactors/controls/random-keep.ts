import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import { z } from 'zod';
import type { Unit } from '../../harness/index.ts';
import { defineCompactor } from '../entry.ts';
import { createSelection, keepSelected, Room, systemIndices } from './unit-selection.ts';

/** Chance: the system messages and units in random order, each taken where it still fits, at least one. Seeded by the request. */
export const randomKeepEntry = defineCompactor({
  name: 'random-keep',
  role: 'random',
  needsModel: false,
  version: 1,
  summary: 'Chance control: system messages and random units up to the target, at least one.',
  source: 'control',
  causes: [],
  settings: z.object({}),
  build: () => ({
    async compact(request) {
      const selection = createSelection(request, () => systemIndices(request));
      const room = new Room(selection);
      const chosen: Unit[] = [];
      for (const unit of shuffle(selection.units, request.seed)) {
        if (chosen.length > 0 && !room.fits(unit)) continue;
        room.take(unit);
        chosen.push(unit);
      }
      return keepSelected(selection, chosen, 'random-keep');
    },
  }),
});

/** A seeded Fisher-Yates shuffle of a copy. */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const random = mersenne(seed | 0);
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last);
    const held = shuffled[last] as T;
    shuffled[last] = shuffled[other] as T;
    shuffled[other] = held;
  }
  return shuffled;
}
