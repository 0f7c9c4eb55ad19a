/** The sections of the report: the charts of results, and the charts and tables of a watch. */
import { OFFER_CONDITIONS } from '../../../contract/codes.ts';
import { type Html, html } from '../../../display/html.ts';
import type { Row } from '../../../tables/rows.ts';
import { buyBoxChart } from './buy-box.ts';
import { type Chart, categoriesChart, gapsChart, partsChart } from './charts.ts';
import { fieldCharts } from './fields.ts';
import { pricesChart, ratingsChart } from './numbers.ts';
import { errorsChart, outcomesOverTime } from './outcomes.ts';
import { amountAt, recordAt } from './result-line.ts';
import { WATCH_SECTIONS, type WatchSection } from './watch.ts';

/** A section. A source that it says nothing about has no row. */
export interface Section {
  /** The anchor in the page. */
  id: string;
  title: string;
  results?: {
    /** The reason why the section is left out if there is nothing to draw. */
    empty: string;
    about: Html;
    charts(): readonly Chart[];
  };
  watch?: WatchSection;
}

const STOCK = { 'in stock': 'blue', 'out of stock': 'ochre', unknown: 'hatched' } as const;
const FULFILMENTS = {
  'sold by the operator': 'ochre',
  'FBA: sold by a seller, shipped by the operator': 'blue',
  'FBM: sold and shipped by a seller': 'teal',
  unknown: 'hatched',
} as const;
const OTHER = 'other (renewed, refurbished, ...)';
const CONDITIONS = { new: 'blue', used: 'teal', collectible: 'slate', [OTHER]: 'ochre', unknown: 'hatched' } as const;
/** The names of used conditions: `used_very_good` is `very good`. */
const GRADES = new Map<unknown, string>(
  OFFER_CONDITIONS.filter((condition) => condition.startsWith('used_')).map((condition) => [
    condition,
    condition.replace('used_', '').replaceAll('_', ' '),
  ]),
);
/** Ranges of "Only N left", and the largest number of each but the last. */
const LEFT = ['none', '1', '2', '3 to 5', '6 to 10', '11 to 20', 'more than 20'] as const;
const MOST_LEFT = [0, 1, 2, 5, 10, 20];

/** The sections, in the order of the page. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'time',
    title: 'Over time',
    results: {
      empty: 'no line has a timestamp',
      about: html`<p>Times are in UTC.</p>`,
      charts: () => [outcomesOverTime(), errorsChart()],
    },
  },
  {
    id: 'prices',
    title: 'Prices',
    results: {
      empty: 'no result has a price',
      about: html`<p>As the pages show them, one currency at a time, without conversion.</p>`,
      charts: () => [pricesChart()],
    },
    watch: WATCH_SECTIONS.prices,
  },
  {
    id: 'buy-box',
    title: 'Buy Box by seller',
    results: {
      empty: 'no product or offers page shows a Buy Box',
      about: html`<p>Each page that shows a Buy Box counts once: the featured offer of a product page, or the pinned offer of an offers page. A product that was requested twice counts twice.</p>`,
      charts: () => [buyBoxChart()],
    },
    watch: WATCH_SECTIONS['buy-box'],
  },
  {
    id: 'conditions',
    title: 'Condition',
    results: {
      empty: 'no offers page has an offer',
      about: html`<p>Every offer of every offers page. A page that was requested with a <code>condition</code> has offers of that condition only.</p>`,
      charts: () => [
        partsChart('Condition of offers', 'offer', CONDITIONS, { offers: conditionOf }),
        categoriesChart('Used offers by grade', 'used offer', 'teal', [...GRADES.values()], {
          offers: ({ condition }) => GRADES.get(condition),
        }),
      ],
    },
  },
  {
    id: 'fulfilment',
    title: 'Fulfilment',
    results: {
      empty: 'no product or offers page shows who sells and ships',
      about: html`<p>Fulfilled by the operator (FBA) or by the merchant (FBM). The operator’s own offers are counted separately.</p>`,
      charts: () => [
        partsChart('Featured offers', ['Buy Box', 'Buy Boxes'], FULFILMENTS, {
          product: (item) => (item.buybox === true ? fulfilmentOf(item, recordAt(item, 'seller')) : undefined),
          offers: (offer) => (offer.is_pinned === true ? fulfilmentOf(offer) : undefined),
        }),
        partsChart('All offers', 'offer', FULFILMENTS, { offers: (offer) => fulfilmentOf(offer) }),
      ],
    },
  },
  {
    id: 'stock',
    title: 'Stock',
    results: {
      empty: 'no result has a product, an offer or a list entry',
      about: html`<p>As each page showed it at the time of the response. Pages show a number only when few are left.</p>`,
      charts: () => [
        partsChart('Products', 'product', STOCK, { product: stockOf }),
        partsChart('List entries', ['entry', 'entries'], STOCK, { lists: stockOf }),
        categoriesChart('How many are left', ['item with a number', 'items with a number'], 'blue', LEFT, {
          product: leftOf,
          offers: leftOf,
          lists: leftOf,
        }),
      ],
    },
    watch: WATCH_SECTIONS.stock,
  },
  {
    id: 'ratings',
    title: 'Ratings',
    results: {
      empty: 'no result has a rating',
      about: html`<p>One to five stars, with a bar for each tenth of a star. Items without a rating are counted next to the title.</p>`,
      charts: () => [
        ratingsChart('Ratings of products', 'blue', 'product'),
        ratingsChart('Ratings of list entries', 'slate', 'lists'),
        ratingsChart('Ratings of sellers, last 12 months', 'teal', 'sellers'),
        ratingsChart('Stars of single reviews', 'blue', 'reviews'),
      ],
    },
  },
  { id: 'changes', title: 'Changes', watch: WATCH_SECTIONS.changes },
  {
    id: 'fields',
    title: 'Missing fields',
    results: {
      empty: 'no page of a known type was found',
      about: html`<p>The share of responses without a field of the schema. Bars show required fields, fields that most responses have, and fields that one marketplace lacks far more often than another: the note names both.</p>
<p>A field is missing when the page does not show it; many fields apply to some products only. A <code>null</code> is a value and counts as present.</p>`,
      charts: fieldCharts,
    },
  },
  {
    id: 'gaps',
    title: 'Gaps',
    results: {
      empty: 'no result has gaps',
      about: html`<p>Parts that pages of a type normally have and these lack, and pages in another language, currency or delivery place than requested.</p>`,
      charts: () => [gapsChart()],
    },
    watch: WATCH_SECTIONS.gaps,
  },
  { id: 'failures', title: 'Failures', watch: WATCH_SECTIONS.failures },
];

function conditionOf({ condition, condition_text: text }: Row): keyof typeof CONDITIONS {
  if (condition === 'new' || condition === 'collectible') return condition;
  if (GRADES.has(condition)) return 'used';
  // A condition without a code is `null` and has its text.
  return typeof condition === 'string' || (typeof text === 'string' && text !== '') ? OTHER : 'unknown';
}

function fulfilmentOf({ is_fba: isFba, ...offer }: Row, seller: Row = offer): keyof typeof FULFILMENTS {
  if (seller.is_amazon === true) return 'sold by the operator';
  if (typeof isFba !== 'boolean') return 'unknown';
  return isFba ? 'FBA: sold by a seller, shipped by the operator' : 'FBM: sold and shipped by a seller';
}

function stockOf({ in_stock: isInStock }: Row): keyof typeof STOCK {
  return typeof isInStock !== 'boolean' ? 'unknown' : isInStock ? 'in stock' : 'out of stock';
}

function leftOf(item: Row): string | undefined {
  const quantity = amountAt(item, 'stock_qty');
  return quantity === undefined ? undefined : LEFT[MOST_LEFT.filter((most) => quantity > most).length];
}
