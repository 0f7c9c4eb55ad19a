/** Charts over time: values on the left, times below. Positions are percentages of the width, so that labels keep their size on every screen. */
import { type Html, html } from './html.ts';
import type { Colors } from './style.ts';
import { axisTime, compact, count, DAY, HOUR, MINUTE, minuteTime } from './text.ts';

/** Equal periods in order, empty ones included. */
export interface Buckets {
  /** The length of each in milliseconds. */
  width: number;
  /** The start of each in milliseconds since the epoch. */
  starts: readonly number[];
  /** How often a name occurs in the period with this start. */
  at(start: number, name: string): number;
}

/** A chart over time: its names, its scales, and what it shows. */
export interface Plot {
  /** An id that is unique in the page. */
  id: string;
  title: string;
  /** The chart in words for readers who cannot see it. */
  description: string;
  /** The time from left to right [milliseconds since the epoch]. */
  start: number;
  end: number;
  /** The room for the marks [pixels]. */
  height: number;
  /** The values of horizontal lines, and the place of a value [pixels from the top]. */
  grid: readonly number[];
  y(value: number): number;
  /** The unit of the values. */
  unit?: string | undefined;
  marks: Html;
}

const TOP = 12;
const LABEL = 20;
const LINE = 14;

/** Draws a chart as wide as its place. Its colours are those without a style sheet. */
export function plot({ id, title, description, height, grid, y, unit, marks, ...time }: Plot): Html {
  const axis = TOP + height;
  return html`<svg class="plot" height="${TOP + height + LABEL + LINE}" overflow="visible" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>
${unit !== undefined && html`<text x="-8" y="${axis + 20}" text-anchor="end" fill="#59616c">${unit}</text>`}
${grid.map((value) => html`<line class="grid" x2="100%" y1="${TOP + y(value)}" y2="${TOP + y(value)}" stroke="#eceae4"/><text x="-8" y="${TOP + y(value) + 4}" text-anchor="end" fill="#59616c">${compact(value)}</text>`)}
<svg y="${TOP}" width="100%" height="${height}" overflow="visible">${marks}</svg>
<line class="axis" x2="100%" y1="${axis}" y2="${axis}" stroke="#9aa0a8"/>
${timeTicks(time, axis)}
</svg>`;
}

/** The height of bars. */
const BARS = 96;

/** Draws a stacked bar for each period, the first part at the bottom, and a line of steps over them. */
export function timeBars(
  names: Pick<Plot, 'id' | 'title' | 'description'>,
  colors: Colors,
  { starts, width, at: timesAt }: Buckets,
  line: readonly number[] = [],
): Html {
  const heights = starts.map((start) => Object.keys(colors).reduce((sum, name) => sum + timesAt(start, name), 0));
  const most = Math.max(1, ...line, ...heights);
  const step = roundStep(most / 4);
  const full = Math.ceil(most / step) * step;
  const y = (value: number) => BARS - (BARS * value) / full;
  const at = (index: number) => percentage((100 * index) / starts.length);
  const bars = starts.map((start, index) => {
    let end = 0;
    return Object.entries(colors).map(([name, color]) => {
      const [from, times] = [end, timesAt(start, name)];
      end += times;
      // A small count stays visible.
      const height = Math.max(1, y(from) - y(end));
      return (
        times > 0 &&
        html`<rect class="bar ${color}" x="${at(index)}" width="${at(1)}" y="${(y(from) - height).toFixed(2)}" height="${height.toFixed(2)}"><title>${minuteTime(start)}: ${count(times)} ${name}</title></rect>`
      );
    });
  });
  const steps = line.map(
    (value, index) =>
      html`<line class="step" x1="${at(index)}" x2="${at(index + 1)}" y1="${y(value).toFixed(2)}" y2="${y(value).toFixed(2)}"/>`,
  );
  const start = starts[0] ?? 0;
  return plot({
    ...names,
    start,
    end: start + starts.length * width,
    height: BARS,
    grid: Array.from({ length: full / step + 1 }, (_, index) => index * step),
    y,
    marks: html`${bars}${steps}`,
  });
}

/** Rounds up to 1, 2, 5, 10, 20, 50, ... */
function roundStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

/** A length in percent, as SVG takes it. */
export function percentage(value: number): string {
  return `${Number(value.toFixed(3))}%`;
}

/** Distances of the marks of a time axis [milliseconds]. */
const DISTANCES = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY),
];

/** Marks at round times, at most five, with their labels. */
function timeTicks({ start, end }: Pick<Plot, 'start' | 'end'>, y: number): Html[] {
  const length = end - start;
  const distance = DISTANCES.find((candidate) => length / candidate <= 4) ?? length;
  const from = Math.ceil(start / distance) * distance;
  return Array.from({ length: Math.floor((end - from) / distance) + 1 }, (_, index) => {
    const at = from + index * distance;
    const share = (100 * (at - start)) / length;
    const x = percentage(share);
    const anchor = share < 1 ? 'start' : share > 97 ? 'end' : 'middle';
    const labels = axisTime(at, distance, index === 0).map(
      (text, row) =>
        html`<text x="${x}" y="${y + 16 + LINE * row}" text-anchor="${anchor}" fill="#59616c">${text}</text>`,
    );
    return html`<line class="axis" x1="${x}" x2="${x}" y1="${y}" y2="${y + 4}" stroke="#9aa0a8"/>${labels}`;
  });
}
