/** A histogram, with the quartiles below it and its numbers as a table. */

import { bin } from 'd3-array';
import { type Html, html } from '../../../../service/html.ts';
import { count, counted } from '../../../counts.ts';
import { percent } from '../format.ts';
import type { Color } from '../style.ts';
import { type Counted, type NumberTally, quantile, totalOf } from '../tally/number-tally.ts';
import type { Axis } from './axis.ts';
import { type Cell, dataTable, figure, folded, sampleNote } from './figure.ts';
import { type Bar, percentage, plot } from './plot.ts';

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
  const chart = plot(
    { id, title: name, description },
    bars,
    axis.ticks(options.tick),
    hasQuartiles ? strip : undefined,
  );
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
