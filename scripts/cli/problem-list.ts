import { BenchError, type Problem } from '../../harness/index.ts';

/** Gathers problems from several steps, so that a user sees all of them at once. */
export interface ProblemList {
  add(...problems: Problem[]): void;
  /** The step's value, or null where it threw a BenchError, whose problems are gathered. */
  attempt<T>(step: () => T | Promise<T>): Promise<T | null>;
  /** Throws a BenchError with everything gathered so far, if anything was. */
  throwAll(): void;
}

/** An empty list of problems. */
export function createProblemList(): ProblemList {
  const gathered: Problem[] = [];
  return {
    add: (...problems) => {
      gathered.push(...problems);
    },
    attempt: async (step) => {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
        gathered.push(...error.problems);
        return null;
      }
    },
    throwAll: () => {
      if (gathered.length > 0) throw new BenchError(gathered);
    },
  };
}
