/** The tables of lists: a heading, and the columns of each page type. */
import type { PageType, pageTypes } from '../../../contract/page-types.ts';
import type { TableColumn } from '../table.ts';
import { type DataReader, joined } from './data-reader.ts';

/** A page type whose data has a list of items. */
type ListedPageType = {
  [Type in PageType]: (typeof pageTypes)[Type] extends { list: string } ? Type : never;
}[PageType];

/** How a list is shown. */
export interface ListView {
  /** Templates for the data of the first page. */
  heading: readonly string[];
  columns: readonly TableColumn<DataReader>[];
}

type Column = TableColumn<DataReader>;

function column(label: string, template: string, options: Partial<Column> = {}): Column {
  return { label, cell: (entry) => entry.fill(template), ...options };
}

function rightColumn(label: string, template: string, dropOrder?: number): Column {
  return column(label, template, { align: 'right', ...(dropOrder === undefined ? {} : { dropOrder }) });
}

const asin = column('ASIN', '{asin}');
const title = column('TITLE', '{title}', { minWidth: 24 });
const rating = rightColumn('RATING', '{rating}', 3);
const ratings = rightColumn('RATINGS', '{count:reviews}', 4);

const resultColumns: readonly Column[] = [
  rightColumn('#', '{rank|index_on_page}', 2),
  asin,
  title,
  rightColumn('PRICE', '{money:price}'),
  rating,
  ratings,
  rightColumn('BOUGHT', '{count:bought_past_month}+', 5),
  column('BADGES', '', { cell: badgesText, minWidth: 12, dropOrder: 6 }),
];

const RESULTS = '{count:total_results_count} results';

/** Views of lists by page type. The products of a seller are shown like search results. */
export const LIST_VIEWS: Readonly<Record<ListedPageType, ListView>> = {
  search: { heading: ['“{title}”', RESULTS], columns: resultColumns },
  category: { heading: ['{name}', RESULTS], columns: resultColumns },
  storefront: { heading: ['{name}', RESULTS], columns: resultColumns },
  offers: {
    heading: ['{title|asin}', '{count:total_offers_count} offers'],
    columns: [
      column('SELLER', '', { cell: (offer) => offer.text('name') ?? offer.when('is_amazon', 'Amazon'), minWidth: 14 }),
      rightColumn('PRICE', '{money:price}'),
      column('SHIPPING', '', { cell: shippingText, align: 'right', dropOrder: 4 }),
      rightColumn('DELIVERED', '{money:landed_price}', 3),
      column('CONDITION', '{words:condition|condition_text}', { minWidth: 10 }),
      column('FROM', '', { cell: (offer) => FULFILLED_BY[String(offer.flag('is_fba'))], dropOrder: 5 }),
      rightColumn('POSITIVE', '{rating_percent} %', 6),
      rightColumn('RATINGS', '{count:reviews_count}', 7),
      column('ARRIVES', '', { cell: (offer) => offer.list('delivery')[0]?.text('date_min'), dropOrder: 2 }),
      column('BUY BOX', '', { cell: (offer) => offer.when('is_pinned', 'yes'), dropOrder: 1 }),
    ],
  },
  bestseller: {
    heading: ['{words:title|list_type}'],
    columns: [
      column('LIST', '{section}', { minWidth: 16, dropOrder: 6 }),
      rightColumn('#', '{rank}'),
      asin,
      title,
      column('PRICE', '', {
        cell: (entry) => entry.join(['{money:price}', '{money:price_max}'], ' to '),
        align: 'right',
      }),
      rating,
      ratings,
      rightColumn('OFFERS', '{count:offers_count}', 5),
    ],
  },
  reviews: {
    heading: ['{title|asin}', '{rating} of 5', '{count:reviews} ratings'],
    columns: [
      column('DATE', '{date}', { dropOrder: 2 }),
      rightColumn('STARS', '{rating}'),
      { ...title, minWidth: 12 },
      column('TEXT', '{text}', { minWidth: 20, dropOrder: 1 }),
      column('AUTHOR', '{author}', { minWidth: 8, dropOrder: 5 }),
      column('COUNTRY', '{country}', { minWidth: 8, dropOrder: 6 }),
      column('VERIFIED', '', { cell: (review) => review.when('verified_purchase', 'yes'), dropOrder: 4 }),
      rightColumn('HELPFUL', '{count:helpful_votes}', 3),
    ],
  },
};

const FULFILLED_BY: Readonly<Record<string, string>> = { true: 'marketplace', false: 'seller' };

/** The sections of a brand's store, which lists only ASINs. */
export const STORE_SECTIONS: readonly Column[] = [
  column('SECTION', '{title}', { minWidth: 16 }),
  column('ASINS', '', { cell: (section) => joined(section.texts('asins'), ' '), minWidth: 21 }),
];

/** The page of a list, or its pages: `page 1 of 20`, `pages 1 to 2 of 20`. */
export function pagesText(data: DataReader, pages: number): string | undefined {
  const index = data.number('page_index');
  const first = index === undefined ? data.number('current_page') : index + 1;
  if (first === undefined) return undefined;
  const shown = pages === 1 ? `page ${first}` : `pages ${first} to ${first + pages - 1}`;
  return joined([shown, data.fill('of {last_page_number|total_pages}')], ' ');
}

/** A cost that was not read is 0 in the data. */
function shippingText(offer: DataReader): string | undefined {
  return offer.flag('is_shipping_known') === false ? undefined : offer.money('shipping_price');
}

function badgesText(entry: DataReader): string | undefined {
  return joined([
    entry.when('is_prime', 'Prime'),
    entry.text('promotion.deal.label'),
    entry.when('is_amazon_choice', 'Choice'),
    entry.when('is_best_seller', 'Best Seller'),
    entry.flag('in_stock') === false ? 'not in stock' : undefined,
  ]);
}
