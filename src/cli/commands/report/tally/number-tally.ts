/** How often each number occurs, in bounded memory: exact for few different numbers, otherwise exact to 0.5%. */
import { bisectRight, cumsum, sum } from 'd3-array';

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
  total = 0;
  /** The smallest and the largest number, exactly. */
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;

  constructor(exactLimit = EXACT_LIMIT) {
    this.#exactLimit = exactLimit;
  }

  add(value: number): void {
    this.total++;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
    this.#count(value, 1);
    if (!this.isExact || this.#counts.size <= this.#exactLimit) return;
    this.isExact = false;
    const counts = this.#counts;
    this.#counts = new Map();
    for (const [number, times] of counts) this.#count(number, times);
  }

  /** The numbers in ascending order, with their counts. */
  sorted(): Counted[] {
    return [...this.#counts].sort(([one], [other]) => one - other);
  }

  #count(value: number, times: number): void {
    const number = this.isExact ? value : bucketOf(value);
    this.#counts.set(number, (this.#counts.get(number) ?? 0) + times);
  }
}

/** The middle of a number's bucket. */
function bucketOf(value: number): number {
  if (value < SMALLEST) return 0;
  return Math.exp(Math.round(Math.log(Math.min(value, LARGEST)) / BUCKET) * BUCKET);
}

/** How many numbers a list counts. */
export function totalOf(counted: readonly Counted[]): number {
  return sum(counted, ([, times]) => times);
}

/**
 * A quantile, interpolated linearly between neighbours as pandas, NumPy and spreadsheets do.
 *
 * @param sorted numbers in ascending order
 * @param share 0.5 is the median
 */
export function quantile(sorted: readonly Counted[], share: number): number {
  const ends = cumsum(sorted, ([, times]) => times);
  const rank = ((ends.at(-1) ?? 0) - 1) * share;
  const [below, above] = [Math.floor(rank), Math.ceil(rank)].map((at) => sorted[bisectRight(ends, at)]?.[0]);
  return below === undefined || above === undefined ? Number.NaN : below + (above - below) * (rank % 1);
}
