/** The report of a watch as a page. */

import type { WatchOverview } from '../../entries/watch.ts';
import { type Html, html } from '../../service/html.ts';
import { CHANGES, type ChangeGroup } from '../../watch/changes.ts';
import { count, counted } from '../counts.ts';
import { fullShare, legend, type ShareRow, shareBars } from '../report/charts/bars.ts';
import { dataTable, figure, folded } from '../report/charts/figure.ts';
import { timeBars } from '../report/charts/timeline.ts';
import { duration, foreignText, percent, tableTime, timeSpan } from '../report/format.ts';
import { framedPage, keyFigures, type PageSection } from '../report/frame.ts';
import type { Color } from '../report/style.ts';
import { CountTable } from '../report/tally/count-table.ts';
import type { Buckets } from '../report/tally/time-series.ts';
import { sellerName } from './change-line.ts';
import { type ReportTable, reportTables } from './report-tables.ts';

/** The parts of a bar of changes, the lowest first. */
const GROUPS = {
  prices: 'blue',
  'Buy Box and offers': 'teal',
  stock: 'ochre',
  'ranks and ratings': 'slate',
  'content and listings': 'grey',
  'degraded data': 'red',
} as const satisfies Record<ChangeGroup, Color>;

/** Sellers with a bar, and the longest text of a cell. */
const BARS = 12;
const LONGEST_CELL = 90;

/** The content of the page. */
export interface WatchReport {
  title: string;
  overview: WatchOverview;
  db: string;
  /** Milliseconds since the epoch. */
  madeAt: number;
}

/** Returns the HTML of the page. */
export function watchReportPage({ title, overview, db, madeAt }: WatchReport): Promise<string> {
  const { first_at, last_at } = overview;
  return framedPage({
    title,
    scope: first_at === undefined || last_at === undefined ? 'No look in this period' : timeSpan(first_at, last_at),
    figures: figuresOf(overview),
    sections: sectionsOf(overview),
    source: foreignText(db),
    madeAt,
  });
}

function figuresOf(overview: WatchOverview): Html {
  const { targets, looks, failed_looks, credits, stock, cheaper, sellers, failing_total } = overview;
  const products = stock.in_stock + stock.out_of_stock + stock.unknown;
  const [most] = sellers.filter(({ seller }) => seller !== null);
  const active = targets.reduce((sum, row) => sum + row.targets, 0);
  return keyFigures([
    [
      'Targets',
      html`${count(active)} <small>${count(looks)} looks, ${count(failed_looks)} failed; ${failing_total === 0 ? 'none fails now' : `${count(failing_total)} fail now`}</small>`,
    ],
    ['Credits', count(credits)],
    ['Changes', count(overview.changes.reduce((sum, { changes }) => sum + changes, 0))],
    [
      'Out of stock now',
      products > 0 && html`${count(stock.out_of_stock)} <small>of ${counted(products, 'product')}</small>`,
    ],
    ['Below their average', products > 0 && html`${count(cheaper)} <small>of ${counted(products, 'price')}</small>`],
    [
      'Buy Box',
      most !== undefined &&
        html`${percent(most.share, 1)} <small>of the time: ${foreignText(sellerName(most.seller), 30)}</small>`,
    ],
  ]);
}

function sectionsOf(overview: WatchOverview): PageSection[] {
  const tables = reportTables(overview);
  const { stock, stock_share: share } = overview;
  const inStock = share === undefined ? '' : ` Over all products: ${percent(share, 1)} of the watched time in stock.`;
  return [
    {
      id: 'drops',
      title: tables.drops.title,
      about: html`<p>Products that cost less now than on average. The average is weighted by watched time, in the currency of the price.</p>`,
      charts: tableFigure(tables.drops, 'No product costs less than its average.'),
    },
    {
      id: 'buy-box',
      title: tables.sellers.title,
      about: html`<p>The share of the watched time of all products in which a seller had the Buy Box, in hours. “Nobody” is the time without a featured offer.</p>`,
      charts: html`${sellerBars(overview)}${tableFigure(tables.sellers, 'No page showed a Buy Box.')}`,
    },
    {
      id: 'stock',
      title: 'Stock',
      about: html`<p>Products that were not always in stock.${inStock}</p>`,
      charts: html`${stockBars(stock)}${tableFigure(tables.stock, 'No product was out of stock.')}`,
    },
    {
      id: 'changes',
      title: 'Changes',
      about: html`<p>All changes, also those that rules held back. Each bar is ${duration(overview.timeline.step_ms)}. Times are in UTC.</p>`,
      charts: html`${changesChart(overview)}${tableFigure(tables.changes, 'No changes.')}${tableFigure(tables.changed, 'No changes.')}`,
    },
    {
      id: 'health',
      title: 'State of the watch',
      about: html`<p>Looks and failures count since the start of the watch. Gaps are parts that pages lacked.</p>`,
      charts: html`${tableFigure(tables.failing, 'No target fails.')}${tableFigure(tables.gaps, 'No gaps.')}${tableFigure(tables.waiting, 'No change waits.')}`,
    },
  ];
}

function tableFigure({ title, heads, rows, total = rows.length }: ReportTable, nothing: string): Html {
  const cells = rows.map((row) => row.map((cell) => foreignText(cell, LONGEST_CELL)));
  return figure({
    title,
    facts: rows.length === 0 ? nothing : counted(total, 'row'),
    chart: rows.length === 0 ? html`` : dataTable(title, heads, cells),
    notes: [total > rows.length && `The first ${count(rows.length)} are shown.`],
  });
}

const HOUR_MS = 3_600_000;

function sellerBars({ sellers }: WatchOverview): Html {
  const shown = sellers.slice(0, BARS).filter(({ ms }) => ms > 0);
  const rows = shown.map(
    ({ seller, share, ms }): ShareRow => ({
      name: seller === null ? 'nobody' : foreignText(sellerName(seller), 44),
      count: ms / HOUR_MS,
      of: ms / share / HOUR_MS,
      color: seller === null ? 'grey' : seller.id === null ? 'ochre' : 'blue',
    }),
  );
  return rows.length === 0 ? html`` : shareBars('Share of the Buy Box by seller', rows, fullShare(rows));
}

function stockBars(stock: WatchOverview['stock']): Html {
  const of = stock.in_stock + stock.out_of_stock + stock.unknown;
  const parts = [
    ['in stock', stock.in_stock, 'blue'],
    ['out of stock', stock.out_of_stock, 'ochre'],
    ['unknown', stock.unknown, 'hatched'],
  ] as const;
  const rows = parts.map(([name, times, color]): ShareRow => ({ name, count: times, of, color }));
  return of === 0
    ? html``
    : figure({ title: 'Now', facts: counted(of, 'product'), chart: shareBars('Products by stock', rows) });
}

function changesChart({ timeline: { step_ms: width, steps } }: WatchOverview): Html {
  const [first, last] = [steps[0]?.at, steps.at(-1)?.at];
  if (first === undefined || last === undefined) return html``;
  const counts = new CountTable<number>();
  for (const { at, type, changes } of steps) counts.add(at, CHANGES[type].group, changes);
  const starts = Array.from({ length: (last - first) / width + 1 }, (_, index) => first + index * width);
  const time: Buckets = { width, starts, at: (start, name) => counts.at(start, name) };
  const names = Object.keys(GROUPS).filter((name) => counts.sumOfColumn(name) > 0);
  const totals = names.map((name) => `${count(counts.sumOfColumn(name))} ${name}`);
  const title = 'Changes over time';
  const rows = starts.map((start) => [tableTime(start), ...names.map((name) => count(counts.at(start, name)))]);
  const chart = timeBars({ id: 'changes-time', title, description: `${totals.join(', ')}.` }, GROUPS, time);
  return figure({
    title,
    facts: totals.join(' · '),
    chart: html`${legend(Object.entries(GROUPS).filter(([name]) => names.includes(name)))}${chart}${folded(dataTable(title, ['from (UTC)', ...names], rows))}`,
  });
}
