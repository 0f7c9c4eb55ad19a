/** A bar chart: counts from zero on the left, values or times below. */

import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type Html, html } from '../../../../service/html.ts';
import { compact } from '../format.ts';
import type { Color } from '../style.ts';
import type { Tick } from './axis.ts';

const TOP = 12;
const HEIGHT = 96;
const LABEL = 20;
const LINE = 14;

/** A bar between two positions (in percent of the width) and two counts. */
export interface Bar {
  x: readonly [left: number, right: number];
  counts: readonly [from: number, to: number];
  color: Color;
  /** Shown under a pointer. */
  title: string;
}

/** How a chart is named: an id that is unique in the page, a title, and the chart in words for readers who cannot see it. */
export interface ChartTitle {
  id: string;
  title: string;
  description: string;
}

/** Draws a bar chart. `strip` is drawn between the bars and the labels of the axis. */
export function plot(
  { id, title, description }: ChartTitle,
  bars: readonly Bar[],
  ticks: readonly Tick[],
  strip?: { height: number; at(top: number): Html },
): Html {
  const axis = TOP + HEIGHT;
  const y = scaleLinear([0, max(bars, ({ counts }) => counts[1]) ?? 1], [axis, TOP]).nice(4);
  const below = axis + (strip?.height ?? 0);
  const lines = ticks.some((tick) => tick.below !== undefined) ? LINE : 0;
  const grid = y.ticks(4).filter(Number.isInteger);
  return html`<svg class="plot" height="${below + LABEL + lines}" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>
${grid.map((value) => html`<line class="grid" x2="100%" y1="${y(value)}" y2="${y(value)}"/><text x="-8" y="${y(value) + 4}" text-anchor="end">${compact(value)}</text>`)}
${bars.map(({ x: [left, right], counts: [from, to], color, title: name }) => {
  // A small count stays visible.
  const height = Math.max(1, y(from) - y(to));
  return html`<rect class="bar ${color}" x="${percentage(left)}" width="${percentage(right - left)}" y="${(y(from) - height).toFixed(2)}" height="${height.toFixed(2)}"><title>${name}</title></rect>`;
})}
<line class="axis" x2="100%" y1="${axis}" y2="${axis}"/>${strip?.at(axis)}
${ticks.map(({ x }) => html`<line class="axis" x1="${percentage(x)}" x2="${percentage(x)}" y1="${axis}" y2="${axis + 4}"/>`)}
${tickLabels(ticks, below + 16)}
</svg>`;
}

/** A length in percent, as SVG takes it. */
export function percentage(value: number): string {
  return `${Number(value.toFixed(3))}%`;
}

/** The labels of ticks, the first line at a height. */
export function tickLabels(ticks: readonly Tick[], y: number): Html[] {
  return ticks.flatMap(({ x, text, below }) => {
    const anchor = x < 1 ? 'start' : x > 97 ? 'end' : 'middle';
    return [text, below].map((line = '', index) =>
      line === ''
        ? html``
        : html`<text x="${percentage(x)}" y="${y + LINE * index}" text-anchor="${anchor}">${line}</text>`,
    );
  });
}
