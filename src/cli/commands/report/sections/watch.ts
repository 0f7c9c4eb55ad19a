/** The sections of a report about a watch. */

import { fullShare, type ShareRow, shareBars } from '../../../../display/bars.ts';
import { dataTable, figure } from '../../../../display/figure.ts';
import { keyFigures } from '../../../../display/frame.ts';
import { foreignText, type Html, html } from '../../../../display/html.ts';
import type { Buckets } from '../../../../display/plot.ts';
import type { Color } from '../../../../display/style.ts';
import { count, counted, HOUR, percent } from '../../../../display/text.ts';
import type { WatchOverview } from '../../../../entries/watch.ts';
import { durationText } from '../../../../options/duration.ts';
import { CHANGES, type ChangeGroup } from '../../../../watch/changes.ts';
import { sellerName } from '../../../watched.ts';
import { timeFigure } from '../charts.ts';
import type { Drawing } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';
import { type ReportTable, reportTables, type TableName } from '../watch-tables.ts';

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

/** The key figures. */
export function watchFigures(overview: WatchOverview): Html {
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

/** Prices: products that cost less now than on average. */
export function priceDrops(overview: WatchOverview): Drawing | undefined {
  const about = html`<p>Products that cost less now than on average. The average is weighted by watched time, in the currency of the price.</p>`;
  return tablesOf(overview, ['drops'], about);
}

/** Buy Box by seller. */
export function buyBoxShares(overview: WatchOverview): Drawing | undefined {
  const about = html`<p>The share of the watched time of all products in which a seller had the Buy Box, in hours. “Nobody” is the time without a featured offer.</p>`;
  return tablesOf(overview, ['sellers'], about, sellerBars);
}

/** Stock. */
export function stockNow(overview: WatchOverview): Drawing | undefined {
  const { stock, stock_share: share } = overview;
  const inStock = share === undefined ? '' : ` Over all products: ${percent(share, 1)} of the watched time in stock.`;
  const bars = stockBars(stock);
  const charts = html`${bars}${tableFigure(reportTables(overview).stock)}`;
  return bars && { about: html`<p>Products now, and those that were not always in stock.${inStock}</p>`, charts };
}

/** Changes. */
export function changesOverTime(overview: WatchOverview): Drawing | undefined {
  const step = durationText(overview.timeline.step_ms);
  const about = html`<p>All changes, also those that rules held back. Each bar is ${step}. Times are in UTC.</p>`;
  return tablesOf(overview, ['changes', 'changed'], about, changesChart);
}

/** Gaps. */
export function gapsNow(overview: WatchOverview): Drawing | undefined {
  return tablesOf(overview, ['gaps'], html`<p>Parts that pages lacked at the last look.</p>`);
}

/** Failures: targets that fail, and changes that wait for their delivery. */
export function failuresNow(overview: WatchOverview): Drawing | undefined {
  const about = html`<p>Targets whose last look failed, and changes that no receiver has got yet.</p>`;
  return tablesOf(overview, ['failing', 'waiting'], about);
}

/** Returns a section of tables, after a chart; nothing if all are empty. */
function tablesOf(
  overview: WatchOverview,
  names: readonly TableName[],
  about: Html,
  chart: (overview: WatchOverview) => Html = () => html``,
): Drawing | undefined {
  const all = reportTables(overview);
  const tables = names.map((name) => tableFigure(all[name])).filter((table) => table !== false);
  return tables.length === 0 ? undefined : { about, charts: html`${chart(overview)}${tables}` };
}

/** The table of a section; nothing without rows. */
function tableFigure({ title, heads, rows, total = rows.length }: ReportTable): Html | false {
  if (rows.length === 0) return false;
  const cells = rows.map((row) => row.map((cell) => foreignText(cell, LONGEST_CELL)));
  return figure({
    title,
    facts: counted(total, 'row'),
    chart: dataTable(title, heads, cells),
    notes: [total > rows.length && `The first ${count(rows.length)} are shown.`],
  });
}

function sellerBars({ sellers }: WatchOverview): Html {
  const shown = sellers.slice(0, BARS).filter(({ ms }) => ms > 0);
  const rows = shown.map(
    ({ seller, share, ms }): ShareRow => ({
      name: seller === null ? 'nobody' : foreignText(sellerName(seller), 44),
      count: ms / HOUR,
      of: ms / share / HOUR,
      color: seller === null ? 'grey' : seller.id === null ? 'ochre' : 'blue',
    }),
  );
  return rows.length === 0 ? html`` : shareBars('Share of the Buy Box by seller', rows, fullShare(rows));
}

function stockBars(stock: WatchOverview['stock']): Html | undefined {
  const of = stock.in_stock + stock.out_of_stock + stock.unknown;
  const parts = [
    ['in stock', stock.in_stock, 'blue'],
    ['out of stock', stock.out_of_stock, 'ochre'],
    ['unknown', stock.unknown, 'hatched'],
  ] as const;
  const rows = parts.map(([name, times, color]): ShareRow => ({ name, count: times, of, color }));
  return of === 0
    ? undefined
    : figure({ title: 'Now', facts: counted(of, 'product'), chart: shareBars('Products by stock', rows) });
}

function changesChart({ timeline: { step_ms: width, steps } }: WatchOverview): Html {
  const [first, last] = [steps[0]?.at, steps.at(-1)?.at];
  if (first === undefined || last === undefined) return html``;
  const counts = new CountTable<number>();
  for (const { at, type, changes } of steps) counts.add(at, CHANGES[type].group, changes);
  const starts = Array.from({ length: (last - first) / width + 1 }, (_, index) => first + index * width);
  const time: Buckets = { width, starts, at: (start, name) => counts.at(start, name) };
  const used = Object.entries(GROUPS).filter(([name]) => counts.sumOfColumn(name) > 0);
  return timeFigure({ id: 'changes-time', title: 'Changes over time', colors: Object.fromEntries(used), time });
}
