/** The kinds of charts of sections. */
import { sum } from 'd3-array';
import { type Colors, legend, type ShareRow, shareBars, stackedBars } from '../../../display/bars.ts';
import { type Cell, dataTable, figure, folded, SMALL_SAMPLE } from '../../../display/figure.ts';
import { foreignText, type Html, html } from '../../../display/html.ts';
import { type Buckets, timeBars } from '../../../display/plot.ts';
import { count, counted, type Noun, tableTime } from '../../../display/text.ts';
import { marketplaces } from '../../../locale/marketplaces.ts';
import { durationText } from '../../../options/duration.ts';
import type { Row } from '../../../tables/rows.ts';
import type { ResultLine, Source } from './result-line.ts';
import { CountTable, Names } from './tally.ts';

/** Counts results, and draws the counts. */
export interface Chart {
  add(line: ResultLine): void;
  /** Returns `undefined` if there is nothing to draw. */
  draw(): Html | undefined;
}

/** A key figure: a value, and what to know about it. */
export type KeyFigure = readonly [name: string, value: string, detail?: string | undefined];

/** Reads a value from the items of each source. */
export type ItemReaders<Value> = Partial<Record<Source, (item: Row) => Value | undefined>>;

function valuesOf<Value>({ source, items }: ResultLine, readers: ItemReaders<Value>): Value[] {
  const read = source && readers[source];
  return read === undefined ? [] : items.map((item) => read(item)).filter((value) => value !== undefined);
}

/** The country of a marketplace. */
export function marketplaceName(code: string): string {
  return Object.values(marketplaces).find((marketplace) => marketplace.code === code)?.country ?? 'Unknown marketplace';
}

/** Stacked bars: the parts of a whole in each marketplace, and in all together. */
export function partsChart<Part extends string>(
  title: string,
  noun: Noun,
  colors: Colors<Part>,
  readers: ItemReaders<Part>,
): Chart {
  const table = new CountTable();
  return {
    add: (line) => {
      for (const part of valuesOf(line, readers)) table.of(line.marketplace).add(part);
    },
    draw: () => {
      const counts = table.rows;
      if (counts.length === 0) return undefined;
      const rows = counts.map(([code, names]) => [marketplaceName(code), (part: string) => names.at(part)] as const);
      const all = ['All', (part: string) => table.sum(part)] as const;
      const small = counts.filter(([, { total }]) => total < SMALL_SAMPLE).map(([code]) => marketplaceName(code));
      return figure({
        title,
        facts: counted(table.sum(), noun),
        chart: stackedBars(title, noun, colors, rows.length > 1 ? [all, ...rows] : rows),
        notes: [small.length > 0 && `Small samples: fewer than ${SMALL_SAMPLE} in ${small.join(', ')}.`],
      });
    },
  };
}

/** How many gaps are counted, and how many are shown. */
const [GAPS_COUNTED, GAPS_SHOWN] = [500, 15];

/** A bar for each of the most frequent gaps: the share of responses that have it. */
export function gapsChart(): Chart {
  const title = 'Gaps, and the share of responses with them';
  const gaps = new Names(GAPS_COUNTED);
  let [of, withGaps] = [0, 0];
  return {
    add: (line) => {
      if (line.outcome === 'found') of++;
      if (line.gaps.length > 0) withGaps++;
      for (const { landmark, kind, detail } of line.gaps)
        gaps.add(`${line.page} ${kind} ${landmark}`, `${line.page}: ${detail || `${landmark} ${kind}`}`);
    },
    draw: () => {
      if (gaps.total === 0) return undefined;
      const rows = gaps.sorted().map((gap): ShareRow => {
        return { name: foreignText(gap.label), count: gap.count, of, color: 'blue' };
      });
      return figure({
        title,
        facts: `${count(withGaps)} of ${counted(of, 'response')}`,
        chart: shareBars(title, rows.slice(0, GAPS_SHOWN)),
        notes: [rows.length > GAPS_SHOWN && `${count(rows.length - GAPS_SHOWN)} less frequent ones are not shown.`],
      });
    },
  };
}

/** Stacked bars over time, with a legend and the numbers as a table; nothing without a time. `id` is unique in the page. */
export function timeFigure(
  id: string,
  title: string,
  colors: Colors,
  time: Buckets,
  notes: readonly (Cell | false)[] = [],
): Html | undefined {
  if (time.starts.length === 0) return undefined;
  const names = Object.keys(colors);
  const totals = names.map((name) => `${count(sum(time.starts, (start) => time.at(start, name)))} ${name}`);
  const facts = [...totals, `each bar is ${durationText(time.width)}`];
  const rows = time.starts.map((start) => [tableTime(start), ...names.map((name) => count(time.at(start, name)))]);
  const bars = timeBars({ id, title, description: `${facts.join(', ')}.` }, colors, time);
  return figure({
    title,
    facts: facts.join(' · '),
    chart: html`${legend(Object.entries(colors))}${bars}${folded(dataTable(title, ['from (UTC)', ...names], rows))}`,
    notes,
  });
}
