/** How often each number occurs, in bounded memory: exact for few different numbers, otherwise exact to 0.5%. */

/** Up to this many different numbers are counted exactly. */
export const EXACT_LIMIT = 5_000;

/** The logarithm of a bucket's width. Any number in a bucket is at most 0.5% from its middle. */
const BUCKET = Math.log(1.01);

/** Smaller numbers count as 0, larger ones as the limit. */
const SMALLEST = 1e-3;
const LARGEST = 1e12;

/** A number and how often it occurs. */
export type Counted = readonly [value: number, count: number];

/** Counts numbers of 0 and more. */
export class NumberTally {
  readonly #exactLimit: number;
  #counts = new Map<number, number>();
  /** Whether every number is counted exactly. */
  isExact = true;
  /** How many numbers were added. */
  total = 0;
  /** The smallest number, exactly. */
  min = Number.POSITIVE_INFINITY;
  /** The largest number, exactly. */
  max = Number.NEGATIVE_INFINITY;

  constructor(exactLimit = EXACT_LIMIT) {
    this.#exactLimit = exactLimit;
  }

  add(value: number): void {
    this.total++;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
    this.#count(this.isExact ? value : bucketOf(value), 1);
    if (this.isExact && this.#counts.size > this.#exactLimit) this.#useBuckets();
  }

  /** The numbers in ascending order, with their counts. */
  sorted(): Counted[] {
    return [...this.#counts].sort(([one], [other]) => one - other);
  }

  #count(value: number, times: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + times);
  }

  #useBuckets(): void {
    const counts = this.#counts;
    this.#counts = new Map();
    this.isExact = false;
    for (const [value, times] of counts) this.#count(bucketOf(value), times);
  }
}

/** The middle of a number's bucket. */
function bucketOf(value: number): number {
  if (value < SMALLEST) return 0;
  return Math.exp(Math.round(Math.log(Math.min(value, LARGEST)) / BUCKET) * BUCKET);
}

/**
 * A quantile, interpolated linearly between neighbours as pandas, NumPy and spreadsheets do.
 *
 * @param sorted numbers in ascending order
 * @param share 0.5 is the median
 */
export function quantile(sorted: readonly Counted[], share: number): number {
  const rank = (totalOf(sorted) - 1) * share;
  const below = valueAtRank(sorted, Math.floor(rank));
  return below + (valueAtRank(sorted, Math.ceil(rank)) - below) * (rank - Math.floor(rank));
}

/** How many numbers a list counts. */
export function totalOf(counted: readonly Counted[]): number {
  return counted.reduce((total, [, times]) => total + times, 0);
}

function valueAtRank(sorted: readonly Counted[], rank: number): number {
  let seen = 0;
  for (const [value, count] of sorted) {
    seen += count;
    if (rank < seen) return value;
  }
  return sorted.at(-1)?.[0] ?? Number.NaN;
}
