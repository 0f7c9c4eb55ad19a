/** How often each name occurs over time. Buckets grow with the time span, so that their number stays bounded. */
import { range } from 'd3-array';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Widths of a bucket in milliseconds. Each divides the next, so that narrow buckets can be merged. */
const WIDTHS: readonly number[] = [
  ...[1, 5, 15].map((seconds) => seconds * SECOND),
  ...[1, 5, 15].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 7, 28, 84, 336].map((days) => days * DAY),
];

/** Weeks begin on Monday; the epoch was a Thursday. */
const MONDAY = 4 * DAY;

/** A bucket of time and what was counted in it. */
export interface Bucket {
  /** Milliseconds since the epoch. */
  start: number;
  counts: ReadonlyMap<string, number>;
}

/** Equal buckets in order, empty ones included. */
export interface Buckets {
  /** The length of each in milliseconds. */
  width: number;
  buckets: readonly Bucket[];
}

type Counts = Map<number, Map<string, number>>;

/** Counts names over time. */
export class TimeSeries {
  readonly #most: number;
  #width = SECOND;
  #counts: Counts = new Map();

  /** @param most how many buckets are kept while counting */
  constructor(most = 4_096) {
    this.#most = most;
  }

  add(at: number, name: string): void {
    addTo(this.#counts, startOf(at, this.#width), name, 1);
    while (this.#counts.size > this.#most) {
      this.#width = widerThan(this.#width);
      this.#counts = merged(this.#counts, this.#width);
    }
  }

  /** The counts in at most this many buckets. */
  buckets(most: number): Buckets {
    if (this.#counts.size === 0) return { width: this.#width, buckets: [] };
    const starts = [...this.#counts.keys()].sort((one, other) => one - other);
    const [first = 0, last = 0] = [starts[0], starts.at(-1)];
    let width = this.#width;
    while ((startOf(last, width) - startOf(first, width)) / width >= most) width = widerThan(width);
    const counts = merged(this.#counts, width);
    const all = range(startOf(first, width), startOf(last, width) + width, width);
    return { width, buckets: all.map((start) => ({ start, counts: counts.get(start) ?? new Map() })) };
  }
}

function widerThan(width: number): number {
  return WIDTHS.find((candidate) => candidate > width) ?? 2 * width;
}

/** The start of the bucket that contains a time. */
function startOf(at: number, width: number): number {
  const offset = width > DAY ? MONDAY : 0;
  return Math.floor((at - offset) / width) * width + offset;
}

function addTo(counts: Counts, start: number, name: string, times: number): void {
  const bucket = counts.get(start) ?? new Map<string, number>();
  counts.set(start, bucket);
  bucket.set(name, (bucket.get(name) ?? 0) + times);
}

function merged(counts: Counts, width: number): Counts {
  const wide: Counts = new Map();
  for (const [start, bucket] of counts)
    for (const [name, times] of bucket) addTo(wide, startOf(start, width), name, times);
  return wide;
}
