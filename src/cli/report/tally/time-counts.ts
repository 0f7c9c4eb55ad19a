/** How often each name was seen over time, in buckets that grow with the span so that they stay few. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Widths of a bucket; each divides the next, so that narrow ones can be put together. */
const WIDTHS: readonly number[] = [
  SECOND,
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
  28 * DAY,
  84 * DAY,
  336 * DAY,
];

/** Weeks begin on Monday; the epoch was a Thursday. */
const MONDAY = 4 * DAY;

/** While counting, so many buckets are kept at most. */
const KEPT = 4_096;

/** A stretch of time: when it begins, and what was counted in it. */
export interface Bucket {
  /** Milliseconds since the epoch. */
  start: number;
  counts: ReadonlyMap<string, number>;
}

/** Names, counted over time. */
export class TimeCounts {
  readonly #kept: number;
  #width = SECOND;
  #buckets = new Map<number, Map<string, number>>();

  constructor(kept = KEPT) {
    this.#kept = kept;
  }

  add(at: number, name: string): void {
    countIn(this.#buckets, startOf(at, this.#width), name, 1);
    while (this.#buckets.size > this.#kept) this.#widen();
  }

  /** The counts in at most so many equal buckets from the first to the last, empty ones too, and how long each is. */
  buckets(most: number): { width: number; buckets: Bucket[] } {
    const starts = [...this.#buckets.keys()];
    if (starts.length === 0) return { width: this.#width, buckets: [] };
    const first = starts.reduce((one, other) => Math.min(one, other));
    const last = starts.reduce((one, other) => Math.max(one, other));
    let width = this.#width;
    while ((startOf(last, width) - startOf(first, width)) / width >= most) width = widerThan(width);
    return { width, buckets: withEmpty(mergeInto(this.#buckets, width), width) };
  }

  #widen(): void {
    this.#width = widerThan(this.#width);
    this.#buckets = mergeInto(this.#buckets, this.#width);
  }
}

type Buckets = Map<number, Map<string, number>>;

function widerThan(width: number): number {
  return WIDTHS.find((candidate) => candidate > width) ?? 2 * width;
}

/** Where the bucket of a moment begins. */
export function startOf(at: number, width: number): number {
  const offset = width > DAY ? MONDAY : 0;
  return Math.floor((at - offset) / width) * width + offset;
}

function countIn(buckets: Buckets, start: number, name: string, times: number): void {
  const counts = buckets.get(start) ?? new Map<string, number>();
  buckets.set(start, counts);
  counts.set(name, (counts.get(name) ?? 0) + times);
}

function mergeInto(buckets: Buckets, width: number): Buckets {
  const wide: Buckets = new Map();
  for (const [start, counts] of buckets)
    for (const [name, times] of counts) countIn(wide, startOf(start, width), name, times);
  return wide;
}

/** All buckets from the first to the last, in order. */
function withEmpty(buckets: Buckets, width: number): Bucket[] {
  const starts = [...buckets.keys()].sort((one, other) => one - other);
  const [first = 0, last = 0] = [starts[0], starts.at(-1)];
  const all: Bucket[] = [];
  for (let start = first; start <= last; start += width) all.push({ start, counts: buckets.get(start) ?? new Map() });
  return all;
}
