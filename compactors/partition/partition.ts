import { type Message, newestUserIndex, type Unit } from '../../harness/index.ts';
import { isCheckpoint } from './checkpoint.ts';
import type { Sizer } from './sizer.ts';

/** A list split for a strategy that works on its older part. Positions rise; every position is in exactly one part. */
export interface Partition {
  /** Units to summarise or to judge, oldest first. */
  older: Unit[];
  /** Position of the newest summary of an earlier round, null where there is none. */
  checkpoint: number | null;
  /** Protected messages in front of the recency floor: system messages and the newest user message. */
  protectedIndices: number[];
  /** The recency floor with all that stands in it. */
  floorIndices: number[];
}

/** Positions of system messages and of the newest user message: kept wherever they stand. */
export function alwaysKept(messages: readonly Message[]): Set<number> {
  const kept = new Set<number>();
  messages.forEach((message, index) => {
    if (message.role === 'system') kept.add(index);
  });
  const user = newestUserIndex(messages);
  if (user >= 0) kept.add(user);
  return kept;
}

/**
 * Walks back from the newest unit, which is always in the floor, while the floor stays within `keepTokens`; protected messages on the
 * way cost nothing, and an earlier summary ends the walk.
 */
export function partitionMessages(options: {
  messages: readonly Message[];
  units: readonly Unit[];
  sizer: Sizer;
  keepTokens: number;
}): Partition {
  const { messages, units, sizer, keepTokens } = options;
  const kept = alwaysKept(messages);
  const isProtected = (unit: Unit): boolean => unit.indices.every((index) => kept.has(index));
  const checkpoint = messages.findLastIndex(isCheckpoint);

  const floor = new Set<Unit>();
  const total = sizer.total();
  for (const unit of [...units].sort((a, b) => newestOf(b) - newestOf(a))) {
    if (unit.indices.includes(checkpoint)) break;
    const isNewest = floor.size === 0;
    if (isProtected(unit)) {
      floor.add(unit);
      continue;
    }
    if (!isNewest && total.with(unit.indices) > keepTokens) break;
    floor.add(unit);
    total.add(unit.indices);
  }

  const rest = units.filter((unit) => !floor.has(unit));
  return {
    older: rest.filter((unit) => !isProtected(unit) && !unit.indices.includes(checkpoint)),
    checkpoint: checkpoint === -1 ? null : checkpoint,
    protectedIndices: indicesOf(rest.filter(isProtected)),
    floorIndices: indicesOf([...floor]),
  };
}

/** Every message as a unit of its own: a cut made of these may fall between a call and its results. */
export function singleMessageUnits(messages: readonly Message[]): Unit[] {
  return messages.map(({ id }, index) => ({ id, messageIds: [id], indices: [index] }));
}

function newestOf(unit: Unit): number {
  return unit.indices.at(-1) ?? -1;
}

function indicesOf(units: readonly Unit[]): number[] {
  return units.flatMap((unit) => unit.indices).sort((a, b) => a - b);
}
