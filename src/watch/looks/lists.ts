/** The entries of searches, categories, storefronts and best-seller lists. */
import type { BestsellerEntry } from '../../contract/generated/lists.ts';
import type { SearchResultEntry } from '../../contract/generated/search.ts';
import type { Values } from '../look.ts';
import { type Reading, unlessNull } from './reading.ts';
import { couponOf, dealOf, listPriceOf, type Rows, readRows } from './rows.ts';

/** An entry with its position among all entries of the list, advertisements not counted, over all pages. */
export interface Placed<Entry> {
  entry: Entry;
  /** Starts at 1. `undefined` if a page before was not read, or can be incomplete. */
  rank: number | undefined;
}

/**
 * Values of a search result. `rank` is the number of entries of the pages before, plus the position in the page: `index_on_page` starts at 1 on each
 * page, and `position_overall` counts advertisements, whose number changes from look to look.
 */
export const resultRows: Rows<Placed<SearchResultEntry>> = {
  rank: { fields: ['shallow_parts.index_on_page'], read: ({ rank }) => rank },
  price: {
    fields: ['shallow_parts.price', 'shallow_parts.in_stock'],
    parts: ['prices'],
    // A tile without a price can have other offers, a range or a price for members.
    read: ({ entry }) => entry.price ?? (entry.in_stock === false ? null : undefined),
  },
  currency: { fields: ['shallow_parts.currency'], read: ({ entry }) => entry.currency },
  list_price: {
    fields: ['shallow_parts.promotion.list_price.amount'],
    parts: ['references', 'prices'],
    read: ({ entry }) => ifPriced(entry, listPriceOf(entry.promotion)),
  },
  deal: {
    fields: ['shallow_parts.promotion.deal'],
    parts: ['prices'],
    read: ({ entry }) => ifPriced(entry, dealOf(entry.promotion)),
  },
  coupon: {
    fields: ['shallow_parts.coupon'],
    parts: ['prices'],
    read: ({ entry }) => ifPriced(entry, couponOf(entry.coupon)),
  },
  in_stock: { fields: ['shallow_parts.in_stock'], read: ({ entry }) => entry.in_stock },
  stock_qty: {
    fields: ['shallow_parts.stock_qty'],
    parts: ['prices'],
    read: ({ entry }) => entry.stock_qty ?? (entry.in_stock === true ? null : undefined),
  },
  rating: { fields: ['shallow_parts.rating'], read: ({ entry }) => entry.rating },
  reviews: { fields: ['shallow_parts.reviews'], read: ({ entry }) => entry.reviews },
};

/** Values of an entry of a best-seller list. An entry without a price can have offers. */
export const bestsellerRows: Rows<Placed<BestsellerEntry>> = {
  rank: { fields: ['entries.rank'], read: ({ rank }) => rank },
  price: { fields: ['entries.price'], read: ({ entry }) => unlessNull(entry.price) },
  currency: { fields: ['entries.currency'], read: ({ entry }) => entry.currency },
  rating: { fields: ['entries.rating'], read: ({ entry }) => entry.rating },
  reviews: { fields: ['entries.reviews'], read: ({ entry }) => entry.reviews },
};

/** Values that a tile without a price does not show are unknown: it has no featured offer, or is drawn in another way. */
function ifPriced<Value>({ price }: SearchResultEntry, value: Value | undefined): Value | undefined {
  return value === null && typeof price !== 'number' ? undefined : value;
}

/** A page of a list. */
export interface ListPage<Entry> {
  /** Starts at 1. */
  page: number;
  /** The last page of the list, if it is known. */
  last: number | undefined;
  entries: readonly Entry[];
}

/** The entries of a list, and whether all pages were read that the target asks for. */
export interface ListLook {
  entries: Record<string, Values>;
  is_complete: boolean;
}

/** The target of a list. */
export interface ListRequest {
  /** Number of pages. */
  pages: number;
  /** The products to watch. */
  asins: readonly string[] | undefined;
  reading: Reading;
}

/** Returns the entries of a list by ASIN. A product that is in the list twice has the values of its first entry. */
export function listOf<Entry extends { asin: string }>(
  rows: Rows<Placed<Entry>>,
  pages: readonly ListPage<Entry>[],
  { pages: wantedPages, asins, reading }: ListRequest,
  ownRank?: (entry: Entry) => number,
): ListLook {
  const { unclear } = reading;
  const entries = new Map<string, Values>();
  const wanted = asins === undefined ? undefined : new Set(asins);
  const numbers = new Set<number>();
  let before = 0;
  for (const { page, entries: shown } of [...pages].sort((one, other) => one.page - other.page)) {
    if (numbers.has(page)) continue;
    // An incomplete page can lack entries before those of the next page.
    const isPlaced = page === 1 || (numbers.size === page - 1 && !unclear.has('list'));
    numbers.add(page);
    for (const [index, entry] of shown.entries()) {
      if (entries.has(entry.asin) || wanted?.has(entry.asin) === false) continue;
      const rank = ownRank?.(entry) ?? (isPlaced ? before + index + 1 : undefined);
      entries.set(entry.asin, readRows(rows, { entry, rank }, reading));
    }
    before += shown.length;
  }
  const last = Math.min(wantedPages, ...pages.flatMap((page) => page.last ?? []));
  const is_complete = !unclear.has('list') && numbers.size > 0 && isAll(numbers, last);
  // An entry that is not among all that were asked for has no place among them.
  if (is_complete) for (const asin of wanted ?? []) if (!entries.has(asin)) entries.set(asin, { rank: null });
  return { entries: Object.fromEntries(entries), is_complete };
}

function isAll(numbers: ReadonlySet<number>, last: number): boolean {
  return Array.from({ length: last }, (_, index) => index + 1).every((page) => numbers.has(page));
}
