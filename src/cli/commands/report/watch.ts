/** What the sections show of a watch: tables for the page and for a terminal, and charts for the page. */
import { range, sum } from 'd3-array';
import { type ShareRow, shareBars } from '../../../display/bars.ts';
import { figure } from '../../../display/figure.ts';
import type { KeyFigure } from '../../../display/frame.ts';
import type { Html } from '../../../display/html.ts';
import type { Color } from '../../../display/style.ts';
import { count, counted, moneyOf, oneLine, percent, tableTime } from '../../../display/text.ts';
import type { WatchedProduct, WatchOverview } from '../../../entries/watch.ts';
import { CHANGES, type ChangeGroup } from '../../../watch/changes.ts';
import { sellerBars, sellerName } from '../../watched.ts';
import { timeFigure } from './charts.ts';

/** A table. Cells are plain text. */
export interface WatchTable {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** How many rows there are in all, if the table has the first ones only. */
  total?: number;
}

/** Returns the tables of a section. Those without rows are left out. */
export type WatchTables = (overview: WatchOverview) => readonly WatchTable[];
/** Returns the chart of a section, if there is something to draw. */
export type WatchChart = (overview: WatchOverview) => Html | undefined;

/** Returns the key figures. */
export function watchFigures(overview: WatchOverview): KeyFigure[] {
  const { targets, looks, failed_looks, credits, changes, stock, cheaper, sellers, failing_total: failing } = overview;
  const products = productsIn(overview);
  const [most] = sellers.filter(({ seller }) => seller !== null);
  const kinds = targets.map((row) => `${row.endpoint} ${count(row.targets)}`).join(', ');
  const failed = failing === 0 ? 'none fails now' : `${count(failing)} ${failing === 1 ? 'fails' : 'fail'} now`;
  const others = `${count(stock.out_of_stock)} out of stock, ${count(stock.unknown)} unknown${inStockTime(overview)}`;
  return [
    ['Targets', count(sum(targets, (row) => row.targets)), `${kinds}; ${failed}`],
    ['Looks', count(looks), `${count(failed_looks)} failed`],
    ['Credits', count(credits)],
    ['Changes', count(changesIn(changes))],
    ['In stock now', products === 0 ? undefined : count(stock.in_stock), others],
    ['Below their average', products === 0 ? undefined : count(cheaper), `of ${counted(products, 'price')}`],
    ['Buy Box', most && percent(most.share, 1), `of the time: ${oneLine(sellerName(most?.seller ?? null), 30)}`],
  ];
}

/** Products that cost less than on average. */
export const priceDropsOf: WatchTables = ({ price_drops: drops, cheaper }) => [
  {
    title: 'Price drops',
    heads: ['product', 'now', 'below average', 'average', 'lowest', 'highest'],
    rows: drops.map((product) => {
      const { price = 0, average = 0, lowest = 0, highest = 0, currency = '' } = product;
      const [now = '', ...others] = [price, average, lowest, highest].map(moneyOf(currency));
      return [productName(product), now, percent(average - price, average), ...others];
    }),
    total: cheaper,
  },
];

/** The time of the Buy Box. */
export const sellerTimes: WatchChart = ({ sellers }) => sellerBars(sellers);

/** Sellers of the Buy Box. */
export const sellersOf: WatchTables = ({ sellers, sellers_total: total }) => [
  {
    title: 'Sellers of the Buy Box',
    heads: ['seller', 'share of time', 'products', 'has it now', 'id'],
    rows: sellers.map(({ seller, share, targets, has_now }) => [
      sellerName(seller),
      percent(share, 1),
      count(targets),
      count(has_now),
      seller?.id ?? '',
    ]),
    total: total + Number(sellers.some(({ seller }) => seller === null)),
  },
];

/** Products by their stock. */
export const stockNow: WatchChart = (overview) => {
  const { stock } = overview;
  const of = productsIn(overview);
  const rows: ShareRow[] = [
    { name: 'in stock', count: stock.in_stock, of, color: 'blue' },
    { name: 'out of stock', count: stock.out_of_stock, of, color: 'ochre' },
    { name: 'unknown', count: stock.unknown, of, color: 'grey' },
  ];
  const facts = `${counted(of, 'product')}${inStockTime(overview)}`;
  return of === 0 ? undefined : figure({ title: 'Now', facts, chart: shareBars('Products by stock', rows) });
};

/** Products that were not always in stock. */
export const stockOf: WatchTables = ({ least_in_stock: least }) => [
  {
    title: 'Least in stock',
    heads: ['product', 'time in stock', 'now'],
    rows: least.map((product) => [
      productName(product),
      percent(product.stock_share ?? 0, 1),
      product.in_stock === undefined ? 'unknown' : product.in_stock ? 'in stock' : 'out of stock',
    ]),
  },
];

/** Targets that fail, and changes that wait. */
export const failuresOf: WatchTables = ({ failing, failing_total: total, waiting }) => [
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
];

/** Parts that pages lack. */
export const gapsOf: WatchTables = ({ gaps }) => [
  {
    title: 'Missing parts of pages',
    heads: ['part', 'problem', 'targets'],
    rows: gaps.map(({ landmark, kind, targets }) => [landmark, kind, count(targets)]),
  },
];

/** The parts of a bar of changes, the lowest first. */
const GROUPS = {
  prices: 'blue',
  'Buy Box and offers': 'teal',
  stock: 'ochre',
  'ranks and ratings': 'slate',
  'content and listings': 'grey',
  'degraded data': 'red',
} as const satisfies Record<ChangeGroup, Color>;

/** Changes by group over time. */
export const changesOverTime: WatchChart = ({ timeline: { step_ms: width, steps } }) => {
  const [first = 0, last = 0] = [steps[0]?.at, steps.at(-1)?.at];
  const at = (start: number | undefined, group: string) =>
    changesIn(steps.filter((step) => (start ?? step.at) === step.at && CHANGES[step.type].group === group));
  const used = Object.entries(GROUPS).filter(([group]) => at(undefined, group) > 0);
  const starts = steps.length === 0 ? [] : range(first, last + width, width);
  return timeFigure('Changes over time', Object.fromEntries(used), { width, starts, at });
};

/** Types of changes, and the products with the most. */
export const changesOf: WatchTables = ({ changes, most_changed: most }) => [
  {
    title: 'Changes by type',
    heads: ['type', 'changes', 'share'],
    rows: changes.map((row) => [
      row.type.replaceAll('_', ' '),
      count(row.changes),
      percent(row.changes, changesIn(changes)),
    ]),
  },
  {
    title: 'Most changes',
    heads: ['product', 'target', 'changes', 'last (UTC)'],
    rows: most.map((row) => [row.asin ?? '', row.target, count(row.changes), tableTime(row.last_at)]),
  },
];

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
