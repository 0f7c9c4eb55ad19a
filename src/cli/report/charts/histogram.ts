/** A histogram, with the quartiles below it and its numbers as a table. */
import { bin } from 'd3-array';
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { percent } from '../format.ts';
import { type Counted, quantile, totalOf } from '../tally/number-tally.ts';
import type { Axis } from './axis.ts';
import { dataTable, folded } from './figure.ts';
import { percentage, plot } from './plot.ts';

/** What a histogram shows. */
export interface Histogram {
  /** Unique in the page. */
  id: string;
  title: string;
  /** The chart in words. */
  description: string;
  sorted: readonly Counted[];
  axis: Axis;
  /** A class of the style sheet. */
  tone: string;
  /** The name of a value, such as "price". */
  noun: string;
  /** The label of a value at the axis. */
  tick: (value: number) => string;
  /** The name of a bin. */
  bin: (from: number, to: number) => string;
  hasQuartiles: boolean;
}

/** A bin that is not empty. */
export interface Bin {
  from: number;
  to: number;
  times: number;
}

/** Sums up values by the bins of an axis. Values outside the axis are ignored; the last bin includes its upper end. */
export function binned(sorted: readonly Counted[], edges: readonly number[]): Bin[] {
  const bins = bin<Counted, number>()
    .value(([value]) => value)
    .domain([edges[0] ?? 0, edges.at(-1) ?? 1])
    .thresholds(edges.slice(1, -1))(sorted);
  return bins
    .map((entries) => ({ from: entries.x0 ?? 0, to: entries.x1 ?? 0, times: totalOf(entries) }))
    .filter(({ times }) => times > 0);
}

/** Draws a histogram. */
export function histogram(options: Histogram): Html {
  const { id, title, description, sorted, axis, tone, noun, hasQuartiles } = options;
  const total = totalOf(sorted);
  const bins = binned(sorted, axis.edges).map((each) => ({ ...each, name: options.bin(each.from, each.to) }));
  const chart = plot({
    id,
    title,
    description,
    bars: bins.map(({ from, to, times, name }) => ({
      x: [axis.x(from), axis.x(to)],
      counts: [0, times],
      tone,
      title: `${name}: ${counted(times, noun)}`,
    })),
    ticks: axis.ticks(options.tick),
    ...(hasQuartiles && { strip: { height: 24, at: (top: number) => quartiles(sorted, axis, tone, top) } }),
  });
  const rows = bins.map(({ times, name }) => [name, count(times), percent(times, total)]);
  return html`${chart}${folded(dataTable(title, ['from – to', `${noun}s`, 'share'], rows))}`;
}

/** A line from the 5th to the 95th percentile, a box between the quartiles, and a mark at the median. */
function quartiles(sorted: readonly Counted[], axis: Axis, tone: string, top: number): Html {
  const at = (share: number) => axis.x(quantile(sorted, share));
  const middle = top + 14;
  return html`<g class="strip" aria-hidden="true"><line class="whisker ${tone}" x1="${percentage(at(0.05))}" x2="${percentage(at(0.95))}" y1="${middle}" y2="${middle}"/><rect class="box ${tone}" x="${percentage(at(0.25))}" width="${percentage(at(0.75) - at(0.25))}" y="${middle - 5}" height="10" rx="2"/><line class="median" x1="${percentage(at(0.5))}" x2="${percentage(at(0.5))}" y1="${middle - 8}" y2="${middle + 8}"/></g>`;
}
