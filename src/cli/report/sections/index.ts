/** The table of sections, in the order of the page. */
import { OFFER_CONDITIONS } from '../../../contract/codes.ts';
import { html } from '../../../service/html.ts';
import type { Row } from '../../output/rows.ts';
import { amountAt, booleanAt, recordAt } from '../../results/unchecked.ts';
import { categoriesChart, namesChart, partsChart, ratingsChart } from '../charts/kinds.ts';
import { itemsOf } from '../items.ts';
import { type Section, sectionOf } from '../section.ts';
import { buyBox } from './buy-box.ts';
import { missingFields } from './missing-fields.ts';
import { overTime } from './over-time.ts';
import { prices } from './prices.ts';

/** New sections without counts. */
export function newSections(): Section[] {
  return [
    overTime(),
    prices(),
    buyBox(),
    sectionOf(
      'conditions',
      'Condition',
      'no offers page has an offer',
      html`<p>Every offer of every offers page. A page that was requested with a <code>condition</code> has offers of that condition only.</p>`,
      [
        partsChart('Condition of offers', 'offer', CONDITIONS, (response) =>
          itemsOf(response, 'offers').map(conditionOf),
        ),
        categoriesChart('Used offers by grade', 'used offer', 'tone-b', USED.map(gradeOf), (response) =>
          itemsOf(response, 'offers').flatMap(({ condition }) =>
            USED.filter((used) => used === condition).map(gradeOf),
          ),
        ),
      ],
    ),
    sectionOf(
      'fulfilment',
      'Fulfilment',
      'no product or offers page shows who sells and ships',
      html`<p>Fulfilled by the operator (FBA) or by the merchant (FBM). The operator’s own offers are counted separately.</p>`,
      [
        partsChart('Featured offers', ['Buy Box', 'Buy Boxes'], FULFILMENTS, (response) => [
          ...itemsOf(response, 'product')
            .filter(({ buybox }) => buybox === true)
            .map((product) => fulfilmentOf(product, recordAt(product, 'seller'))),
          ...itemsOf(response, 'offers')
            .filter((offer) => offer.is_pinned === true)
            .map((offer) => fulfilmentOf(offer, offer)),
        ]),
        partsChart('All offers', 'offer', FULFILMENTS, (response) =>
          itemsOf(response, 'offers').map((offer) => fulfilmentOf(offer, offer)),
        ),
      ],
    ),
    sectionOf(
      'stock',
      'Stock',
      'no result has a product, an offer or a list entry',
      html`<p>As each page showed it at the time of the response. Pages show a number only when few are left.</p>`,
      [
        partsChart('Products', 'product', STOCK, (response) => itemsOf(response, 'product').map(stockOf)),
        partsChart('List entries', ['entry', 'entries'], STOCK, (response) => itemsOf(response, 'lists').map(stockOf)),
        categoriesChart(
          'How many are left',
          ['item with a number', 'items with a number'],
          'tone-a',
          LEFT_NAMES,
          (response) =>
            (['product', 'offers', 'lists'] as const).flatMap((source) => itemsOf(response, source)).flatMap(leftOf),
        ),
      ],
    ),
    sectionOf(
      'ratings',
      'Ratings',
      'no result has a rating',
      html`<p>One to five stars, with a bar for each tenth of a star. Items without a rating are counted next to the title.</p>`,
      [
        ratingsChart('product', 'Products', 'tone-product', (response) => itemsOf(response, 'product')),
        ratingsChart('lists', 'List entries', 'tone-lists', (response) => itemsOf(response, 'lists')),
        ratingsChart('sellers', 'Sellers, last 12 months', 'tone-offers', (response) => itemsOf(response, 'sellers')),
        ratingsChart('reviews', 'Stars of single reviews', 'tone-product', (response) => itemsOf(response, 'reviews')),
      ],
    ),
    missingFields(),
    sectionOf(
      'gaps',
      'Gaps',
      'no result has gaps',
      html`<p>Parts that pages of a type normally have and these lack, and pages in another language, currency or delivery place than requested.</p>`,
      [
        namesChart('Gaps, and the share of responses with them', 15, 'tone-missing', ({ pageType, gaps }) =>
          gaps.map(({ landmark, kind, detail }) => [
            `${pageType} ${kind} ${landmark}`,
            `${pageType}: ${detail === '' ? `${landmark} ${kind}` : detail}`,
          ]),
        ),
      ],
    ),
  ];
}

const UNKNOWN = 'tone-unknown';
const OTHER = 'other (renewed, refurbished, ...)';
const CONDITIONS = {
  new: 'tone-a',
  used: 'tone-b',
  collectible: 'tone-c',
  [OTHER]: 'tone-d',
  unknown: UNKNOWN,
} as const;
const USED = OFFER_CONDITIONS.filter((condition) => condition.startsWith('used_'));

function conditionOf({ condition, condition_text: text }: Row): keyof typeof CONDITIONS {
  if (condition === 'new' || condition === 'collectible') return condition;
  if (USED.some((used) => used === condition)) return 'used';
  // A condition without a code is `null` and has its text.
  return typeof condition === 'string' || (typeof text === 'string' && text !== '') ? OTHER : 'unknown';
}

/** `used_very_good` is `very good`. */
function gradeOf(condition: string): string {
  return condition.replace('used_', '').replaceAll('_', ' ');
}

const FULFILMENTS = {
  'sold by the operator': 'tone-operator',
  'FBA: sold by a seller, shipped by the operator': 'tone-a',
  'FBM: sold and shipped by a seller': 'tone-b',
  unknown: UNKNOWN,
} as const;

function fulfilmentOf(offer: Row, seller: Row): keyof typeof FULFILMENTS {
  if (seller.is_amazon === true) return 'sold by the operator';
  const isFba = booleanAt(offer, 'is_fba');
  if (isFba === undefined) return 'unknown';
  return isFba ? 'FBA: sold by a seller, shipped by the operator' : 'FBM: sold and shipped by a seller';
}

const STOCK = { 'in stock': 'tone-a', 'out of stock': 'tone-operator', unknown: UNKNOWN } as const;

function stockOf(item: Row): keyof typeof STOCK {
  const isInStock = booleanAt(item, 'in_stock');
  return isInStock === undefined ? 'unknown' : isInStock ? 'in stock' : 'out of stock';
}

/** Ranges of "Only N left" by their largest number. */
const LEFT = new Map([
  [0, 'none'],
  [1, '1'],
  [2, '2'],
  [5, '3 to 5'],
  [10, '6 to 10'],
  [20, '11 to 20'],
  [Number.POSITIVE_INFINITY, 'more than 20'],
]);
const LEFT_NAMES = [...LEFT.values()];

function leftOf(item: Row): string[] {
  const quantity = amountAt(item, 'stock_qty');
  const range = quantity === undefined ? undefined : [...LEFT].find(([most]) => quantity <= most);
  return range === undefined ? [] : [range[1]];
}
