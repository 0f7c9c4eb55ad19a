/**
 * The watched values: a row of {@link VALUES} says how a value is read, when two are the same, how it is stored, and what it depends on. Types, columns,
 * histories, exports and comparisons follow from the table.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BestsellerEntry } from '../contract/generated/lists.ts';
import type { ProductData } from '../contract/generated/product.ts';
import type { ReviewsData } from '../contract/generated/reviews.ts';
import type { SearchResultEntry } from '../contract/generated/search.ts';
import type { StorefrontInfoData } from '../contract/generated/seller.ts';
import type { Coupon, DealBadge } from '../contract/generated/shared.ts';
import type { ValueKind } from './kinds.ts';
import {
  couponOf,
  dealOf,
  hasNoFeatured,
  hasOffers,
  ifPriced,
  isSuppressed,
  isWithoutFeatured,
  listPriceOf,
  noneIfPriced,
  type OffersPages,
  ofFeatured,
  offerSeller,
  type Placed,
  sellerOf,
  stockOf,
  unlessNull,
} from './looks/members.ts';
import type { Part } from './looks/parts.ts';
import { isSameCoupon, isSameDeal, isSameImage, isSameSeller, priceDoubt, titleDoubt } from './same.ts';
import type { SellerName } from './types.ts';

/**
 * Values of a page: of a product, a seller, or of an entry of a list. A value that the page does not show, or that could not be read, is absent: it is
 * unknown, and never a change. `null` means that the page shows that there is none.
 */
export interface Values {
  /** Price of the featured offer, or of the entry of a list [major currency units]. */
  price?: number | null;
  /** Currency of the amounts [ISO 4217]. */
  currency?: string;
  /** Shipping cost of the featured offer [major currency units]. */
  shipping_price?: number;
  /** Struck-through price [major currency units]. */
  list_price?: number | null;
  /** Lowest price of new offers [major currency units]. */
  new_from_price?: number;
  /** Seller of the featured offer. */
  seller?: SellerName | null;
  /** Whether there are offers but no featured one. */
  is_suppressed?: boolean;
  /** Whether it is in stock. */
  in_stock?: boolean;
  /** Number of items left. `null`: it is in stock, and the page names no number. */
  stock_qty?: number | null;
  /** Number of all offers. */
  sellers_all?: number;
  /** Best-sellers rank, or position in a list, starting at 1. `null`: not among the entries that were read. */
  rank?: number | null;
  /** Category of the best-sellers rank. */
  rank_category?: string;
  /** Average rating [0 to 5 stars]. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
  /** Running deal. */
  deal?: DealBadge | null;
  /** Coupon. */
  coupon?: Coupon | null;
  /** Title. */
  title?: string;
  /** URL of the main image. */
  image_url?: string;
  /** Bullet points. */
  feature_bullets?: readonly string[];
  /** Of a seller: its name. */
  name?: string;
  /** Of a seller: share of positive feedback [percent]. */
  positive_percent?: number | null;
  /** Of a seller: name of the business. */
  business_name?: string | null;
}

/** The kinds of pages, and what their values are read from: the data, and what its fields are members of. */
interface PageKinds {
  product: { data: ProductData; of: ProductData };
  reviews: { data: ReviewsData; of: ReviewsData };
  offers: { data: OffersPages; of: NonNullable<OffersPages['first']> };
  /** An entry of a search, a category or a storefront. */
  result: { data: Placed<SearchResultEntry>; of: SearchResultEntry };
  bestseller: { data: Placed<BestsellerEntry>; of: BestsellerEntry };
  seller: { data: StorefrontInfoData; of: StorefrontInfoData };
}

/** A kind of page. */
export type PageKind = keyof PageKinds;

/** How a value is read from a kind of page. */
export interface Reader<Data, Value> {
  /** The fields that it is read from: paths in the data. The first one is the `field` of changes, and the name of the history. */
  readonly fields: readonly [string, ...string[]];
  /** If one of these parts of the page is unclear, a value that says that something is absent is unknown. @default see `FRAMES` */
  readonly parts?: readonly Part[];
  /** Whether a value says that something is absent. @default whether it is `null` */
  isAbsence?(value: Value): boolean;
  /** Returns the value; `null` if the page shows that there is none; `undefined` if it is unknown. */
  read(data: Data): Value | undefined;
}

/** A row of the table: for each kind of page that shows the value its member, or a reader; and what holds on all. */
export type ValueRow<Value = unknown> = {
  readonly [Kind in PageKind]?: (keyof PageKinds[Kind]['of'] & string) | Reader<PageKinds[Kind]['data'], Value>;
} & {
  /** The type: of what is read, of the column, of the history, and of the column of exports. */
  readonly kind: ValueKind;
  /** Whether a page can show that there is none. */
  readonly hasNone?: boolean;
  /** Whether it is stored among the details: without a column of its own, and without a history. */
  readonly isDetail?: boolean;
  /** The version of the tables of stores that has its column. A new value needs the next one: see `tableSteps`. @default 1 */
  readonly since?: number;
  /** The name of its history, if it is not a field. */
  readonly history?: string;
  /** Whether single offers have it too, with a history. */
  readonly isOfOffers?: boolean;
  /** Whether it changes by itself all the time: the store keeps the value, and little else. */
  readonly drifts?: boolean;
  /** Whether it depends on the language of the page. */
  readonly isWorded?: boolean;
  /** Whether it is the same for all places: on all pages, or on those of a product. */
  readonly isPlaceless?: boolean | 'product';
  /** When two values are the same. @default when they are equal */
  isSame?(one: Value, other: Value): boolean;
  /** Returns why a change is doubtful. */
  doubt?(before: Value, after: Value): string | undefined;
};

const OFFER = 'product_sellers_info';

const TABLE: { readonly [Name in keyof Required<Values>]: ValueRow<Exclude<Values[Name], undefined>> } = {
  price: {
    kind: 'amount',
    hasNone: true,
    isOfOffers: true,
    doubt: priceDoubt,
    product: {
      fields: ['bb_price', 'buybox', 'buybox_state', 'in_stock'],
      read: (data) => (isWithoutFeatured(data) ? null : unlessNull(data.bb_price)),
    },
    offers: {
      fields: [`${OFFER}.price`, `${OFFER}.is_pinned`],
      read: (pages) => (hasNoFeatured(pages) ? null : unlessNull(pages.pinned?.price)),
    },
    result: {
      fields: ['shallow_parts.price', 'shallow_parts.in_stock'],
      // A tile without a price can have other offers, a range or a price for members.
      read: ({ entry }) => entry.price ?? (entry.in_stock === false ? null : undefined),
    },
    // An entry without a price can have offers.
    bestseller: { fields: ['entries.price'], read: ({ entry }) => unlessNull(entry.price) },
  },
  currency: {
    kind: 'text',
    isOfOffers: true,
    product: 'currency',
    result: 'currency',
    bestseller: 'currency',
    offers: {
      fields: [`${OFFER}.currency`],
      read: ({ first, pinned }) =>
        [pinned, ...(first?.product_sellers_info ?? [])].find((offer) => offer?.currency !== undefined)?.currency,
    },
  },
  shipping_price: {
    kind: 'amount',
    isOfOffers: true,
    product: { fields: ['shipping_price'], read: (data) => ofFeatured(data, data.shipping_price) },
    offers: { fields: [`${OFFER}.shipping_price`], read: ({ pinned }) => pinned?.shipping_price },
  },
  list_price: {
    kind: 'amount',
    hasNone: true,
    product: {
      fields: ['promotion.list_price.amount'],
      parts: ['references', 'buybox'],
      read: (data) => ofFeatured(data, listPriceOf(data.promotion)),
    },
    offers: {
      fields: [`${OFFER}.list_price`],
      parts: ['references', 'buybox'],
      read: ({ pinned }) => pinned?.list_price ?? noneIfPriced(pinned),
    },
    result: {
      fields: ['shallow_parts.promotion.list_price.amount'],
      parts: ['references', 'prices'],
      read: ({ entry }) => ifPriced(entry, listPriceOf(entry.promotion)),
    },
  },
  new_from_price: { kind: 'amount', product: 'new_from_price' },
  seller: {
    kind: 'seller',
    hasNone: true,
    isSame: isSameSeller,
    product: { fields: ['seller'], read: sellerOf },
    offers: {
      fields: [`${OFFER}.seller_id`, `${OFFER}.name`, `${OFFER}.is_amazon`],
      read: (pages) => (hasNoFeatured(pages) ? null : pages.pinned && offerSeller(pages.pinned)),
    },
  },
  is_suppressed: {
    kind: 'truth',
    history: 'is_suppressed',
    product: { fields: ['buybox_state'], isAbsence: (value) => value, read: isSuppressed },
    offers: {
      fields: [`${OFFER}.is_pinned`],
      isAbsence: (value) => value,
      read: (pages) => (pages.pinned !== undefined ? false : pages.isFiltered ? undefined : hasOffers(pages)),
    },
  },
  in_stock: {
    kind: 'truth',
    result: 'in_stock',
    product: { fields: ['in_stock'], read: stockOf },
    offers: {
      fields: ['total_offers_count'],
      parts: ['list'],
      isAbsence: (value) => !value,
      read: (pages) => (hasOffers(pages) === true ? true : pages.isFiltered ? undefined : hasOffers(pages)),
    },
  },
  stock_qty: {
    kind: 'count',
    hasNone: true,
    isOfOffers: true,
    product: {
      fields: ['stock_qty'],
      read: (data) => data.stock_qty ?? (ofFeatured(data, data.in_stock) === true ? null : undefined),
    },
    offers: { fields: [`${OFFER}.stock_qty`], read: ({ pinned }) => pinned && (pinned.stock_qty ?? null) },
    result: {
      fields: ['shallow_parts.stock_qty'],
      read: ({ entry }) => entry.stock_qty ?? (entry.in_stock === true ? null : undefined),
    },
  },
  sellers_all: { kind: 'count', product: 'sellers_all', offers: 'total_offers_count' },
  rank: {
    kind: 'count',
    hasNone: true,
    drifts: true,
    isPlaceless: 'product',
    product: {
      fields: ['bsr', 'bsr_ranks.rank'],
      read: ({ bsr, bsr_ranks }) => bsr ?? unlessNull(bsr_ranks?.[0]?.rank),
    },
    // The place over all pages: `index_on_page` starts at 1 on each, and `position_overall` counts advertisements, whose number changes from look to look.
    result: { fields: ['shallow_parts.index_on_page'], read: ({ rank }) => rank },
    bestseller: { fields: ['entries.rank'], read: ({ rank }) => rank },
  },
  rank_category: {
    kind: 'text',
    isDetail: true,
    isWorded: true,
    isPlaceless: 'product',
    product: { fields: ['bsr_ranks.category'], read: ({ bsr_ranks }) => bsr_ranks?.[0]?.category },
  },
  rating: {
    kind: 'number',
    drifts: true,
    isPlaceless: true,
    product: 'rating',
    reviews: 'rating',
    offers: 'rating',
    result: 'rating',
    bestseller: 'rating',
    // 0 means that the page shows none.
    seller: { fields: ['rating'], read: ({ rating }) => (rating === 0 ? undefined : rating) },
  },
  reviews: {
    kind: 'count',
    drifts: true,
    isPlaceless: true,
    product: 'reviews',
    reviews: 'reviews',
    offers: 'reviews',
    result: 'reviews',
    bestseller: 'reviews',
  },
  deal: {
    kind: 'deal',
    hasNone: true,
    isSame: isSameDeal,
    product: { fields: ['promotion.deal'], read: (data) => ofFeatured(data, dealOf(data.promotion)) },
    result: { fields: ['shallow_parts.promotion.deal'], read: ({ entry }) => ifPriced(entry, dealOf(entry.promotion)) },
  },
  coupon: {
    kind: 'coupon',
    hasNone: true,
    isSame: isSameCoupon,
    product: {
      fields: ['coupon'],
      // The page shows a coupon below the price. Without a price it cannot be said that there is none.
      read: (data) => ofFeatured(data, couponOf(data.coupon) ?? (typeof data.bb_price === 'number' ? null : undefined)),
    },
    offers: { fields: [`${OFFER}.coupon`], read: ({ pinned }) => couponOf(pinned?.coupon) ?? noneIfPriced(pinned) },
    result: { fields: ['shallow_parts.coupon'], read: ({ entry }) => ifPriced(entry, couponOf(entry.coupon)) },
  },
  title: {
    kind: 'text',
    isDetail: true,
    isWorded: true,
    isPlaceless: true,
    doubt: titleDoubt,
    product: 'title',
    reviews: 'title',
    offers: 'title',
  },
  image_url: {
    kind: 'text',
    isDetail: true,
    isPlaceless: true,
    isSame: isSameImage,
    product: 'image_url',
    offers: 'image_url',
  },
  feature_bullets: { kind: 'texts', isDetail: true, isWorded: true, isPlaceless: true, product: 'feature_bullets' },
  name: { kind: 'text', isDetail: true, isPlaceless: true, seller: 'name' },
  positive_percent: { kind: 'number', hasNone: true, isDetail: true, isPlaceless: true, seller: 'positive_percent' },
  business_name: {
    kind: 'text',
    hasNone: true,
    isDetail: true,
    isPlaceless: true,
    seller: { fields: ['business_name'], parts: ['imprint'], read: ({ business_name }) => business_name },
  },
};

/** The table of values. */
export const VALUES = TABLE as object as Readonly<Record<keyof Values, ValueRow<never>>>;

/** All rows, with their names. */
export const VALUE_ROWS = Object.entries(VALUES) as readonly [keyof Values, ValueRow<never>][];

/** Returns the values for which something holds. */
export function valuesThat(holds: (row: ValueRow<never>) => unknown): ReadonlySet<keyof Values> {
  return new Set(VALUE_ROWS.filter(([, row]) => holds(row) === true).map(([name]) => name));
}

/** Whether two values of a name are the same. */
export function isSameValue(name: keyof Values, one: unknown, other: unknown): boolean {
  const { isSame = isDeepStrictEqual } = VALUES[name];
  return isSame(one as never, other as never);
}

/** Common to the values of a kind of page: where its members are, if not in the data itself, and the parts that most values depend on. */
const FRAMES: { readonly [Kind in PageKind]?: { in?: string; prefix?: string; parts?: readonly Part[] } } = {
  product: { parts: ['buybox'] },
  offers: { in: 'first', parts: ['buybox'] },
  result: { in: 'entry', prefix: 'shallow_parts.', parts: ['prices'] },
  bestseller: { in: 'entry', prefix: 'entries.' },
};

type Members = Readonly<Record<string, unknown>>;

/** Returns how a value is read from a kind of page. `undefined` if the page does not show it. */
export function readerOf(kind: PageKind, row: ValueRow<never>): Reader<Members, unknown> | undefined {
  const of = row[kind];
  const { in: part, prefix = '', parts = [] } = FRAMES[kind] ?? {};
  if (typeof of !== 'string') return of && { parts, ...(of as Reader<Members, unknown>) };
  const read = (data: Members) => (part === undefined ? data : (data[part] as Members | undefined))?.[of];
  return { fields: [`${prefix}${of}`], parts, read };
}

/** A history: its name, its value, and whether it is one of the target itself, of an entry of its list, or of an offer. */
interface ValueHistory {
  name: string;
  value: keyof Values;
  of: 'target' | 'entry' | 'offer';
}

/** The histories of all values. */
export const HISTORIES: readonly ValueHistory[] = VALUE_ROWS.flatMap(([value, row]) => {
  const fieldIn = (kind: PageKind) => readerOf(kind, row)?.fields[0];
  const names = [
    [row.history ?? fieldIn('product'), 'target'],
    [fieldIn('result'), 'entry'],
    [fieldIn('bestseller'), 'entry'],
    [row.isOfOffers === true ? `${OFFER}.${value}` : undefined, 'offer'],
  ] as const;
  return row.isDetail === true ? [] : names.flatMap(([name, of]) => (name === undefined ? [] : [{ name, value, of }]));
});
