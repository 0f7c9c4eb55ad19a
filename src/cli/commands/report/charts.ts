/** The kinds of charts of sections. */

import { range, sum } from 'd3-array';
import { type Colors, fullShare, legend, type ShareRow, shareBars, stackedBars } from '../../../display/bars.ts';
import { dataTable, figure, folded, SMALL_SAMPLE } from '../../../display/figure.ts';
import { foreignText, type Html, html } from '../../../display/html.ts';
import { type Buckets, timeBars } from '../../../display/plot.ts';
import type { Color } from '../../../display/style.ts';
import { count, counted, decimal, type Noun, tableTime } from '../../../display/text.ts';
import { type Axis, histogram } from './histogram.ts';
import { type ItemReaders, itemsOf, type Source, valuesOf } from './items.ts';
import type { ResponseLine } from './result-line.ts';
import { type Chart, marketplaceName } from './section.ts';
import { CountTable } from './tally/count-table.ts';
import { NumberTally } from './tally/number-tally.ts';
import { TopK } from './tally/top-k.ts';
import { amountAt } from './unchecked.ts';

/** Stacked bars: the parts of a whole in each marketplace, and in all together. */
export function partsChart<Part extends string>(
  title: string,
  noun: Noun,
  colors: Colors<Part>,
  readers: ItemReaders<Part>,
): Chart {
  const table = new CountTable();
  const add = (response: ResponseLine) => {
    for (const part of valuesOf(response, readers)) table.add(response.marketplace, part);
  };
  const draw = () => {
    if (table.size === 0) return undefined;
    const rows = table.rows.map((code) => [marketplaceName(code), (part: string) => table.at(code, part)] as const);
    const all = ['All', (part: string) => table.sumOfColumn(part)] as const;
    const small = table.rows.filter((code) => table.sumOfRow(code) < SMALL_SAMPLE).map(marketplaceName);
    return figure({
      title,
      facts: counted(table.sum(), noun),
      chart: stackedBars(title, noun, colors, rows.length > 1 ? [all, ...rows] : rows),
      notes: [small.length > 0 && `Small samples: fewer than ${SMALL_SAMPLE} in ${small.join(', ')}.`],
    });
  };
  return { add, draw };
}

/** A bar for each category, without those before the first and after the last that occurs. */
export function categoriesChart(
  title: string,
  noun: Noun,
  color: Color,
  categories: readonly string[],
  readers: ItemReaders<string>,
): Chart {
  const counts = new Map(categories.map((name) => [name, 0]));
  const add = (response: ResponseLine) => {
    for (const name of valuesOf(response, readers)) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const draw = () => {
    const of = sum(counts.values());
    const rows = [...counts].map(([name, times]): ShareRow => ({ name, count: times, of, color }));
    const occurs = (row: ShareRow) => row.count > 0;
    const shown = rows.slice(rows.findIndex(occurs), rows.findLastIndex(occurs) + 1);
    return of === 0
      ? undefined
      : figure({ title, facts: counted(of, noun), chart: shareBars(title, shown, fullShare(shown)) });
  };
  return { add, draw };
}

const NAMES_COUNTED = 500;
const NAMES_SHOWN = 15;

/** A bar for each of the most frequent names: the share of responses that have it. */
export function namesChart(
  title: string,
  color: Color,
  read: (response: ResponseLine) => readonly (readonly [key: string, label: string])[],
): Chart {
  const names = new TopK(NAMES_COUNTED);
  let [of, withNames] = [0, 0];
  const add = (response: ResponseLine) => {
    const found = read(response);
    if (response.found) of++;
    if (found.length > 0) withNames++;
    for (const name of found) names.add(...name);
  };
  const draw = () => {
    if (names.total === 0) return undefined;
    const rows = names
      .sorted()
      .map((name): ShareRow => ({ name: foreignText(name.label), count: name.count, of, color }));
    return figure({
      title,
      facts: `${count(withNames)} of ${counted(of, 'response')}`,
      chart: shareBars(title, rows.slice(0, NAMES_SHOWN)),
      notes: [rows.length > NAMES_SHOWN && `${count(rows.length - NAMES_SHOWN)} less frequent ones are not shown.`],
    });
  };
  return { add, draw };
}

/** A histogram of the ratings of a source, with a bar for each tenth of a star. */
export function ratingsChart(title: string, color: Color, source: Source): Chart {
  const tally = new NumberTally();
  let without = 0;
  const add = (response: ResponseLine) => {
    for (const item of itemsOf(response, source)) {
      const rating = amountAt(item, 'rating');
      // A seller without ratings has 0.
      if (rating === undefined || rating > 5 || (rating === 0 && source === 'sellers')) without++;
      else tally.add(rating);
    }
  };
  const draw = () =>
    tally.total === 0
      ? undefined
      : histogram({
          id: `ratings-${source}`,
          title,
          name: `Ratings: ${title}`,
          tally,
          axis: starAxis(Math.min(1, Math.floor(tally.min))),
          color,
          noun: 'rating',
          format: decimal,
          tick: (value) => `${value} ★`,
          bin: (from) => `${(from + 0.05).toFixed(1)} stars`,
          facts: without === 0 ? [] : [`${count(without)} without a rating`],
        });
  return { add, draw };
}

/** An axis with each tenth of a star in the middle of its bin. */
function starAxis(first: number): Axis {
  const x = (value: number) => (100 * (value - first + 0.05)) / (5.1 - first);
  return {
    kind: 'linear',
    edges: range(10 * first, 52).map((tenth) => (tenth - 0.5) / 10),
    x,
    ticks: (label) => range(first, 6).map((star) => ({ x: x(star), text: label(star) })),
  };
}

/** The contents of stacked bars over time. */
interface TimeFigure {
  /** Unique in the page. */
  id: string;
  title: string;
  /** The title in the section. @default `title` */
  heading?: string;
  colors: Colors;
  time: Buckets;
  /** The bars in words. */
  bars?: string;
}

/** Stacked bars over time, with a legend and the numbers as a table. */
export function timeFigure({ id, title, heading = title, colors, time, bars }: TimeFigure): Html {
  const names = Object.keys(colors);
  const totals = names.map((name) => `${count(sum(time.starts, (start) => time.at(start, name)))} ${name}`);
  const description = `${[...totals, bars].filter((part) => part !== undefined).join(', ')}.`;
  return figure({
    title: heading,
    facts: totals.join(' · '),
    chart: html`${legend(Object.entries(colors))}${timeBars({ id, title, description }, colors, time)}
${timeTable(title, 'from (UTC)', names, names, time)}`,
  });
}

/** The counts of names in each bucket. */
export function timeTable(
  title: string,
  head: string,
  heads: readonly (string | Html)[],
  names: readonly string[],
  time: Buckets,
): Html {
  const rows = time.starts.map((start) => [tableTime(start), ...names.map((name) => count(time.at(start, name)))]);
  return folded(dataTable(title, [head, ...heads], rows));
}
