/** The sections of the report, of results and of a watch. */
import { OFFER_CONDITIONS } from '../../../../contract/codes.ts';
import { html } from '../../../../display/html.ts';
import type { Row } from '../../../../tables/rows.ts';
import { categoriesChart, namesChart, partsChart, ratingsChart } from '../charts.ts';
import { counterOf, type Section } from '../section.ts';
import { amountAt, booleanAt, recordAt } from '../unchecked.ts';
import { buyBox } from './buy-box.ts';
import { missingFields } from './missing-fields.ts';
import { overTime } from './over-time.ts';
import { prices } from './prices.ts';
import { buyBoxShares, changesOverTime, failuresNow, gapsNow, priceDrops, stockNow } from './watch.ts';

/** The sections, in the order of the page. */
export const SECTIONS: readonly Section[] = [
  { id: 'time', title: 'Over time', results: overTime },
  {
    id: 'prices',
    title: 'Prices',
    results: prices,
    watch: { empty: 'no product costs less than its average', draw: priceDrops },
  },
  {
    id: 'buy-box',
    title: 'Buy Box by seller',
    results: buyBox,
    watch: { empty: 'no page showed a Buy Box', draw: buyBoxShares },
  },
  {
    id: 'conditions',
    title: 'Condition',
    results: () =>
      counterOf(
        'no offers page has an offer',
        html`<p>Every offer of every offers page. A page that was requested with a <code>condition</code> has offers of that condition only.</p>`,
        [
          partsChart('Condition of offers', 'offer', CONDITIONS, { offers: conditionOf }),
          categoriesChart('Used offers by grade', 'used offer', 'teal', [...GRADES.values()], { offers: gradeOf }),
        ],
      ),
  },
  {
    id: 'fulfilment',
    title: 'Fulfilment',
    results: () =>
      counterOf(
        'no product or offers page shows who sells and ships',
        html`<p>Fulfilled by the operator (FBA) or by the merchant (FBM). The operator’s own offers are counted separately.</p>`,
        [
          partsChart('Featured offers', ['Buy Box', 'Buy Boxes'], FULFILMENTS, {
            product: (item) => (item.buybox === true ? fulfilmentOf(item, recordAt(item, 'seller')) : undefined),
            offers: (offer) => (offer.is_pinned === true ? fulfilmentOf(offer) : undefined),
          }),
          partsChart('All offers', 'offer', FULFILMENTS, { offers: (offer) => fulfilmentOf(offer) }),
        ],
      ),
  },
  {
    id: 'stock',
    title: 'Stock',
    results: () =>
      counterOf(
        'no result has a product, an offer or a list entry',
        html`<p>As each page showed it at the time of the response. Pages show a number only when few are left.</p>`,
        [
          partsChart('Products', 'product', STOCK, { product: stockOf }),
          partsChart('List entries', ['entry', 'entries'], STOCK, { lists: stockOf }),
          categoriesChart('How many are left', ['item with a number', 'items with a number'], 'blue', LEFT, {
            product: leftOf,
            offers: leftOf,
            lists: leftOf,
          }),
        ],
      ),
    watch: { empty: 'no product is watched', draw: stockNow },
  },
  {
    id: 'ratings',
    title: 'Ratings',
    results: () =>
      counterOf(
        'no result has a rating',
        html`<p>One to five stars, with a bar for each tenth of a star. Items without a rating are counted next to the title.</p>`,
        [
          ratingsChart('Products', 'blue', 'product'),
          ratingsChart('List entries', 'slate', 'lists'),
          ratingsChart('Sellers, last 12 months', 'teal', 'sellers'),
          ratingsChart('Stars of single reviews', 'blue', 'reviews'),
        ],
      ),
  },
  { id: 'changes', title: 'Changes', watch: { empty: 'nothing has changed', draw: changesOverTime } },
  { id: 'fields', title: 'Missing fields', results: missingFields },
  {
    id: 'gaps',
    title: 'Gaps',
    results: () => counterOf('no result has gaps', GAPS, [gapsChart()]),
    watch: { empty: 'no page lacked a part at its last look', draw: gapsNow },
  },
  { id: 'failures', title: 'Failures', watch: { empty: 'no target fails, and no change waits', draw: failuresNow } },
];

const GAPS = html`<p>Parts that pages of a type normally have and these lack, and pages in another language, currency or delivery place than requested.</p>`;

function gapsChart() {
  return namesChart('Gaps, and the share of responses with them', 'blue', ({ pageType, gaps }) =>
    gaps.map(({ landmark, kind, detail }) => [
      `${pageType} ${kind} ${landmark}`,
      `${pageType}: ${detail === '' ? `${landmark} ${kind}` : detail}`,
    ]),
  );
}

/** The names of used conditions: `used_very_good` is `very good`. */
const GRADES = new Map<unknown, string>(
  OFFER_CONDITIONS.filter((condition) => condition.startsWith('used_')).map((condition) => [
    condition,
    condition.replace('used_', '').replaceAll('_', ' '),
  ]),
);
const OTHER = 'other (renewed, refurbished, ...)';
const CONDITIONS = { new: 'blue', used: 'teal', collectible: 'slate', [OTHER]: 'ochre', unknown: 'hatched' } as const;

function gradeOf({ condition }: Row): string | undefined {
  return GRADES.get(condition);
}

function conditionOf({ condition, condition_text: text }: Row): keyof typeof CONDITIONS {
  if (condition === 'new' || condition === 'collectible') return condition;
  if (GRADES.has(condition)) return 'used';
  // A condition without a code is `null` and has its text.
  return typeof condition === 'string' || (typeof text === 'string' && text !== '') ? OTHER : 'unknown';
}

const FULFILMENTS = {
  'sold by the operator': 'ochre',
  'FBA: sold by a seller, shipped by the operator': 'blue',
  'FBM: sold and shipped by a seller': 'teal',
  unknown: 'hatched',
} as const;

function fulfilmentOf(offer: Row, seller = offer): keyof typeof FULFILMENTS {
  if (seller.is_amazon === true) return 'sold by the operator';
  const isFba = booleanAt(offer, 'is_fba');
  if (isFba === undefined) return 'unknown';
  return isFba ? 'FBA: sold by a seller, shipped by the operator' : 'FBM: sold and shipped by a seller';
}

const STOCK = { 'in stock': 'blue', 'out of stock': 'ochre', unknown: 'hatched' } as const;

function stockOf(item: Row): keyof typeof STOCK {
  const isInStock = booleanAt(item, 'in_stock');
  return isInStock === undefined ? 'unknown' : isInStock ? 'in stock' : 'out of stock';
}

/** Ranges of "Only N left", and the largest number of each but the last. */
const LEFT = ['none', '1', '2', '3 to 5', '6 to 10', '11 to 20', 'more than 20'] as const;
const MOST_LEFT = [0, 1, 2, 5, 10, 20];

function leftOf(item: Row): string | undefined {
  const quantity = amountAt(item, 'stock_qty');
  return quantity === undefined ? undefined : LEFT[MOST_LEFT.filter((most) => quantity > most).length];
}
