/** The sections of the report: of the results of a batch, of what a watch has seen, or of both. */
import { type Html, html } from '../../../display/html.ts';
import { buyBoxChart } from './buy-box.ts';
import type { Chart } from './charts.ts';
import { fieldCharts, gapsChart } from './fields.ts';
import { Outcomes } from './outcomes.ts';
import { pricesChart } from './prices.ts';
import { stockChart } from './stock.ts';
import {
  changesOf,
  changesOverTime,
  failuresOf,
  gapsOf,
  priceDropsOf,
  sellersOf,
  sellerTimes,
  stockNow,
  stockOf,
  type WatchChart,
  type WatchTables,
} from './watch.ts';

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
  watch: SectionPart & { chart?: WatchChart; tables: WatchTables };
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
      tables: priceDropsOf,
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
      chart: sellerTimes,
      tables: sellersOf,
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
      tables: stockOf,
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
      tables: failuresOf,
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
      tables: gapsOf,
    },
  },
  {
    id: 'changes',
    title: 'Changes',
    watch: {
      empty: 'nothing has changed',
      about: html`<p>All changes, also those that rules held back. Times are in UTC.</p>`,
      chart: changesOverTime,
      tables: changesOf,
    },
  },
];
