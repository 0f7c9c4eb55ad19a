/** A histogram, with the quartiles below it and its numbers as a table. */

import { bin, range } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { type Cell, dataTable, figure, folded, sampleNote } from '../../../display/figure.ts';
import { type Html, html } from '../../../display/html.ts';
import { type Bar, percentage, plot, type Tick } from '../../../display/plot.ts';
import type { Color } from '../../../display/style.ts';
import { count, counted, percent } from '../../../display/text.ts';
import { type Counted, type NumberTally, quantile, totalOf } from './tally/number-tally.ts';

/** An axis of values. */
export interface Axis {
  kind: 'linear' | 'log';
  /** Where the bins of a histogram begin and end, in ascending order. */
  edges: readonly number[];
  /** The position of a value. */
  x(value: number): number;
  ticks(label: (value: number) => string): Tick[];
}

/** An axis with about this many equal bins and round ends. */
export function linearAxis(min: number, max: number, bins: number): Axis {
  const x = scaleLinear([min, max], [0, 100]).nice(bins).clamp(true);
  const ticks: Axis['ticks'] = (label) => x.ticks(5).map((value) => ({ x: x(value), text: label(value) }));
  return { kind: 'linear', edges: x.ticks(bins), x, ticks };
}

/** A logarithmic axis; its bins have equal ratios. */
export function logAxis(min: number, max: number): Axis {
  const decades = Math.log10(max / min);
  const perDecade = decades > 4 ? 5 : decades > 2 ? 10 : 20;
  const [first, last] = [Math.floor(Math.log10(min) * perDecade), Math.floor(Math.log10(max) * perDecade) + 1];
  const edges = range(first, last + 1).map((index) => 10 ** (index / perDecade));
  // Floating-point errors must not exclude the smallest or largest value.
  edges[0] = Math.min(min, edges[0] ?? min);
  edges.push(Math.max(max, edges.pop() ?? max));
  const x = scaleLog([edges[0], edges.at(-1) ?? max], [0, 100]).clamp(true);
  // d3 formats a tick as '' where labels would be too dense.
  const isLabelled = (value: number) => x.tickFormat(5)(value) !== '';
  const ticks: Axis['ticks'] = (label) =>
    x.ticks(5).map((value) => ({ x: x(value), text: isLabelled(value) ? label(value) : '' }));
  return { kind: 'log', edges, x, ticks };
}

/** The contents of a histogram. */
export interface Histogram {
  /** Unique in the page. */
  id: string;
  title: string;
  /** The title for readers who do not see the section. */
  name: string;
  tally: NumberTally;
  axis: Axis;
  color: Color;
  /** The name of a value, such as "price". */
  noun: string;
  /** A value in words, at the axis, and a bin in words. */
  format: (value: number) => string;
  tick: (value: number) => string;
  bin: (from: number, to: number) => string;
  /** Facts after the median. */
  facts?: readonly string[];
  hasQuartiles?: boolean;
  notes?: readonly (Cell | false)[];
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

/** Draws a histogram as a figure. */
export function histogram({ id, title, name, tally, axis, color, noun, ...options }: Histogram): Html {
  const { facts = [], hasQuartiles = false, notes = [] } = options;
  const sorted = tally.sorted();
  const [total, median] = [counted(tally.total, noun), options.format(quantile(sorted, 0.5))];
  const bins = binned(sorted, axis.edges).map((each) => ({ ...each, label: options.bin(each.from, each.to) }));
  const bars = bins.map(({ from, to, times, label }): Bar => {
    return { x: [axis.x(from), axis.x(to)], counts: [0, times], color, title: `${label}: ${counted(times, noun)}` };
  });
  const description = `${[total, `median ${median}`, ...facts].join(', ')}.`;
  const strip = { height: 24, at: (top: number) => quartiles(sorted, axis, top + 14) };
  const chart = plot({ id, title: name, description }, bars, axis.ticks(options.tick), {
    strip: hasQuartiles ? strip : undefined,
  });
  const rows = bins.map(({ times, label }) => [label, count(times), percent(times, tally.total)]);
  return figure({
    title,
    facts: html`${total} · median <b>${median}</b>${facts.map((fact) => ` · ${fact}`)}`,
    chart: html`${chart}${folded(dataTable(name, ['from – to', `${noun}s`, 'share'], rows))}`,
    notes: [sampleNote(tally.total, noun), ...notes],
  });
}

/** A line from the 5th to the 95th percentile, a box between the quartiles, and a mark at the median. */
function quartiles(sorted: readonly Counted[], axis: Axis, y: number): Html {
  const x = (share: number) => axis.x(quantile(sorted, share));
  const line = (kind: string, from: number, to: number, half: number) =>
    html`<line class="${kind}" x1="${percentage(x(from))}" x2="${percentage(x(to))}" y1="${y - half}" y2="${y + half}"/>`;
  return html`<g class="strip" aria-hidden="true">${line('whisker', 0.05, 0.95, 0)}<rect class="box" x="${percentage(x(0.25))}" width="${percentage(x(0.75) - x(0.25))}" y="${y - 5}" height="10" rx="2"/>${line('median', 0.5, 0.5, 8)}</g>`;
}
