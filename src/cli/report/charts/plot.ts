/** The frame that bars stand in: counts from zero at the left, values or moments below. Places are percentages, so that text keeps its size. */
import { type Html, html } from '../../../service/html.ts';
import { short } from '../format.ts';
import { countTicks } from './scale.ts';

const TOP = 12;
const HEIGHT = 96;
const LABELS = 20;
const LINE = 14;

/** A mark at the lower axis. */
export interface Tick {
  /** 0 is the left end, 1 the right. */
  place: number;
  text: string;
  /** A second line below it. */
  below?: string;
}

/** A bar: from left to right, and from one count up to another. */
export interface Bar {
  left: number;
  right: number;
  from: number;
  to: number;
  /** A class of the style sheet. */
  tone: string;
  /** What a pointer is told. */
  title: string;
}

/** What stands in a frame. */
export interface Plot {
  /** Unique in the page. */
  id: string;
  title: string;
  /** The picture in words. */
  description: string;
  /** The largest count. */
  most: number;
  bars: readonly Bar[];
  ticks: readonly Tick[];
  /** What stands between the bars and the marks, so high. */
  strip?: { height: number; at: (top: number) => Html };
}

/** Draws it. */
export function plot({ id, title, description, most, bars, ticks, strip }: Plot): Html {
  const counts = countTicks(most);
  const highest = counts.at(-1) ?? 1;
  const y = (value: number) => TOP + HEIGHT * (1 - value / highest);
  const axis = TOP + HEIGHT;
  const below = axis + (strip?.height ?? 0);
  return html`<svg class="plot" height="${below + LABELS + (ticks.some((tick) => tick.below !== undefined) ? LINE : 0)}" role="img" aria-labelledby="${id}-title ${id}-text">
<title id="${id}-title">${title}</title><desc id="${id}-text">${description}</desc>
${counts.map((value) => html`<line class="grid" x2="100%" y1="${y(value)}" y2="${y(value)}"/><text x="-8" y="${y(value) + 4}" text-anchor="end">${short(value)}</text>`)}
${bars.map((one) => bar(one, y))}
<line class="axis" x2="100%" y1="${axis}" y2="${axis}"/>
${strip?.at(axis)}
${ticks.map((tick) => tickMark(tick, axis, below))}
</svg>`;
}

/** A share of the width. */
export function across(place: number): string {
  return `${Number((100 * place).toFixed(3))}%`;
}

function bar({ left, right, from, to, tone, title }: Bar, y: (value: number) => number): Html {
  // What is there is seen, however little it is.
  const height = Math.max(1, y(from) - y(to));
  const top = (y(from) - height).toFixed(2);
  return html`<rect class="bar ${tone}" x="${across(left)}" width="${across(right - left)}" y="${top}" height="${height.toFixed(2)}"><title>${title}</title></rect>`;
}

function tickMark({ place, text, below: second }: Tick, axis: number, below: number): Html {
  const anchor = place < 0.04 ? 'start' : place > 0.96 ? 'end' : 'middle';
  const x = across(place);
  return html`<line class="axis" x1="${x}" x2="${x}" y1="${axis}" y2="${axis + 4}"/><text x="${x}" y="${below + 16}" text-anchor="${anchor}">${text}</text>${second === undefined ? '' : html`<text x="${x}" y="${below + 16 + LINE}" text-anchor="${anchor}">${second}</text>`}`;
}

/** Below this, shares and quartiles say little. */
export const FEW = 30;
