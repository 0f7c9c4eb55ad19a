/** Availability and how many items are left. */
import { html } from '../../../service/html.ts';
import { counted } from '../../counts.ts';
import type { Row } from '../../output/rows.ts';
import { amountAt, booleanAt } from '../../results/unchecked.ts';
import { itemsOf } from '../items.ts';
import { categoriesChart, partsChart, type Section, sectionOf } from '../section.ts';

const PARTS = [
  { id: 'in', name: 'in stock', tone: 'tone-a' },
  { id: 'out', name: 'out of stock', tone: 'tone-operator' },
  { id: 'unknown', name: 'unknown', tone: 'tone-unknown' },
] as const;

/** Ranges of "Only N left": the largest number and the name of each. */
const LEFT = [
  [0, 'none'],
  [1, '1'],
  [2, '2'],
  [5, '3 to 5'],
  [10, '6 to 10'],
  [20, '11 to 20'],
  [Number.POSITIVE_INFINITY, 'more than 20'],
] as const;

/** The section. */
export const stock = (): Section =>
  sectionOf({
    id: 'stock',
    title: 'Stock',
    empty: 'no result has a product, an offer or a list entry',
    about: html`<p>As each page showed it at the time of the response. Pages show a number only when few are left.</p>`,
    charts: [
      partsChart({
        title: 'Products',
        noun: 'product',
        parts: PARTS,
        read: (response) => itemsOf(response, 'product').map(availabilityOf),
      }),
      partsChart({
        title: 'List entries',
        noun: ['entry', 'entries'],
        parts: PARTS,
        read: (response) => itemsOf(response, 'lists').map(availabilityOf),
      }),
      categoriesChart({
        title: 'How many are left',
        facts: (total) =>
          `${counted(total, ['product, offer or entry', 'products, offers and entries'])} with a number`,
        categories: LEFT.map(([, name]) => name),
        tone: 'tone-a',
        isTrimmed: true,
        read: (response) =>
          (['product', 'offers', 'lists'] as const).flatMap((source) => itemsOf(response, source)).flatMap(leftOf),
      }),
    ],
  });

function availabilityOf(item: Row): (typeof PARTS)[number]['id'] {
  const isInStock = booleanAt(item, 'in_stock');
  return isInStock === undefined ? 'unknown' : isInStock ? 'in' : 'out';
}

function leftOf(item: Row): (typeof LEFT)[number][1][] {
  const quantity = amountAt(item, 'stock_qty');
  return quantity === undefined
    ? []
    : LEFT.filter(([most]) => quantity <= most)
        .slice(0, 1)
        .map(([, name]) => name);
}
