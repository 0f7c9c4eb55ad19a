/** The sections of the report, and their charts of results. Those of a watch are in `watch.ts`, by the same ids. */
import { type Html, html } from '../../../display/html.ts';
import type { Row } from '../../../tables/rows.ts';
import { buyBoxChart } from './buy-box.ts';
import { type Chart, gapsChart, partsChart } from './charts.ts';
import { fieldCharts } from './fields.ts';
import { numbersChart, pricesChart } from './numbers.ts';
import { errorsChart, outcomesOverTime } from './outcomes.ts';
import { amountAt, recordAt } from './result-line.ts';

/** A section. Without `results` it is about a watch only. */
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
const GRADES = { 'like new': 'blue', 'very good': 'teal', good: 'slate', acceptable: 'ochre' } as const;
/** Ranges of "Only N left". */
const LEFT: readonly (readonly [from: number, name: string])[] = [
  [0, 'none'],
  [1, '1'],
  [2, '2'],
  [3, '3 to 5'],
  [6, '6 to 10'],
  [11, '11 to 20'],
  [21, 'more than 20'],
];

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
  },
  {
    id: 'buy-box',
    title: 'Buy Box by seller',
    results: {
      empty: 'no product or offers page shows a Buy Box',
      about: html`<p>Each page that shows a Buy Box counts once: the featured offer of a product page, or the pinned offer of an offers page. A product that was requested twice counts twice.</p>`,
      charts: () => [buyBoxChart()],
    },
  },
  {
    id: 'conditions',
    title: 'Condition',
    results: {
      empty: 'no offers page has an offer',
      about: html`<p>Every offer of every offers page. A page that was requested with a <code>condition</code> has offers of that condition only.</p>`,
      charts: () => [
        partsChart('Condition of offers', 'offer', CONDITIONS, { offers: conditionOf }),
        partsChart('Used offers by grade', 'used offer', GRADES, { offers: gradeOf }),
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
        numbersChart(
          'How many are left',
          'number',
          'blue',
          { product: leftOf, offers: leftOf, lists: leftOf },
          () => LEFT,
        ),
      ],
    },
  },
  {
    id: 'ratings',
    title: 'Ratings',
    results: {
      empty: 'no result has a rating',
      about: html`<p>One to five stars, with a bar for each tenth of a star. Items without a rating are counted next to the title.</p>`,
      charts: () => [
        numbersChart('Ratings of products', 'rating', 'blue', { product: ratingOf }, tenths),
        numbersChart('Ratings of list entries', 'rating', 'slate', { lists: ratingOf }, tenths),
        // A seller without ratings has 0.
        numbersChart(
          'Ratings of sellers, last 12 months',
          'rating',
          'teal',
          { sellers: (one) => ratingOf(one) || undefined },
          tenths,
        ),
        numbersChart('Stars of single reviews', 'rating', 'blue', { reviews: ratingOf }, tenths),
      ],
    },
  },
  { id: 'changes', title: 'Changes' },
  {
    id: 'fields',
    title: 'Missing fields',
    results: {
      empty: 'no page of a known type was found',
      about: html`<p>The share of responses without a field of the schema. Bars show required fields, and fields that most responses have. The table of all fields compares the marketplaces.</p>
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
  },
  { id: 'failures', title: 'Failures' },
];

function conditionOf({ condition, condition_text: text }: Row): keyof typeof CONDITIONS {
  if (condition === 'new' || condition === 'collectible') return condition;
  if (gradeOf({ condition }) !== undefined) return 'used';
  // A condition without a code is `null` and has its text.
  return typeof condition === 'string' || (typeof text === 'string' && text !== '') ? OTHER : 'unknown';
}

function gradeOf({ condition }: Row): keyof typeof GRADES | undefined {
  const name = typeof condition === 'string' ? condition.replace('used_', '').replaceAll('_', ' ') : '';
  return condition !== name && Object.hasOwn(GRADES, name) ? (name as keyof typeof GRADES) : undefined;
}

function fulfilmentOf({ is_fba: isFba, ...offer }: Row, seller: Row = offer): keyof typeof FULFILMENTS {
  if (seller.is_amazon === true) return 'sold by the operator';
  if (typeof isFba !== 'boolean') return 'unknown';
  return isFba ? 'FBA: sold by a seller, shipped by the operator' : 'FBM: sold and shipped by a seller';
}

function stockOf({ in_stock: isInStock }: Row): keyof typeof STOCK {
  return typeof isInStock !== 'boolean' ? 'unknown' : isInStock ? 'in stock' : 'out of stock';
}

function leftOf(item: Row): number | undefined {
  return amountAt(item, 'stock_qty');
}

function ratingOf(item: Row): number | undefined {
  const rating = amountAt(item, 'rating');
  return rating !== undefined && rating <= 5 ? rating : undefined;
}

/** A range for each tenth of a star that occurs. */
function tenths(ratings: readonly number[]) {
  const numbers = new Set(ratings.map((rating) => Math.round(10 * rating)));
  return [...numbers].map((tenth) => [(tenth - 0.5) / 10, `${(tenth / 10).toFixed(1)} ★`] as const);
}
