/** How often each number was seen, in bounded memory: exact while few numbers differ, to within half a percent after that. */

/** So many different numbers are kept as they are. */
export const EXACT_LIMIT = 5_000;

/** Beyond that, numbers that differ by less than this factor fall together: half of it, 0.5%, is the error of any of them. */
const BUCKET = Math.log(1.01);

/** What stands between these is told apart; all below and above counts as the end itself. */
const SMALLEST = 1e-3;
const LARGEST = 1e12;

/** A number, and how often it was seen. */
export type Counted = readonly [value: number, count: number];

/** Numbers of zero and more, counted. */
export class NumberCounts {
  readonly #exactLimit: number;
  #counts = new Map<number, number>();
  #isExact = true;
  #total = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  constructor(exactLimit = EXACT_LIMIT) {
    this.#exactLimit = exactLimit;
  }

  add(value: number): void {
    this.#total++;
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    this.#count(this.#isExact ? value : bucketOf(value), 1);
    if (this.#isExact && this.#counts.size > this.#exactLimit) this.#fold();
  }

  /** How many numbers were added. */
  get total(): number {
    return this.#total;
  }

  /** The smallest, exactly. */
  get min(): number {
    return this.#min;
  }

  /** The largest, exactly. */
  get max(): number {
    return this.#max;
  }

  /** Whether every number is kept as it was. */
  get isExact(): boolean {
    return this.#isExact;
  }

  /** The numbers in order, with their counts. */
  sorted(): Counted[] {
    return [...this.#counts].sort(([one], [other]) => one - other);
  }

  #count(value: number, times: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + times);
  }

  #fold(): void {
    const counts = this.#counts;
    this.#counts = new Map();
    this.#isExact = false;
    for (const [value, times] of counts) this.#count(bucketOf(value), times);
  }
}

/** The middle of a number's bucket. */
function bucketOf(value: number): number {
  if (value < SMALLEST) return 0;
  return Math.exp(Math.round(Math.log(Math.min(value, LARGEST)) / BUCKET) * BUCKET);
}

/**
 * The value below which a share of the numbers stands, between two neighbours by their distance (as pandas, NumPy and spreadsheets do).
 *
 * @param sorted numbers in order
 * @param share 0.5 is the median
 */
export function quantile(sorted: readonly Counted[], share: number): number {
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const rank = (total - 1) * share;
  const below = valueAtRank(sorted, Math.floor(rank));
  return below + (valueAtRank(sorted, Math.ceil(rank)) - below) * (rank - Math.floor(rank));
}

function valueAtRank(sorted: readonly Counted[], rank: number): number {
  let seen = 0;
  for (const [value, count] of sorted) {
    seen += count;
    if (rank < seen) return value;
  }
  return sorted.at(-1)?.[0] ?? Number.NaN;
}
