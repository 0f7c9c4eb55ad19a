/** A bar chart: counts from zero on the left, values or times below. */
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type Html, html } from '../../../service/html.ts';
import { compact } from '../format.ts';
import type { Tick } from './axis.ts';

const TOP = 12;
const HEIGHT = 96;
const LABEL = 20;
const LINE = 14;

/** A bar from one count to another. */
export interface Bar {
  /** The left and right end in percent of the width. */
  x: readonly [number, number];
  counts: readonly [number, number];
  /** A class of the style sheet. */
  tone: string;
  /** Shown under a pointer. */
  title: string;
}

/** The parts of a bar chart. */
export interface Plot {
  /** Unique in the page. */
  id: string;
  title: string;
  /** The chart in words, for those who cannot see it. */
  description: string;
  bars: readonly Bar[];
  ticks: readonly Tick[];
  /** Drawn between the bars and the labels of the axis. */
  strip?: { height: number; at(top: number): Html };
}

/** Draws a bar chart. */
export function plot({ id, title, description, bars, ticks, strip }: Plot): Html {
  const most = Math.max(1, max(bars, ({ counts }) => counts[1]) ?? 1);
  const axis = TOP + HEIGHT;
  const y = scaleLinear([0, most], [axis, TOP]).nice(4);
  const below = axis + (strip?.height ?? 0);
  const lines = ticks.some((tick) => tick.below !== undefined) ? LINE : 0;
  return html`<svg class="plot" height="${below + LABEL + lines}" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>
${y
  .ticks(4)
  .filter(Number.isInteger)
  .map(
    (value) =>
      html`<line class="grid" x2="100%" y1="${y(value)}" y2="${y(value)}"/><text x="-8" y="${y(value) + 4}" text-anchor="end">${compact(value)}</text>`,
  )}
${bars.map(({ x: [left, right], counts: [from, to], tone, title: name }) => {
  // A small count stays visible.
  const height = Math.max(1, y(from) - y(to));
  return html`<rect class="bar ${tone}" x="${percentage(left)}" width="${percentage(right - left)}" y="${(y(from) - height).toFixed(2)}" height="${height.toFixed(2)}"><title>${name}</title></rect>`;
})}
<line class="axis" x2="100%" y1="${axis}" y2="${axis}"/>${strip?.at(axis)}
${ticks.map((tick) => tickMark(tick, axis, below))}
</svg>`;
}

/** A length in percent, as SVG takes it. */
export function percentage(value: number): string {
  return `${Number(value.toFixed(3))}%`;
}

function tickMark({ x, text, below: second }: Tick, axis: number, below: number): Html {
  const anchor = x < 4 ? 'start' : x > 96 ? 'end' : 'middle';
  const label = (content: string, y: number) =>
    html`<text x="${percentage(x)}" y="${y}" text-anchor="${anchor}">${content}</text>`;
  return html`<line class="axis" x1="${percentage(x)}" x2="${percentage(x)}" y1="${axis}" y2="${axis + 4}"/>${text === '' ? '' : label(text, below + 16)}${second === undefined ? '' : label(second, below + 16 + LINE)}`;
}
