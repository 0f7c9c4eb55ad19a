/** The tables of the report of a watch, for the terminal and for the page. Cells are plain text. */

import { count, moneyOf, percent, tableTime } from '../../../display/text.ts';
import type { WatchedProduct, WatchOverview } from '../../../entries/watch.ts';
import { sellerName } from '../../watched.ts';

/** A table. */
export interface ReportTable {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** How many rows there are in all, if the table has the first ones only. */
  total?: number;
}

/** The names of the tables. */
export type TableName = 'changes' | 'changed' | 'drops' | 'sellers' | 'stock' | 'failing' | 'gaps' | 'waiting';

/** Returns the tables of an overview. Those without rows say that there is nothing. */
export function reportTables(overview: WatchOverview): Record<TableName, ReportTable> {
  const { changes, most_changed, price_drops, sellers, least_in_stock, failing, gaps, waiting } = overview;
  const all = changes.reduce((sum, row) => sum + row.changes, 0);
  return {
    drops: {
      title: 'Price drops',
      heads: ['product', 'now', 'below average', 'average', 'lowest', 'highest'],
      rows: price_drops.map(dropCells),
      total: overview.cheaper,
    },
    sellers: {
      title: 'Buy Box by seller',
      heads: ['seller', 'id', 'share of time', 'products', 'has it now'],
      rows: sellers.map(({ seller, share, targets, has_now }) => [
        seller === null ? 'nobody' : sellerName(seller),
        seller?.id ?? '',
        percent(share, 1),
        count(targets),
        count(has_now),
      ]),
      total: overview.sellers_total + Number(sellers.some(({ seller }) => seller === null)),
    },
    stock: {
      title: 'Least in stock',
      heads: ['product', 'time in stock', 'now'],
      rows: least_in_stock.map((product) => [
        productName(product),
        percent(product.stock_share ?? 0, 1),
        product.in_stock === undefined ? 'unknown' : product.in_stock ? 'in stock' : 'out of stock',
      ]),
    },
    changes: {
      title: 'Changes by type',
      heads: ['type', 'changes', 'share'],
      rows: changes.map((row) => [row.type, count(row.changes), percent(row.changes, all)]),
    },
    changed: {
      title: 'Most changes',
      heads: ['product', 'target', 'changes', 'last (UTC)'],
      rows: most_changed.map((row) => [row.asin ?? '', row.target, count(row.changes), tableTime(row.last_at)]),
    },
    failing: {
      title: 'Targets that fail',
      heads: ['target', 'failures in a row', 'next look (UTC)'],
      rows: failing.map(({ target, failures, next_at }) => [target, count(failures), tableTime(next_at)]),
      total: overview.failing_total,
    },
    gaps: {
      title: 'Gaps at the last look',
      heads: ['part', 'gap', 'targets'],
      rows: gaps.map(({ landmark, kind, targets }) => [landmark, kind, count(targets)]),
    },
    waiting: {
      title: 'Changes that wait for their delivery',
      heads: ['receiver', 'changes', 'oldest (UTC)'],
      rows: waiting.map(({ receiver, changes: waits, oldest_at }) => [receiver, count(waits), tableTime(oldest_at)]),
    },
  };
}

function productName({ asin, marketplace, target, title }: WatchedProduct): string {
  return [asin === undefined ? target : `${asin} ${marketplace ?? ''}`.trim(), title ?? ''].join(' ').trim();
}

function dropCells(product: WatchedProduct): string[] {
  const { price = 0, average = 0, lowest = 0, highest = 0, currency = '' } = product;
  const { full } = moneyOf(currency);
  const below = percent(average - price, average);
  return [productName(product), full(price), below, full(average), full(lowest), full(highest)];
}
