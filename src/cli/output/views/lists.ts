/** Lists as tables: a heading that says what is listed, and the columns of each kind. */
import type { PageType } from '../../../contract/codes.ts';
import { around, joined, type Reader } from '../reader.ts';
import type { TableColumn } from '../table.ts';

/** How a list is shown. */
export interface ListView {
  /** What the list is, from the data of its first page, and how many pages are shown. */
  heading(data: Reader, pages: number): string | undefined;
  columns: readonly TableColumn<Reader>[];
}

type Column = TableColumn<Reader>;

const asin: Column = { label: 'ASIN', cell: (entry) => entry.text('asin') };
const title: Column = { label: 'TITLE', cell: (entry) => entry.text('title'), least: 24 };
const price: Column = { label: 'PRICE', cell: (entry) => entry.money('price'), side: 'right' };
const rating: Column = { label: 'RATING', cell: (entry) => entry.text('rating'), side: 'right', spare: 3 };
const reviews: Column = { label: 'RATINGS', cell: (entry) => entry.count('reviews'), side: 'right', spare: 4 };

const results: readonly Column[] = [
  { label: '#', cell: (entry) => entry.text('index_on_page'), side: 'right', spare: 2 },
  asin,
  title,
  price,
  rating,
  reviews,
  { label: 'BOUGHT', cell: (entry) => around('', entry.count('bought_past_month'), '+'), side: 'right', spare: 5 },
  { label: 'BADGES', cell: resultBadges, least: 12, spare: 6 },
];

/** Lists by page type. A seller's products are shown as search results are. */
export const LIST_VIEWS: Readonly<Record<Exclude<PageType, 'product' | 'seller'>, ListView>> = {
  search: {
    heading: (data, pages) => resultsHeading(data, pages, around('“', data.text('title'), '”')),
    columns: results,
  },
  category: { heading: (data, pages) => resultsHeading(data, pages, data.text('name')), columns: results },
  storefront: { heading: (data, pages) => resultsHeading(data, pages, data.text('name')), columns: results },
  offers: {
    heading: offersHeading,
    columns: [
      { label: 'SELLER', cell: (offer) => offer.text('name') ?? offer.when('is_amazon', 'Amazon'), least: 14 },
      price,
      { label: 'SHIPPING', cell: (offer) => offer.money('shipping_price'), side: 'right', spare: 3 },
      { label: 'CONDITION', cell: conditionText, least: 10 },
      { label: 'FROM', cell: fulfilment, spare: 4 },
      { label: 'POSITIVE', cell: (offer) => around('', offer.text('rating_percent'), ' %'), side: 'right', spare: 5 },
      { label: 'RATINGS', cell: (offer) => offer.count('reviews_count'), side: 'right', spare: 6 },
      { label: 'ARRIVES', cell: (offer) => offer.list('delivery')[0]?.text('date_min'), spare: 2 },
      { label: 'BUY BOX', cell: (offer) => offer.when('is_pinned', 'yes'), spare: 1 },
    ],
  },
  bestseller: {
    heading: (data, pages) =>
      joined([data.text('title') ?? data.text('list_type')?.replaceAll('_', ' '), pageText(data, pages)]),
    columns: [
      { label: '#', cell: (entry) => entry.text('rank'), side: 'right' },
      asin,
      title,
      { ...price, cell: (entry) => joined([entry.money('price'), entry.money('price_max')], ' to ') },
      rating,
      reviews,
      { label: 'OFFERS', cell: (entry) => entry.count('offers_count'), side: 'right', spare: 5 },
    ],
  },
  reviews: {
    heading: (data, pages) =>
      joined([
        data.text('title') ?? data.text('asin'),
        around('', data.text('rating'), ' of 5'),
        around('', data.count('reviews'), ' ratings'),
        pageText(data, pages),
      ]),
    columns: [
      { label: 'DATE', cell: (review) => review.text('date'), spare: 2 },
      { label: 'STARS', cell: (review) => review.text('rating'), side: 'right' },
      { ...title, least: 12 },
      { label: 'TEXT', cell: (review) => review.text('text'), least: 20, spare: 1 },
      { label: 'AUTHOR', cell: (review) => review.text('author'), least: 8, spare: 5 },
      { label: 'COUNTRY', cell: (review) => review.text('country'), least: 8, spare: 6 },
      { label: 'VERIFIED', cell: (review) => review.when('verified_purchase', 'yes'), spare: 4 },
      { label: 'HELPFUL', cell: (review) => review.count('helpful_votes'), side: 'right', spare: 3 },
    ],
  },
};

/** The sections of a brand's store, which lists ASINs alone. */
export const STORE_SECTIONS: readonly Column[] = [
  { label: 'SECTION', cell: (section) => section.text('title'), least: 16 },
  { label: 'ASINS', cell: (section) => joined(section.texts('asins'), ' '), least: 21 },
];

function resultsHeading(data: Reader, pages: number, name: string | undefined): string | undefined {
  return joined([name, around('', data.count('total_results_count'), ' results'), pageText(data, pages)]);
}

function offersHeading(data: Reader, pages: number): string | undefined {
  const index = data.number('page_index');
  return joined([
    data.text('title') ?? data.text('asin'),
    around('', data.count('total_offers_count'), ' offers'),
    index === undefined ? undefined : pageOf(index + 1, pages, data.text('total_pages')),
  ]);
}

function pageText(data: Reader, pages: number): string | undefined {
  const page = data.number('current_page');
  return page === undefined ? undefined : pageOf(page, pages, data.text('last_page_number'));
}

function pageOf(first: number, pages: number, last: string | undefined): string | undefined {
  const shown = pages === 1 ? `page ${first}` : `pages ${first} to ${first + pages - 1}`;
  return joined([shown, around('of ', last)], ' ');
}

function resultBadges(entry: Reader): string | undefined {
  return joined([
    entry.when('is_prime', 'Prime'),
    entry.text('promotion.deal.label'),
    entry.when('is_amazon_choice', 'Choice'),
    entry.when('is_best_seller', 'Best Seller'),
    entry.flag('in_stock') === false ? 'not in stock' : undefined,
  ]);
}

function conditionText(offer: Reader): string | undefined {
  return offer.text('condition')?.replaceAll('_', ' ') ?? offer.text('condition_text');
}

function fulfilment(offer: Reader): string | undefined {
  const isFulfilled = offer.flag('is_fba');
  return isFulfilled === undefined ? undefined : isFulfilled ? 'marketplace' : 'seller';
}
