/** The only source of time. All values in milliseconds; `now` is monotonic and starts at 0 for a virtual clock. */
export interface Clock {
  readonly kind: 'real' | 'virtual';
  /** Monotonic milliseconds. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `fire` once after `ms`; the returned function cancels it. */
  after(ms: number, fire: () => void): () => void;
  /** Runs work that the clock cannot see (a live model, a child process); a virtual clock does not jump ahead while it is pending. */
  hold<T>(work: Promise<T>): Promise<T>;
}
