/** A histogram, with the quartiles below it and its numbers as a table. */
import { bin } from 'd3-array';
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { percent } from '../format.ts';
import { type Counted, quantile, totalOf } from '../tally/number-tally.ts';
import type { Axis } from './axis.ts';
import { dataTable, folded } from './figure.ts';
import { type ChartTitle, percentage, plot } from './plot.ts';

/** What a histogram shows. */
export interface Histogram extends ChartTitle {
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
  hasQuartiles?: boolean;
}

/** The bins of an axis that are not empty. Values outside the axis are ignored; the last bin includes its upper end. */
export function binned(sorted: readonly Counted[], edges: readonly number[]) {
  const bins = bin<Counted, number>()
    .value(([value]) => value)
    .domain([edges[0] ?? 0, edges.at(-1) ?? 1])
    .thresholds(edges.slice(1, -1))(sorted);
  return bins
    .map((entries) => ({ from: entries.x0 ?? 0, to: entries.x1 ?? 0, times: totalOf(entries) }))
    .filter(({ times }) => times > 0);
}

/** Draws a histogram. */
export function histogram({ sorted, axis, tone, noun, hasQuartiles = false, ...options }: Histogram): Html {
  const total = totalOf(sorted);
  const bins = binned(sorted, axis.edges).map((each) => ({ ...each, name: options.bin(each.from, each.to) }));
  const bars = bins.map(({ from, to, times, name }) => ({
    x: [axis.x(from), axis.x(to)] as const,
    counts: [0, times] as const,
    tone,
    title: `${name}: ${counted(times, noun)}`,
  }));
  const strip = { height: 24, at: (top: number) => quartiles(sorted, axis, tone, top + 14) };
  const rows = bins.map(({ times, name }) => [name, count(times), percent(times, total)]);
  return html`${plot(options, bars, axis.ticks(options.tick), hasQuartiles ? strip : undefined)}
${folded(dataTable(options.title, ['from – to', `${noun}s`, 'share'], rows))}`;
}

/** A line from the 5th to the 95th percentile, a box between the quartiles, and a mark at the median. */
function quartiles(sorted: readonly Counted[], axis: Axis, tone: string, y: number): Html {
  const x = (share: number) => axis.x(quantile(sorted, share));
  const line = (kind: string, from: number, to: number, half: number) =>
    html`<line class="${kind}" x1="${percentage(x(from))}" x2="${percentage(x(to))}" y1="${y - half}" y2="${y + half}"/>`;
  return html`<g class="strip" aria-hidden="true">${line(`whisker ${tone}`, 0.05, 0.95, 0)}<rect class="box ${tone}" x="${percentage(x(0.25))}" width="${percentage(x(0.75) - x(0.25))}" y="${y - 5}" height="10" rx="2"/>${line('median', 0.5, 0.5, 8)}</g>`;
}
