/** How values are spread: a bar a bin, with the quartiles below. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { percent } from '../format.ts';
import { type Counted, quantile } from '../tally/number-counts.ts';
import { across, plot } from './plot.ts';
import { binned, type Scale } from './scale.ts';
import { dataTable, numbers } from './table.ts';

/** What a histogram shows. */
export interface Histogram {
  /** Unique in the page. */
  id: string;
  title: string;
  /** The picture in words. */
  description: string;
  sorted: readonly Counted[];
  scale: Scale;
  /** A class of the style sheet. */
  tone: string;
  /** What is counted: "price". */
  noun: string;
  /** A value at the axis. */
  tick: (value: number) => string;
  /** A bin in words. */
  bin: (from: number, to: number) => string;
  /** Whether the quartiles are drawn. */
  hasStrip: boolean;
}

/** Draws it, with its numbers behind a fold. */
export function histogram(options: Histogram): Html {
  const { id, title, description, sorted, scale, tone, noun, tick, bin, hasStrip } = options;
  const bins = binned(sorted, scale);
  const total = sorted.reduce((sum, [, times]) => sum + times, 0);
  const places = scale.edges.map((edge) => scale.place(edge));
  const named = bins.map((times, index) => ({
    times,
    index,
    name: bin(scale.edges[index] ?? scale.from, scale.edges[index + 1] ?? scale.to),
  }));
  const filled = named.filter(({ times }) => times > 0);
  const picture = plot({
    id,
    title,
    description,
    most: Math.max(...bins),
    bars: filled.map(({ times, index, name }) => ({
      left: places[index] ?? 0,
      right: places[index + 1] ?? 1,
      from: 0,
      to: times,
      tone,
      title: `${name}: ${counted(times, noun)}`,
    })),
    ticks: scale.ticks.map((value) => ({ place: scale.place(value), text: tick(value) })),
    ...(hasStrip ? { strip: { height: 24, at: (top: number) => quartiles(sorted, scale, tone, top) } } : {}),
  });
  const rows = filled.map(({ times, name }) => [name, count(times), percent(times, total)]);
  return html`${picture}${numbers(dataTable(title, ['from – to', noun === 'price' ? 'prices' : `${noun}s`, 'share'], rows))}`;
}

/** A line from the 5th to the 95th percentile, a box between the quartiles, a mark at the median. */
function quartiles(sorted: readonly Counted[], scale: Scale, tone: string, top: number): Html {
  const [low, first, median, third, high] = [0.05, 0.25, 0.5, 0.75, 0.95].map((share) =>
    across(Math.min(1, Math.max(0, scale.place(quantile(sorted, share))))),
  );
  const middle = top + 14;
  const width = `${Math.max(0, Number.parseFloat(third ?? '') - Number.parseFloat(first ?? ''))}%`;
  return html`<g class="strip" aria-hidden="true"><line class="whisker ${tone}" x1="${low}" x2="${high}" y1="${middle}" y2="${middle}"/><rect class="box ${tone}" x="${first}" width="${width}" y="${middle - 5}" height="10" rx="2"/><line class="median" x1="${median}" x2="${median}" y1="${middle - 8}" y2="${middle + 8}"/></g>`;
}
