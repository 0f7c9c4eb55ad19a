/** Key figures and charts of a watch. */
import { range, sum } from 'd3-array';
import { type ShareRow, shareBars } from '../../../display/bars.ts';
import { figure } from '../../../display/figure.ts';
import type { KeyFigure } from '../../../display/frame.ts';
import type { Html } from '../../../display/html.ts';
import type { Color } from '../../../display/style.ts';
import { count, counted, oneLine, percent } from '../../../display/text.ts';
import type { WatchedProduct, WatchOverview } from '../../../entries/watch.ts';
import { CHANGES, type ChangeGroup } from '../../../watch/changes.ts';
import { sellerName } from '../../watched.ts';
import { timeFigure } from './charts.ts';

/** A table. Cells are plain text. */
export interface WatchTable {
  title: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
  /** How many rows there are in all, if the table has the first ones only. */
  total?: number;
}

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

/** Products by their stock. */
export function stockNow(overview: WatchOverview): Html | undefined {
  const { stock } = overview;
  const of = productsIn(overview);
  const rows: ShareRow[] = [
    { name: 'in stock', count: stock.in_stock, of, color: 'blue' },
    { name: 'out of stock', count: stock.out_of_stock, of, color: 'ochre' },
    { name: 'unknown', count: stock.unknown, of, color: 'grey' },
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

/** Changes by group over time. */
export function changesOverTime({ timeline: { step_ms: width, steps } }: WatchOverview): Html | undefined {
  const [first = 0, last = 0] = [steps[0]?.at, steps.at(-1)?.at];
  const at = (start: number | undefined, group: string) =>
    changesIn(steps.filter((step) => (start ?? step.at) === step.at && CHANGES[step.type].group === group));
  const used = Object.entries(GROUPS).filter(([group]) => at(undefined, group) > 0);
  const starts = steps.length === 0 ? [] : range(first, last + width, width);
  return timeFigure('Changes over time', Object.fromEntries(used), { width, starts, at });
}

function productsIn({ stock }: WatchOverview): number {
  return stock.in_stock + stock.out_of_stock + stock.unknown;
}

function inStockTime({ stock_share: share }: WatchOverview): string {
  return share === undefined ? '' : `; in stock ${percent(share, 1)} of the time`;
}

/** The number of changes in rows. */
export function changesIn(rows: readonly { changes: number }[]): number {
  return sum(rows, ({ changes }) => changes);
}

/** Names a product in one line. */
export function productName({ asin, marketplace, target, title }: WatchedProduct): string {
  return [asin === undefined ? target : `${asin} ${marketplace ?? ''}`.trim(), title ?? ''].join(' ').trim();
}
