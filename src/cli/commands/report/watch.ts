/** The sections of a report about a watch, with their tables for the page and for a terminal. */
import { range, sum } from 'd3-array';
import { fullShare, type ShareRow, shareBars } from '../../../display/bars.ts';
import { figure } from '../../../display/figure.ts';
import { foreignText, type Html, html } from '../../../display/html.ts';
import type { Color } from '../../../display/style.ts';
import { count, counted, HOUR, moneyOf, oneLine, percent, tableTime } from '../../../display/text.ts';
import type { WatchedProduct, WatchOverview } from '../../../entries/watch.ts';
import { CHANGES, type ChangeGroup } from '../../../watch/changes.ts';
import { sellerName } from '../../watched.ts';
import { type KeyFigure, timeFigure } from './charts.ts';

/** A table. Cells are plain text. */
export interface WatchTable {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** How many rows there are in all, if the table has the first ones only. */
  total?: number;
}

/** A section of a watch. */
export interface WatchSection {
  /** The reason why the section is left out if there is nothing to draw. */
  empty: string;
  about: Html;
  chart?(overview: WatchOverview): Html | undefined;
  /** Those without rows are left out. */
  tables(overview: WatchOverview): readonly WatchTable[];
}

/** The sections, by the ids of the report's. */
export const WATCH_SECTIONS: Readonly<Record<string, WatchSection>> = {
  prices: {
    empty: 'no product costs less than its average',
    about: html`<p>Products that cost less now than on average. The average is weighted by watched time, in the currency of the price.</p>`,
    tables: ({ price_drops: drops, cheaper }) => [
      {
        title: 'Price drops',
        heads: ['product', 'now', 'below average', 'average', 'lowest', 'highest'],
        rows: drops.map((product) => {
          const { price = 0, average = 0, lowest = 0, highest = 0, currency = '' } = product;
          const [now, ...others] = [price, average, lowest, highest].map(moneyOf(currency));
          return [productName(product), now ?? '', percent(average - price, average), ...others];
        }),
        total: cheaper,
      },
    ],
  },
  'buy-box': {
    empty: 'no page showed a Buy Box',
    about: html`<p>The share of the watched time of all products in which a seller had the Buy Box, in hours. “Nobody” is the time without a featured offer.</p>`,
    chart: sellerBars,
    tables: ({ sellers, sellers_total: total }) => [
      {
        title: 'Buy Box by seller',
        heads: ['seller', 'id', 'share of time', 'products', 'has it now'],
        rows: sellers.map(({ seller, share, targets, has_now }) => [
          seller === null ? 'nobody' : sellerName(seller),
          seller?.id ?? '',
          percent(share, 1),
          count(targets),
          count(has_now),
        ]),
        total: total + Number(sellers.some(({ seller }) => seller === null)),
      },
    ],
  },
  stock: {
    empty: 'no product is watched',
    about: html`<p>Products now, and those that were not always in stock.</p>`,
    chart: stockBars,
    tables: ({ least_in_stock: least }) => [
      {
        title: 'Least in stock',
        heads: ['product', 'time in stock', 'now'],
        rows: least.map((product) => [
          productName(product),
          percent(product.stock_share ?? 0, 1),
          product.in_stock === undefined ? 'unknown' : product.in_stock ? 'in stock' : 'out of stock',
        ]),
      },
    ],
  },
  changes: {
    empty: 'nothing has changed',
    about: html`<p>All changes, also those that rules held back. Times are in UTC.</p>`,
    chart: changesChart,
    tables: ({ changes, most_changed: most }) => [
      {
        title: 'Changes by type',
        heads: ['type', 'changes', 'share'],
        rows: changes.map((row) => [row.type, count(row.changes), percent(row.changes, changesIn(changes))]),
      },
      {
        title: 'Most changes',
        heads: ['product', 'target', 'changes', 'last (UTC)'],
        rows: most.map((row) => [row.asin ?? '', row.target, count(row.changes), tableTime(row.last_at)]),
      },
    ],
  },
  gaps: {
    empty: 'no page lacked a part at its last look',
    about: html`<p>Parts that pages lacked at the last look.</p>`,
    tables: ({ gaps }) => [
      {
        title: 'Gaps at the last look',
        heads: ['part', 'gap', 'targets'],
        rows: gaps.map(({ landmark, kind, targets }) => [landmark, kind, count(targets)]),
      },
    ],
  },
  failures: {
    empty: 'no target fails, and no change waits',
    about: html`<p>Targets whose last look failed, and changes that no receiver has got yet.</p>`,
    tables: ({ failing, failing_total: total, waiting }) => [
      {
        title: 'Targets that fail',
        heads: ['target', 'failures in a row', 'next look (UTC)'],
        rows: failing.map(({ target, failures, next_at }) => [target, count(failures), tableTime(next_at)]),
        total,
      },
      {
        title: 'Changes that wait for their delivery',
        heads: ['receiver', 'changes', 'oldest (UTC)'],
        rows: waiting.map(({ receiver, changes, oldest_at }) => [receiver, count(changes), tableTime(oldest_at)]),
      },
    ],
  },
};

/** The key figures. */
export function watchFigures(overview: WatchOverview): KeyFigure[] {
  const { targets, looks, failed_looks, credits, changes, stock, cheaper, sellers, failing_total } = overview;
  const products = productsIn(overview);
  const [most] = sellers.filter(({ seller }) => seller !== null);
  const kinds = targets.map((row) => `${count(row.targets)} ${row.endpoint}`).join(', ');
  const failing = failing_total === 0 ? 'none fails now' : `${count(failing_total)} fail now`;
  const others = `${count(stock.out_of_stock)} out of stock, ${count(stock.unknown)} unknown${inStockTime(overview)}`;
  const figures: [string, string | false, string?][] = [
    ['Targets', count(sum(targets, (row) => row.targets)), `${kinds}; ${failing}`],
    ['Looks', count(looks), `${count(failed_looks)} failed`],
    ['Credits', count(credits)],
    ['Changes', count(changesIn(changes))],
    ['In stock now', products > 0 && count(stock.in_stock), others],
    ['Below their average', products > 0 && count(cheaper), `of ${counted(products, 'price')}`],
    [
      'Buy Box',
      most !== undefined && percent(most.share, 1),
      `of the time: ${oneLine(sellerName(most?.seller ?? null), 30)}`,
    ],
  ];
  return figures.flatMap(([name, value, detail]) => (value === false ? [] : [[name, value, detail] as const]));
}

function productsIn({ stock }: WatchOverview): number {
  return stock.in_stock + stock.out_of_stock + stock.unknown;
}

function inStockTime({ stock_share: share }: WatchOverview): string {
  return share === undefined ? '' : `; in stock ${percent(share, 1)} of the time`;
}

function changesIn(rows: readonly { changes: number }[]): number {
  return sum(rows, ({ changes }) => changes);
}

function productName({ asin, marketplace, target, title }: WatchedProduct): string {
  return [asin === undefined ? target : `${asin} ${marketplace ?? ''}`.trim(), title ?? ''].join(' ').trim();
}

/** Sellers with a bar. */
const BARS = 12;

function sellerBars({ sellers }: WatchOverview): Html | undefined {
  const shown = sellers.slice(0, BARS).filter(({ ms }) => ms > 0);
  const rows = shown.map(
    ({ seller, share, ms }): ShareRow => ({
      name: seller === null ? 'nobody' : foreignText(sellerName(seller), 44),
      count: ms / HOUR,
      of: ms / share / HOUR,
      color: seller === null ? 'grey' : seller.id === null ? 'ochre' : 'blue',
    }),
  );
  return rows.length === 0 ? undefined : shareBars('Share of the Buy Box by seller', rows, fullShare(rows));
}

function stockBars(overview: WatchOverview): Html | undefined {
  const { stock } = overview;
  const of = productsIn(overview);
  const rows: ShareRow[] = [
    { name: 'in stock', count: stock.in_stock, of, color: 'blue' },
    { name: 'out of stock', count: stock.out_of_stock, of, color: 'ochre' },
    { name: 'unknown', count: stock.unknown, of, color: 'hatched' },
  ];
  const facts = `${counted(of, 'product')}${inStockTime(overview)}`;
  return of === 0 ? undefined : figure({ title: 'Now', facts, chart: shareBars('Products by stock', rows) });
}

/** The parts of a bar of changes, the lowest first. */
const GROUPS = {
  prices: 'blue',
  'Buy Box and offers': 'teal',
  stock: 'ochre',
  'ranks and ratings': 'slate',
  'content and listings': 'grey',
  'degraded data': 'red',
} as const satisfies Record<ChangeGroup, Color>;

function changesChart({ timeline: { step_ms: width, steps } }: WatchOverview): Html | undefined {
  const [first = 0, last = 0] = [steps[0]?.at, steps.at(-1)?.at];
  const at = (start: number | undefined, group: string) =>
    changesIn(steps.filter((step) => (start ?? step.at) === step.at && CHANGES[step.type].group === group));
  const used = Object.entries(GROUPS).filter(([group]) => at(undefined, group) > 0);
  const starts = steps.length === 0 ? [] : range(first, last + width, width);
  return timeFigure('changes-time', 'Changes over time', Object.fromEntries(used), { width, starts, at });
}
