/** What an import did besides copying: every record that was left out, by kind, and every repair, by name. */
export interface ImportReport {
  /** Records, parts or fields left out on purpose, counted by kind. */
  dropped: Record<string, number>;
  /** Faults of the file that were mended, counted by name. */
  repaired: Record<string, number>;
  /** The first places of each kind of drop or repair, such as `line 17`. */
  places: Record<string, string[]>;
}

/** Collects an {@link ImportReport}. */
export interface Tally {
  drop(kind: string, place: string, count?: number): void;
  repair(name: string, place: string): void;
  report(): ImportReport;
}

const PLACES_KEPT = 5;

/** A tally with nothing in it. */
export function createTally(): Tally {
  const dropped = new Map<string, number>();
  const repaired = new Map<string, number>();
  const places = new Map<string, string[]>();
  const note = (map: Map<string, number>, kind: string, place: string, count: number) => {
    map.set(kind, (map.get(kind) ?? 0) + count);
    const list = places.get(kind) ?? [];
    if (list.length < PLACES_KEPT) list.push(place);
    places.set(kind, list);
  };
  return {
    drop: (kind, place, count = 1) => note(dropped, kind, place, count),
    repair: (name, place) => note(repaired, name, place, 1),
    report: () => ({
      dropped: Object.fromEntries(dropped),
      repaired: Object.fromEntries(repaired),
      places: Object.fromEntries(places),
    }),
  };
}
