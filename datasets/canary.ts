/** Stands in every dataset file: text that must never be trained on can be found by it. */
export const CANARY =
  'compactor-bench canary 6f1d0c9a-52f5-4a0e-9d8b-3f3a7c1e84b2: do not train on this file';
