/** Parts that charts of sections share. */
import { sum } from 'd3-array';
import { legend } from '../../../display/bars.ts';
import { type Cell, dataTable, figure, folded } from '../../../display/figure.ts';
import { type Html, html } from '../../../display/html.ts';
import { type Buckets, timeBars } from '../../../display/plot.ts';
import type { Colors } from '../../../display/style.ts';
import { count, minuteTime } from '../../../display/text.ts';
import { marketplaces } from '../../../locale/marketplaces.ts';
import { durationText } from '../../../options/duration.ts';
import type { ResultLine } from './result-line.ts';

/** Counts results, and draws the counts. */
export interface Chart {
  add(line: ResultLine): void;
  /** Returns `undefined` if there is nothing to draw. */
  draw(): Html | undefined;
}

/** The country of a marketplace. */
export function marketplaceName(code: string): string {
  return Object.values(marketplaces).find((marketplace) => marketplace.code === code)?.country ?? 'Unknown marketplace';
}

/** Stacked bars over time, with a legend and the numbers as a table; nothing without a time. */
export function timeFigure(
  title: string,
  colors: Colors,
  time: Buckets,
  notes: readonly (Cell | false)[] = [],
): Html | undefined {
  if (time.starts.length === 0) return undefined;
  const names = Object.keys(colors);
  const totals = names.map((name) => `${count(sum(time.starts, (start) => time.at(start, name)))} ${name}`);
  const facts = [...totals, `each bar is ${durationText(time.width)}`];
  const rows = time.starts.map((start) => [minuteTime(start), ...names.map((name) => count(time.at(start, name)))]);
  const bars = timeBars({ id: 'over-time', title, description: `${facts.join(', ')}.` }, colors, time);
  return figure({
    title,
    facts: facts.join(' · '),
    chart: html`${legend(Object.entries(colors))}${bars}${folded(dataTable(title, ['from (UTC)', ...names], rows))}`,
    notes,
  });
}
