/** Bar charts: counts from zero on the left, values or times below. Positions are percentages of the width, so that labels keep their size on every screen. */
import type { Colors } from './bars.ts';
import { type Html, html } from './html.ts';
import type { Color } from './style.ts';
import { axisTime, compact, count, DAY, HOUR, SECOND, tableTime } from './text.ts';

/** A mark at an axis, with one or two lines of text. */
interface Tick {
  x: number;
  text: string;
  below?: string | undefined;
}

/** Equal periods in order, empty ones included. */
export interface Buckets {
  /** The length of each in milliseconds. */
  width: number;
  /** The start of each in milliseconds since the epoch. */
  starts: readonly number[];
  /** How often a name occurs in the period with this start. */
  at(start: number, name: string): number;
}

const TOP = 12;
const HEIGHT = 96;
const LABEL = 20;
const LINE = 14;

/** A bar between two positions (in percent of the width) and two counts. */
interface Bar {
  x: readonly [left: number, right: number];
  counts: readonly [from: number, to: number];
  color: Color;
  /** Shown under a pointer. */
  title: string;
}

/** How a chart is named: an id that is unique in the page, a title, and the chart in words for readers who cannot see it. */
interface ChartTitle {
  id: string;
  title: string;
  description: string;
}

/** Draws a bar chart, with a step for each value of a line, from left to right. */
function plot(
  { id, title, description }: ChartTitle,
  bars: readonly Bar[],
  ticks: readonly Tick[],
  line: readonly number[] = [],
): Html {
  const axis = TOP + HEIGHT;
  const most = Math.max(1, ...line, ...bars.map(({ counts }) => counts[1]));
  const step = roundStep(most / 4);
  const full = Math.ceil(most / step) * step;
  const y = (value: number) => axis - (HEIGHT * value) / full;
  const lines = ticks.some((tick) => tick.below !== undefined) ? LINE : 0;
  const grid = Array.from({ length: full / step + 1 }, (_, index) => index * step);
  return html`<svg class="plot" height="${axis + LABEL + lines}" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>
${grid.map((value) => html`<line class="grid" x2="100%" y1="${y(value)}" y2="${y(value)}"/><text x="-8" y="${y(value) + 4}" text-anchor="end">${compact(value)}</text>`)}
${bars.map(({ x: [left, right], counts: [from, to], color, title: name }) => {
  // A small count stays visible.
  const height = Math.max(1, y(from) - y(to));
  return html`<rect class="bar ${color}" x="${percentage(left)}" width="${percentage(right - left)}" y="${(y(from) - height).toFixed(2)}" height="${height.toFixed(2)}"><title>${name}</title></rect>`;
})}
${line.map((value, index) => html`<line class="step" x1="${percentage((100 * index) / line.length)}" x2="${percentage((100 * (index + 1)) / line.length)}" y1="${y(value).toFixed(2)}" y2="${y(value).toFixed(2)}"/>`)}<line class="axis" x2="100%" y1="${axis}" y2="${axis}"/>
${ticks.map(({ x }) => html`<line class="axis" x1="${percentage(x)}" x2="${percentage(x)}" y1="${axis}" y2="${axis + 4}"/>`)}
${tickLabels(ticks, axis + 16)}
</svg>`;
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

/** The labels of ticks, the first line at a height. */
function tickLabels(ticks: readonly Tick[], y: number): Html[] {
  return ticks.flatMap(({ x, text, below }) => {
    const anchor = x < 1 ? 'start' : x > 97 ? 'end' : 'middle';
    return [text, below].map((line = '', index) =>
      line === ''
        ? html``
        : html`<text x="${percentage(x)}" y="${y + LINE * index}" text-anchor="${anchor}">${line}</text>`,
    );
  });
}

/** Draws a stacked bar for each period, the first part at the bottom, and a line of steps over them. */
export function timeBars(title: ChartTitle, colors: Colors, time: Buckets, line?: readonly number[]): Html {
  const width = 100 / time.starts.length;
  const bars = time.starts.flatMap((start, index) => {
    let end = 0;
    return Object.entries(colors).flatMap(([name, color]): Bar[] => {
      const [from, times] = [end, time.at(start, name)];
      end += times;
      const label = `${tableTime(start)}: ${count(times)} ${name}`;
      const x = [index * width, (index + 1) * width] as const;
      return times === 0 ? [] : [{ x, counts: [from, end], color, title: label }];
    });
  });
  return plot(title, bars, timeTicks(time), line);
}

/** Distances of the marks of a time axis [milliseconds]. */
const DISTANCES = [
  ...[1, 5, 15, 30, 60, 300, 900, 1_800].map((seconds) => seconds * SECOND),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY),
];

/** Marks at round times, at most five. */
function timeTicks({ starts, width }: Buckets): Tick[] {
  const first = starts[0] ?? 0;
  const length = (starts.at(-1) ?? 0) + width - first;
  const distance = DISTANCES.find((candidate) => length / candidate <= 4 && candidate >= width) ?? length;
  const from = Math.ceil(first / distance) * distance;
  return Array.from({ length: Math.floor((first + length - from) / distance) + 1 }, (_, index) => {
    const at = from + index * distance;
    return { x: (100 * (at - first)) / length, ...axisTime(at, distance, index === 0) };
  });
}
