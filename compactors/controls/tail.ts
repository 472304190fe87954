import { z } from 'zod';
import type { Unit } from '../../harness/index.ts';
import { defineCompactor } from '../entry.ts';
import { createSelection, keepSelected, Room, systemIndices } from './unit-selection.ts';

/** Recency: the system messages and the newest units that fit, at least one; the scan stops at the first that does not. */
export const tailEntry = defineCompactor({
  name: 'tail',
  role: 'recency',
  needsModel: false,
  version: 1,
  summary: 'Recency control: system messages and the newest units that fit, at least one.',
  source: 'control',
  causes: [],
  settings: z.object({}),
  build: () => ({
    async compact(request) {
      const selection = createSelection(request, () => systemIndices(request));
      const room = new Room(selection);
      const chosen: Unit[] = [];
      for (const unit of selection.units.toReversed()) {
        if (chosen.length > 0 && !room.fits(unit)) break;
        room.take(unit);
        chosen.push(unit);
      }
      return keepSelected(selection, chosen, 'tail');
    },
  }),
});
