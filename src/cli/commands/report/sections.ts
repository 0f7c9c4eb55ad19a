/** The sections of the report: of the results of a batch, of what a watch has seen, or of both. */
import { type Html, html } from '../../../display/html.ts';
import { count, minuteTime, moneyOf, percent } from '../../../display/text.ts';
import type { WatchOverview } from '../../../entries/watch.ts';
import { sellerBars, sellerName } from '../../watched.ts';
import { buyBoxChart } from './buy-box.ts';
import type { Chart } from './charts.ts';
import { fieldCharts, gapsChart } from './fields.ts';
import { Outcomes } from './outcomes.ts';
import { pricesChart } from './prices.ts';
import { stockChart } from './stock.ts';
import { changesIn, changesOverTime, productName, stockNow, type WatchTable } from './watch.ts';

interface SectionPart {
  /** The reason why the section is left out if there is nothing to draw. */
  empty: string;
  about: Html;
}

/** A section. Without `results` or `watch`, reports of that source do not have it. */
export interface Section {
  /** The anchor in the page. */
  id: string;
  title: string;
  results?: SectionPart & { charts(): readonly Chart[] };
  watch: SectionPart & {
    chart?(overview: WatchOverview): Html | undefined;
    /** Those without rows are left out. */
    tables(overview: WatchOverview): readonly WatchTable[];
  };
}

/** The sections, in the order of the page. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'prices',
    title: 'Prices',
    results: {
      empty: 'no result has a price',
      about: html`<p>As the pages show them, one currency at a time, without conversion.</p>`,
      charts: () => [pricesChart()],
    },
    watch: {
      empty: 'no product costs less than its average',
      about: html`<p>Products that cost less now than on average. The average is weighted by watched time, in the currency of the price.</p>`,
      tables: ({ price_drops: drops, cheaper }) => [
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
      ],
    },
  },
  {
    id: 'buy-box',
    title: 'Buy Box by seller',
    results: {
      empty: 'no product or offers page shows a Buy Box',
      about: html`<p>Each page that shows a Buy Box counts once: the featured offer of a product page, or the pinned offer of an offers page. A product that was requested twice counts twice.</p>`,
      charts: () => [buyBoxChart()],
    },
    watch: {
      empty: 'no page showed a Buy Box',
      about: html`<p>The share of the watched time of all products in which a seller had the Buy Box, in hours. “None” is the time without a featured offer.</p>`,
      chart: ({ sellers }) => sellerBars(sellers),
      tables: ({ sellers, sellers_total: total }) => [
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
      ],
    },
  },
  {
    id: 'stock',
    title: 'Stock',
    results: {
      empty: 'no result has a product or a list entry with its stock',
      about: html`<p>As each page showed it at the time of the response. The shares are of the items whose stock is known.</p>`,
      charts: () => [
        stockChart('Products in stock', 'product', 'product'),
        stockChart('List entries in stock', ['entry', 'entries'], 'lists'),
      ],
    },
    watch: {
      empty: 'no product is watched',
      about: html`<p>Products now, and those that were not always in stock.</p>`,
      chart: stockNow,
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
  },
  {
    id: 'failures',
    title: 'Failures',
    results: {
      empty: 'there are no results',
      about: html`<p>How the calls ended, by error, over time, by marketplace and by page type. Times are in UTC.</p>`,
      charts: () => [new Outcomes()],
    },
    watch: {
      empty: 'no target fails, and no change waits',
      about: html`<p>Targets whose last look failed, and changes that no receiver has got yet.</p>`,
      tables: ({ failing, failing_total: total, waiting }) => [
        {
          title: 'Targets that fail',
          heads: ['target', 'failures in a row', 'next look (UTC)'],
          rows: failing.map(({ target, failures, next_at }) => [target, count(failures), minuteTime(next_at)]),
          total,
        },
        {
          title: 'Changes that wait for their delivery',
          heads: ['receiver', 'changes', 'oldest (UTC)'],
          rows: waiting.map(({ receiver, changes, oldest_at }) => [receiver, count(changes), minuteTime(oldest_at)]),
        },
      ],
    },
  },
  {
    id: 'missing',
    title: 'Missing fields',
    results: {
      empty: 'no page of a known type was found',
      about: html`<p>The share of responses without a field of the schema. Bars show required fields, and fields that most responses have. The table of all fields compares the marketplaces.</p>
<p>A field is missing when the page does not show it; many fields apply to some products only. A <code>null</code> is a value and counts as present.</p>`,
      charts: () => [gapsChart(), ...fieldCharts()],
    },
    watch: {
      empty: 'no page lacked a part at its last look',
      about: html`<p>Parts that pages lacked at the last look.</p>`,
      tables: ({ gaps }) => [
        {
          title: 'Missing parts of pages',
          heads: ['part', 'problem', 'targets'],
          rows: gaps.map(({ landmark, kind, targets }) => [landmark, kind, count(targets)]),
        },
      ],
    },
  },
  {
    id: 'changes',
    title: 'Changes',
    watch: {
      empty: 'nothing has changed',
      about: html`<p>All changes, also those that rules held back. Times are in UTC.</p>`,
      chart: changesOverTime,
      tables: ({ changes, most_changed: most }) => [
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
          rows: most.map((row) => [row.asin ?? '', row.target, count(row.changes), minuteTime(row.last_at)]),
        },
      ],
    },
  },
];
