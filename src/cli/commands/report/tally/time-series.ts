/** How often each name occurs over time. Buckets grow with the time span, so that their number stays bounded. */
import { extent, range } from 'd3-array';
import type { Buckets } from '../../../../display/plot.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../display/text.ts';
import { CountTable } from './count-table.ts';

/** Widths of a bucket in milliseconds. Each divides the next, so that narrow buckets can be merged. */
const WIDTHS: readonly number[] = [
  ...[1, 5, 15].map((seconds) => seconds * SECOND),
  ...[1, 5, 15].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 7, 28, 84, 336].map((days) => days * DAY),
];

/** Weeks begin on Monday; the epoch was a Thursday. */
const MONDAY = 4 * DAY;

/** Counts names over time. */
export class TimeSeries {
  readonly #most: number;
  #width = SECOND;
  #counts = new CountTable<number>();

  /** @param most how many buckets are kept while counting */
  constructor(most = 4_096) {
    this.#most = most;
  }

  add(at: number, name: string): void {
    this.#counts.add(startOf(at, this.#width), name);
    while (this.#counts.size > this.#most) {
      this.#width = widerThan(this.#width);
      this.#counts = this.#counts.mergeRows((start) => startOf(start, this.#width));
    }
  }

  /** The counts in at most this many buckets. */
  buckets(most: number): Buckets {
    const [first = 0, last = 0] = extent(this.#counts.rows);
    let width = this.#width;
    while ((startOf(last, width) - startOf(first, width)) / width >= most) width = widerThan(width);
    const counts = this.#counts.mergeRows((start) => startOf(start, width));
    const starts = counts.size === 0 ? [] : range(startOf(first, width), startOf(last, width) + width, width);
    return { width, starts, at: (start, name) => counts.at(start, name) };
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
