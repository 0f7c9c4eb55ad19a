/** Counts over time: stacked bars, small rows of bars, and moments below them. */
import { type Html, html } from '../../../service/html.ts';
import { count } from '../../counts.ts';
import { axisMoment, tableMoment } from '../format.ts';
import { type Bucket, startOf } from '../tally/time-counts.ts';
import { across, type Bar, plot, type Tick } from './plot.ts';

/** A part of the bars. */
export interface TimePart {
  name: string;
  /** A class of the style sheet. */
  tone: string;
  of: (bucket: Bucket) => number;
}

/** Buckets, each so long. */
export interface Stretch {
  width: number;
  buckets: readonly Bucket[];
}

/** What a picture of parts over time is called. */
export interface TimeTitle {
  id: string;
  title: string;
  /** The picture in words. */
  description: string;
}

/** Bars of parts, the first at the bottom. */
export function timeBars({ id, title, description }: TimeTitle, parts: readonly TimePart[], stretch: Stretch): Html {
  const { buckets } = stretch;
  const most = Math.max(...buckets.map((bucket) => parts.reduce((sum, { of }) => sum + of(bucket), 0)));
  const bars = buckets.flatMap((bucket, index) => stacked(parts, bucket, index / buckets.length, 1 / buckets.length));
  return plot({ id, title, description, most, bars, ticks: momentTicks(stretch) });
}

function stacked(parts: readonly TimePart[], bucket: Bucket, left: number, width: number): Bar[] {
  let from = 0;
  return parts.flatMap(({ name, tone, of }) => {
    const times = of(bucket);
    const title = `${tableMoment(bucket.start)}: ${count(times)} ${name}`;
    const bar: Bar = { left, right: left + width, from, to: from + times, tone, title };
    from += times;
    return times === 0 ? [] : [bar];
  });
}

const ROW = 30;

/** A small row of bars; a full one is `most`. */
export function timeRow(counts: readonly number[], most: number, tone: string): Html {
  const width = across(1 / counts.length);
  const bars = counts.map((times, index) => {
    const height = Math.max(1, (ROW * times) / most).toFixed(1);
    const y = (ROW - Number(height)).toFixed(1);
    return times === 0
      ? ''
      : html`<rect class="bar ${tone}" x="${across(index / counts.length)}" width="${width}" y="${y}" height="${height}"/>`;
  });
  return html`<svg height="${ROW + 1}" aria-hidden="true">${bars}<line class="axis" x2="100%" y1="${ROW}" y2="${ROW}"/></svg>`;
}

/** The moments below such rows. */
export function timeAxis(stretch: Stretch): Html {
  const marks = momentTicks(stretch).map(
    ({ place, text, below = '' }) =>
      html`<text x="${across(place)}" y="13">${text}</text><text x="${across(place)}" y="27">${below}</text>`,
  );
  return html`<svg class="moments" height="32" aria-hidden="true">${marks}</svg>`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Distances between marks that people count in. */
const DISTANCES = [
  ...[1, 5, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 84, 336].map((days) => days * DAY),
];

/** So many marks fit below a picture on a phone. */
const MARKS = 6;

/** Marks at round moments; the first one, and each midnight, tells the day. */
function momentTicks({ buckets, width }: Stretch): Tick[] {
  const length = width * buckets.length;
  const distance = Math.max(width, DISTANCES.find((candidate) => length / candidate <= MARKS) ?? length);
  const round = buckets
    .map(({ start }, index) => ({ start, index }))
    .filter(({ start }) => startOf(start, distance) === start);
  const shown = round.length > 1 ? round : buckets.slice(0, 1).map(({ start }) => ({ start, index: 0 }));
  return shown.map(({ start, index }, nth) => ({
    place: index / buckets.length,
    ...axisMoment(start, distance, nth === 0),
  }));
}
