/** The history of a product as a page. */
import { basename } from 'node:path';
import { dataTable, figure, folded } from '../../../display/figure.ts';
import { framedPage, type KeyFigure, type PageSection } from '../../../display/frame.ts';
import { foreignText, html } from '../../../display/html.ts';
import { count, counted, HOUR, minuteTime, moneyOf, percent, timeSpan } from '../../../display/text.ts';
import type { Change, Extreme, HistoryOf, HistorySummary, WatchStore } from '../../../entries/watch.ts';
import { timeOf } from '../../../watch/history/spans.ts';
import { changeCells, sellerBars } from '../../watched.ts';
import { historyPlot, type Numbers } from './chart.ts';

/** Changes on the page: the newest ones. */
const MOST_CHANGES = 500;
/** Changes that are not folded: the newest ones. */
const OPEN_CHANGES = 20;
/** Rows of the table below the chart: the newest ones. */
const MOST_ROWS = 1_000;

/** The contents of the page. */
export interface HistoryPage {
  title: string;
  /** The values, as they are printed. */
  rows: readonly Readonly<Record<string, unknown>>[];
  cell: (value: unknown) => string;
  /** Absent if the values are not numbers. */
  numbers: Numbers | undefined;
  summary: HistorySummary | undefined;
  /** The newest changes, in the order of time, and how many there are in all. */
  changes: { newest: readonly Change[]; total: number };
  db: string;
  madeAt: number;
}

/** Reads the changes of a product for the page. */
export async function changesOf(
  store: Pick<WatchStore, 'changes'>,
  { asin, target, marketplace, ...period }: HistoryOf,
): Promise<HistoryPage['changes']> {
  const [from, to] = [timeOf('from', period.from), timeOf('to', period.to)];
  const newest: Change[] = [];
  let total = 0;
  for await (const change of store.changes({ asin, target, from, to })) {
    if (marketplace !== undefined && change.target.params.marketplace !== marketplace) continue;
    total++;
    if (newest.push(change) > MOST_CHANGES) newest.shift();
  }
  return { newest, total };
}

/** Returns the HTML of the page. */
export function historyPage(page: HistoryPage): Promise<string> {
  const { title, summary, db, madeAt } = page;
  return framedPage({
    title,
    scope: summary === undefined ? 'No look in this period' : timeSpan(summary.first_at, summary.last_at),
    figures: summary === undefined ? [] : figuresOf(summary),
    sections: [
      valuesSection(page),
      {
        id: 'buy-box',
        title: 'Buy Box by seller',
        about: html`<p>The share of the watched time, and hours, in which a seller had the Buy Box.</p>`,
        charts: [sellerBars(summary?.sellers ?? [])],
        empty: 'no page showed a Buy Box',
      },
      changesSection(page),
    ],
    source: foreignText(basename(db)),
    madeAt,
  });
}

function figuresOf({ prices, looks, in_stock: stock, watched_ms: watched }: HistorySummary): KeyFigure[] {
  const [price] = prices;
  const money = moneyOf(price?.currency ?? '');
  const extreme = (name: string, of: Extreme | undefined): KeyFigure => [
    name,
    of && money(of.value),
    of && minuteTime(of.at),
  ];
  return [
    ['Price now', price && money(price.last)],
    extreme('Lowest', price?.lowest),
    extreme('Highest', price?.highest),
    ['Average', price && money(price.average), 'weighted by time'],
    ['In stock', stock === undefined ? undefined : percent(stock, 1), 'of the time'],
    ['Looks', count(looks), `watched for ${counted(Math.round(watched / HOUR), 'hour')}`],
  ];
}

function valuesSection({ title, rows, cell, numbers }: HistoryPage): PageSection {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.slice(-MOST_ROWS).map((row) => heads.map((name) => foreignText(cell(row[name]))));
  const table = dataTable(`Values: ${title}`, heads, cells);
  const more = rows.length - cells.length;
  return {
    id: 'values',
    title: 'Values',
    about: html`<p>Each value from the look that first showed it. Times are in UTC.</p>`,
    charts: [
      rows.length === 0
        ? undefined
        : figure({
            title: foreignText(title),
            facts: counted(rows.length, 'value'),
            chart: numbers === undefined ? table : html`${historyPlot(title, numbers)}${folded(table)}`,
            notes: [more > 0 && `${count(more)} older ones are not in the table.`],
          }),
    ],
    empty: 'none is known',
  };
}

function changesSection({ changes: { newest, total } }: HistoryPage): PageSection {
  const rows = newest.toReversed().map((change) => {
    const [time, type, target, values] = changeCells(change);
    return [
      time,
      type.replaceAll('_', ' '),
      foreignText(target),
      html`<div class="text">${foreignText(values, 160)}</div>`,
    ];
  });
  const changeTable = (part: typeof rows) =>
    dataTable('Changes', ['time (UTC)', 'type', 'target', 'before -> after'], part);
  const older = rows.slice(OPEN_CHANGES);
  return {
    id: 'changes',
    title: 'Changes',
    about: html`<p>The newest first. Changes of ranks and ratings that were delivered are among the values only.</p>`,
    charts: [
      total === 0
        ? undefined
        : figure({
            title: 'Changes',
            facts: counted(total, 'change'),
            chart: html`${changeTable(rows.slice(0, OPEN_CHANGES))}${older.length > 0 && folded(changeTable(older), `Show ${counted(older.length, 'older change')}`)}`,
            notes: [total > newest.length && `The newest ${count(newest.length)} are shown.`],
          }),
    ],
    empty: 'nothing has changed',
  };
}
