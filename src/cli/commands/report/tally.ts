/** Counts in bounded memory: of names, of names in a table, of numbers, and over time. */
import { bisectRight, cumsum, range, sum } from 'd3-array';
import type { Buckets } from '../../../display/plot.ts';
import { DAY, HOUR, MINUTE } from '../../../display/text.ts';

/** A name and how often it occurs. */
export interface NameCount {
  name: string;
  /** The label with which the name was first added. */
  label: string;
  count: number;
}

/** Counts names: the first ones of their own, further ones in the total only. */
export class Names {
  readonly #most: number;
  readonly #counts = new Map<string, NameCount>();
  /** How many times any name was added. */
  total = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  add(name: string, label = name): void {
    this.total++;
    const known = this.#counts.get(name);
    if (known !== undefined) known.count++;
    else if (this.#counts.size < this.#most) this.#counts.set(name, { name, label, count: 1 });
  }

  at(name: string): number {
    return this.#counts.get(name)?.count ?? 0;
  }

  /** The most frequent name first; names with equal counts in the order they were added. */
  sorted(): NameCount[] {
    return [...this.#counts.values()].sort((one, other) => other.count - one.count);
  }
}

/** Counts names in named rows. */
export class CountTable {
  readonly #most: number;
  readonly #kept: number | undefined;
  readonly #rows = new Map<string, Names>();

  /**
   * @param most how many rows the table has, before one for the others
   * @param kept how many names of a row are kept
   */
  constructor(most = Number.POSITIVE_INFINITY, kept?: number) {
    this.#most = most;
    this.#kept = kept;
  }

  /** The counts of a row. */
  of(row: string): Names {
    const key = this.#rows.has(row) || this.#rows.size < this.#most ? row : 'others';
    const names = this.#rows.get(key) ?? new Names(this.#kept);
    this.#rows.set(key, names);
    return names;
  }

  /** The rows with their counts, the largest first. */
  get rows(): [string, Names][] {
    return [...this.#rows].sort(([, one], [, other]) => other.total - one.total);
  }

  /** The count of a name in all rows; of all names without one. */
  sum(name?: string): number {
    return sum(this.#rows.values(), (names) => (name === undefined ? names.total : names.at(name)));
  }
}

/** Up to this many different numbers are counted exactly, more of them with three digits: exactly to 0.5%. */
export const EXACT_LIMIT = 5_000;

/** Smaller numbers count as 0, larger ones as the limit. */
const [SMALLEST, LARGEST] = [1e-3, 1e12];

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
    const rounded = value < SMALLEST ? 0 : Number(Math.min(value, LARGEST).toPrecision(3));
    const number = this.isExact ? value : rounded;
    this.#counts.set(number, (this.#counts.get(number) ?? 0) + times);
  }
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

/** Widths of a bucket in milliseconds. */
const WIDTHS: readonly number[] = [
  ...[1, 5, 15].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 7, 28, 84, 336, 3_360].map((days) => days * DAY),
];

/** How many buckets there are. */
const MOST_BUCKETS = 48;

/** Counts names over time. */
export class TimeSeries {
  /** By minute. */
  readonly #minutes = new CountTable();
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  add(at: number, name: string): void {
    this.first = Math.min(this.first, at);
    this.last = Math.max(this.last, at);
    this.#minutes.of(String(startOf(at, MINUTE))).add(name);
  }

  /** The counts in buckets that grow with the time span. Without any, there are no buckets. */
  buckets(): Buckets {
    const { first, last } = this;
    const lengthIn = (width: number) => startOf(last, width) - startOf(first, width) + width;
    const width = WIDTHS.find((candidate) => lengthIn(candidate) <= MOST_BUCKETS * candidate) ?? DAY;
    const buckets = Map.groupBy(this.#minutes.rows, ([minute]) => startOf(Number(minute), width));
    return {
      width,
      starts: buckets.size === 0 ? [] : range(startOf(first, width), last + 1, width),
      at: (start, name) => sum(buckets.get(start) ?? [], ([, names]) => names.at(name)),
    };
  }
}

/** The start of the bucket that contains a time. */
function startOf(at: number, width: number): number {
  return Math.floor(at / width) * width;
}
