/** Counts over time: stacked bars, and small rows of bars with one time axis below. */
import { cumsum } from 'd3-array';
import { type Html, html } from '../../../service/html.ts';
import { count } from '../../counts.ts';
import { tableTime } from '../format.ts';
import type { Bucket, Buckets } from '../tally/time-series.ts';
import { timeTicks } from './axis.ts';
import { type Bar, type Plot, percentage, plot } from './plot.ts';

/** A part of the bars. */
export interface TimePart {
  name: string;
  /** A class of the style sheet. */
  tone: string;
  countOf: (bucket: Bucket) => number;
}

/** Draws a stacked bar for each bucket, the first part at the bottom. */
export function timeBars(options: Omit<Plot, 'bars' | 'ticks'>, parts: readonly TimePart[], time: Buckets): Html {
  const width = 100 / time.buckets.length;
  const bars = time.buckets.flatMap((bucket, index): Bar[] => {
    const ends = cumsum(parts, (part) => part.countOf(bucket));
    const stack = parts.map(({ name, tone, countOf }, nth): Bar => {
      const [times, end] = [countOf(bucket), ends[nth] ?? 0];
      const title = `${tableTime(bucket.start)}: ${count(times)} ${name}`;
      return { x: [index * width, (index + 1) * width], counts: [end - times, end], tone, title };
    });
    return stack.filter(({ counts: [from, to] }) => to > from);
  });
  return plot({ ...options, bars, ticks: timeTicks(time) });
}

const ROW = 30;

/** Draws a small row of bars. A full bar is `most`. */
export function timeRow(counts: readonly number[], most: number, tone: string): Html {
  const width = 100 / counts.length;
  const bars = counts.map((times, index) => {
    const height = Math.max(1, (ROW * times) / most);
    return times === 0
      ? ''
      : html`<rect class="bar ${tone}" x="${percentage(index * width)}" width="${percentage(width)}" y="${(ROW - height).toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  return html`<svg height="${ROW + 1}" aria-hidden="true">${bars}<line class="axis" x2="100%" y1="${ROW}" y2="${ROW}"/></svg>`;
}

/** The time axis below such rows. */
export function timeAxis(time: Buckets): Html {
  const labels = timeTicks(time).map(
    ({ x, text, below = '' }) =>
      html`<text x="${percentage(x)}" y="13">${text}</text><text x="${percentage(x)}" y="27">${below}</text>`,
  );
  return html`<svg class="times" height="32" aria-hidden="true">${labels}</svg>`;
}
