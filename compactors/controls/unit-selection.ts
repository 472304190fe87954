import {
  type CompactionRequest,
  type CompactionResult,
  groupUnits,
  type Unit,
} from '../../harness/index.ts';
import { finishLocal, keepMessages, skipped } from '../outcome.ts';
import { type MessageSizes, measureMessages } from '../sizes.ts';

/** A request as controls see it: what is always kept, and the units among which they choose. */
export interface Selection {
  request: CompactionRequest;
  measured: MessageSizes;
  /** Indices that are kept whatever is chosen. */
  fixed: ReadonlySet<number>;
  /** Units with none of their messages among the fixed ones, oldest first. */
  units: Unit[];
}

/** Measures a request once. `fixed` says what is always kept. */
export function createSelection(
  request: CompactionRequest,
  fixed: (units: readonly Unit[]) => Iterable<number>,
): Selection {
  const all = groupUnits(request.messages);
  const kept = new Set(fixed(all));
  return {
    request,
    measured: measureMessages(request.messages, request.counter),
    fixed: kept,
    units: all.filter((unit) => !unit.indices.some((index) => kept.has(index))),
  };
}

/** Indices of all system messages. */
export function systemIndices(request: CompactionRequest): number[] {
  return request.messages.flatMap((message, index) => (message.role === 'system' ? [index] : []));
}

/** Room for chosen units under the target, kept up to date as units are taken. O(messages of the unit) a step. */
export class Room {
  private size = 0;
  private count = 0;
  private readonly selection: Selection;

  constructor(selection: Selection) {
    this.selection = selection;
    for (const index of selection.fixed) this.add([index]);
  }

  /** True where the list with this unit is still at or under the target. */
  fits(unit: Unit): boolean {
    const { measured, request } = this.selection;
    const tokens = measured.tokensOf(
      this.size + unitSize(measured, unit),
      this.count + unit.indices.length,
    );
    return tokens <= request.targetTokens;
  }

  /** Takes a unit, fitting or not. */
  take(unit: Unit): void {
    this.add(unit.indices);
  }

  /** Size, in the counter's additive unit, that still fits; 0 where nothing does. Found by bisection, O(log target). */
  left(): number {
    const { measured, request } = this.selection;
    const fitsSize = (extra: number): boolean =>
      measured.tokensOf(this.size + extra, this.count + 1) <= request.targetTokens;
    let high = 1;
    while (high < Number.MAX_SAFE_INTEGER && fitsSize(high)) high *= 2;
    let low = 0;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (fitsSize(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  private add(indices: readonly number[]): void {
    for (const index of indices) this.size += this.selection.measured.sizes[index] ?? 0;
    this.count += indices.length;
  }
}

/** Size of a unit in the counter's additive unit. */
export function unitSize(measured: MessageSizes, unit: Unit): number {
  let size = 0;
  for (const index of unit.indices) size += measured.sizes[index] ?? 0;
  return size;
}

/** The result of keeping the fixed messages and the chosen units, in their order; `skipped` where that is everything. */
export function keepSelected(
  { request, fixed }: Selection,
  chosen: readonly Unit[],
  name: string,
): CompactionResult {
  if (request.signal.aborted) return { status: 'cancelled', steps: [] };
  const kept = new Set([...fixed, ...chosen.flatMap((unit) => unit.indices)]);
  if (kept.size === request.messages.length) return skipped('would-change-nothing');
  const messages = request.messages.filter((_, index) => kept.has(index));
  return finishLocal(request, name, keepMessages(messages));
}
