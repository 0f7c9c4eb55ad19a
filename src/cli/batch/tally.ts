/** What a batch has done so far. */

/** Counts of a batch. */
export class Tally {
  readonly startedAt: number = performance.now();
  found = 0;
  notFound = 0;
  /** Calls that failed, by the code of their error. */
  readonly failed: Map<string, number> = new Map();
  /** Inputs that were no calls. */
  wrong = 0;
  /** Inputs whose result was there from an earlier run. */
  resumed = 0;
  /** Inputs that stood there before. */
  duplicates = 0;
  /** Inputs that asked what another one had asked, and have its outcome. */
  copied = 0;
  creditsSpent = 0;
  creditsLeft: number | undefined;
  /** Attempts that were repeated. */
  retries = 0;
  /** Fields of a service's answers that differ from the contract. */
  drifts = 0;
  /** Parts that pages lacked, by what was wrong with them. */
  readonly gaps: Map<string, number> = new Map();
  /** The line of the last input that was taken. */
  line = 0;

  /** Calls that failed. */
  get failures(): number {
    return [...this.failed.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Calls that ended. */
  get ended(): number {
    return this.found + this.notFound + this.failures;
  }

  /** Seconds since the beginning. */
  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000;
  }
}

/** Adds one to the count of a name. */
export function countIn(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
