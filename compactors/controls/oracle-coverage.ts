import { createSearch, type Fact, type Message } from '../../harness/index.ts';

/** A fact that would not survive now: the units each of which would save it alone, and those that hold a part of what it needs. */
export interface MissingFact {
  alone: number[];
  parts: number[];
}

interface FactNeeds {
  values: number[];
  all: boolean;
}

/** Which facts survive while units are kept or left out. Units are named by their position. */
export class Coverage {
  private readonly needs: FactNeeds[];
  private readonly carried: ReadonlySet<number>[];
  /** For each value, how often it stands in what is kept. */
  private readonly copies: number[];

  constructor(
    facts: readonly Fact[],
    fixed: readonly Message[],
    units: readonly (readonly Message[])[],
  ) {
    const ids = new Map<string, number>();
    const idOf = (value: string): number => {
      const id = ids.get(value) ?? ids.size;
      ids.set(value, id);
      return id;
    };
    this.needs = facts.flatMap((fact) => {
      if (fact.kind === 'absent') return [];
      const rule = fact.survives;
      const all = 'allOf' in rule;
      return [{ all, values: ('allOf' in rule ? rule.allOf : rule.anyOf).map(idOf) }];
    });
    const valuesIn = (messages: readonly Message[]): Set<number> => {
      const search = createSearch(messages);
      return new Set([...ids].flatMap(([value, id]) => (search(value) ? [id] : [])));
    };
    this.carried = units.map(valuesIn);
    const inFixed = valuesIn(fixed);
    this.copies = Array.from({ length: ids.size }, (_, id) => (inFixed.has(id) ? 1 : 0));
  }

  /** Keeps a unit (by = 1), or leaves it out again (by = -1). */
  change(unit: number, by: 1 | -1): void {
    for (const value of this.carried[unit] ?? []) {
      this.copies[value] = (this.copies[value] ?? 0) + by;
    }
  }

  /** How many facts survive now. */
  count(): number {
    return this.needs.filter((need) => this.isMet(need)).length;
  }

  /** The facts that do not survive now, with the units that could save them. */
  missing(): MissingFact[] {
    return this.needs
      .filter((need) => !this.isMet(need))
      .map(({ all, values }) => {
        const open = values.filter((value) => (this.copies[value] ?? 0) === 0);
        const missing: MissingFact = { alone: [], parts: [] };
        this.carried.forEach((held, unit) => {
          const some = open.some((value) => held.has(value));
          if (some) missing.parts.push(unit);
          if (some && (!all || open.every((value) => held.has(value)))) missing.alone.push(unit);
        });
        return missing;
      });
  }

  private isMet({ all, values }: FactNeeds): boolean {
    const stands = (value: number): boolean => (this.copies[value] ?? 0) > 0;
    return values.length > 0 && (all ? values.every(stands) : values.some(stands));
  }
}
