/** Bars over time: counts from zero on the left, times below. Positions are percentages of the width, so that labels keep their size on every screen. */
import type { Colors } from './bars.ts';
import { type Html, html } from './html.ts';
import { axisTime, compact, count, DAY, HOUR, SECOND, tableTime } from './text.ts';

/** Equal periods in order, empty ones included. */
export interface Buckets {
  /** The length of each in milliseconds. */
  width: number;
  /** The start of each in milliseconds since the epoch. */
  starts: readonly number[];
  /** How often a name occurs in the period with this start. */
  at(start: number, name: string): number;
}

/** How a chart is named: an id that is unique in the page, a title, and the chart in words for readers who cannot see it. */
interface ChartTitle {
  id: string;
  title: string;
  description: string;
}

const TOP = 12;
const HEIGHT = 96;
const AXIS = TOP + HEIGHT;
const LABEL = 20;
const LINE = 14;

/** Draws a stacked bar for each period, the first part at the bottom, and a line of steps over them. */
export function timeBars(
  { id, title, description }: ChartTitle,
  colors: Colors,
  time: Buckets,
  line: readonly number[] = [],
): Html {
  const names = Object.keys(colors);
  const heights = time.starts.map((start) => names.reduce((sum, name) => sum + time.at(start, name), 0));
  const most = Math.max(1, ...line, ...heights);
  const step = roundStep(most / 4);
  const full = Math.ceil(most / step) * step;
  const y = (value: number) => AXIS - (HEIGHT * value) / full;
  const grid = Array.from({ length: full / step + 1 }, (_, index) => index * step);
  const at = (index: number) => percentage((100 * index) / time.starts.length);
  const bars = time.starts.map((start, index) => {
    let end = 0;
    return Object.entries(colors).map(([name, color]) => {
      const [from, times] = [end, time.at(start, name)];
      end += times;
      // A small count stays visible.
      const height = Math.max(1, y(from) - y(end));
      return (
        times > 0 &&
        html`<rect class="bar ${color}" x="${at(index)}" width="${at(1)}" y="${(y(from) - height).toFixed(2)}" height="${height.toFixed(2)}"><title>${tableTime(start)}: ${count(times)} ${name}</title></rect>`
      );
    });
  });
  return html`<svg class="plot" height="${AXIS + LABEL + LINE}" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>
${grid.map((value) => html`<line class="grid" x2="100%" y1="${y(value)}" y2="${y(value)}"/><text x="-8" y="${y(value) + 4}" text-anchor="end">${compact(value)}</text>`)}
${bars}
${line.map((value, index) => html`<line class="step" x1="${at(index)}" x2="${at(index + 1)}" y1="${y(value).toFixed(2)}" y2="${y(value).toFixed(2)}"/>`)}<line class="axis" x2="100%" y1="${AXIS}" y2="${AXIS}"/>
${timeTicks(time)}
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

/** Distances of the marks of a time axis [milliseconds]. */
const DISTANCES = [
  ...[1, 5, 15, 30, 60, 300, 900, 1_800].map((seconds) => seconds * SECOND),
  ...[1, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * DAY),
];

/** Marks at round times, at most five, with their labels. */
function timeTicks({ starts, width }: Buckets): Html[] {
  const first = starts[0] ?? 0;
  const length = (starts.at(-1) ?? 0) + width - first;
  const distance = DISTANCES.find((candidate) => length / candidate <= 4 && candidate >= width) ?? length;
  const from = Math.ceil(first / distance) * distance;
  return Array.from({ length: Math.floor((first + length - from) / distance) + 1 }, (_, index) => {
    const at = from + index * distance;
    const share = (100 * (at - first)) / length;
    const x = percentage(share);
    const anchor = share < 1 ? 'start' : share > 97 ? 'end' : 'middle';
    const labels = axisTime(at, distance, index === 0).map(
      (text, row) => html`<text x="${x}" y="${AXIS + 16 + LINE * row}" text-anchor="${anchor}">${text}</text>`,
    );
    return html`<line class="axis" x1="${x}" x2="${x}" y1="${AXIS}" y2="${AXIS + 4}"/>${labels}`;
  });
}
