/** The kinds of charts in the table of sections. `read` returns what a response adds to the chart. */
import { range, sum } from 'd3-array';
import { html } from '../../../service/html.ts';
import { count, counted, type Noun } from '../../counts.ts';
import type { Row } from '../../output/rows.ts';
import type { ResponseLine } from '../../results/result-line.ts';
import { amountAt } from '../../results/unchecked.ts';
import { decimal, foreignText } from '../format.ts';
import { type Chart, marketplaceName } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';
import { NumberTally, quantile } from '../tally/number-tally.ts';
import { TopK } from '../tally/top-k.ts';
import type { Axis } from './axis.ts';
import { fullShare, type ShareRow, shareBars, stackedBars } from './bars.ts';
import { figure, SMALL_SAMPLE, sampleNotes } from './figure.ts';
import { histogram } from './histogram.ts';

type Read<Value> = (response: ResponseLine) => readonly Value[];

/** Stacked bars: the parts of a whole in each marketplace, and in all together. `parts` are the tones of the parts by name. */
export function partsChart<Part extends string>(
  title: string,
  noun: Noun,
  parts: Readonly<Record<Part, string>>,
  read: Read<Part>,
): Chart {
  const table = new CountTable();
  const draw = () => {
    if (table.size === 0) return undefined;
    const rows = table.rows.map((code) => ({
      name: marketplaceName(code),
      of: (part: string) => table.at(code, part),
    }));
    const all = { name: 'All', of: (part: string) => table.sumOfColumn(part) };
    const small = table.rows.filter((code) => table.sumOfRow(code) < SMALL_SAMPLE).map(marketplaceName);
    return figure({
      title,
      facts: counted(table.sum(), noun),
      chart: stackedBars(title, noun, parts, rows.length > 1 ? [all, ...rows] : rows),
      notes: small.length === 0 ? [] : [`Small samples: fewer than ${SMALL_SAMPLE} in ${small.join(', ')}.`],
    });
  };
  const add = (response: ResponseLine) => {
    for (const part of read(response)) table.add(response.marketplace, part);
  };
  return { add, draw };
}

/** A bar for each of several fixed categories, without those before the first and after the last that occurs. */
export function categoriesChart(
  title: string,
  noun: Noun,
  tone: string,
  names: readonly string[],
  read: Read<string>,
): Chart {
  const counts = new Map(names.map((name) => [name, 0]));
  const draw = () => {
    const of = sum(counts.values());
    const rows = [...counts].map(([name, times]): ShareRow => ({ name, count: times, of, tone }));
    const occurs = (row: ShareRow) => row.count > 0;
    const shown = rows.slice(rows.findIndex(occurs), rows.findLastIndex(occurs) + 1);
    if (of === 0) return undefined;
    return figure({ title, facts: counted(of, noun), chart: shareBars(title, shown, fullShare(shown)) });
  };
  const add = (response: ResponseLine) => {
    for (const name of read(response)) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  return { add, draw };
}

/** A bar for each of the most frequent names: the share of found responses that have it. */
export function namesChart(
  title: string,
  shown: number,
  tone: string,
  read: Read<[key: string, label: string]>,
): Chart {
  const names = new TopK(500);
  let [responses, withNames] = [0, 0];
  const add = (response: ResponseLine) => {
    const found = read(response);
    if (response.found) responses++;
    if (found.length > 0) withNames++;
    for (const name of found) names.add(...name);
  };
  const draw = () => {
    if (names.total === 0) return undefined;
    const sorted = names.sorted();
    const rows = sorted
      .slice(0, shown)
      .map(({ label, count: times }): ShareRow => ({ name: foreignText(label), count: times, of: responses, tone }));
    return figure({
      title,
      facts: `${count(withNames)} of ${counted(responses, 'response')}`,
      chart: shareBars(title, rows),
      notes: sorted.length > shown ? [`${count(sorted.length - shown)} less frequent not shown.`] : [],
    });
  };
  return { add, draw };
}

/** A histogram of the ratings of items, with a bar for each tenth of a star. */
export function ratingsChart(id: string, title: string, tone: string, read: Read<Row>): Chart {
  const ratings = new NumberTally();
  let without = 0;
  const add = (response: ResponseLine) => {
    for (const item of read(response)) {
      const rating = amountAt(item, 'rating');
      // A seller without ratings has 0.
      if (rating === undefined || rating > 5 || (rating === 0 && response.pageType === 'seller')) without++;
      else ratings.add(rating);
    }
  };
  const draw = () => {
    if (ratings.total === 0) return undefined;
    const sorted = ratings.sorted();
    const median = decimal(quantile(sorted, 0.5));
    const total = counted(ratings.total, 'rating');
    const chart = histogram({
      id: `ratings-${id}`,
      title: `Ratings: ${title}`,
      description: `${total} from ${ratings.min} to ${ratings.max} stars; median ${median}.`,
      sorted,
      axis: starAxis(Math.min(1, Math.floor(ratings.min))),
      tone,
      noun: 'rating',
      tick: (value) => `${value} ★`,
      bin: (from) => `${(from + 0.05).toFixed(1)} stars`,
    });
    const rest = without === 0 ? '' : ` · ${count(without)} without a rating`;
    const facts = html`${total} · median <b>${median}</b>${rest}`;
    return figure({ title, facts, chart, notes: sampleNotes(ratings.total, 'rating') });
  };
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
