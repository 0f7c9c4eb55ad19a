/** The values of a look at a target. */
import type { Gap } from '../contract/generated/gap.ts';
import type { Coupon, DealBadge } from '../contract/generated/shared.ts';
import type { PageType } from '../contract/page-types.ts';
import type { SellerName, WatchedOffer } from './types.ts';

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
  /** Running deal. */
  deal?: DealBadge | null;
  /** Coupon. */
  coupon?: Coupon | null;
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
  /** Lowest price of new offers [major currency units]. */
  new_from_price?: number;
  /** Best-sellers rank, or position in a list, starting at 1. `null`: not among the entries that were read. */
  rank?: number | null;
  /** Category of the best-sellers rank. */
  rank_category?: string;
  /** Average rating [0 to 5 stars]. */
  rating?: number;
  /** Number of ratings. */
  reviews?: number;
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

/** The values of a look at a target. */
export interface Look {
  /** When the page was read [milliseconds since the epoch]. */
  at: number;
  /** Type of the page. */
  page_type: PageType;
  /** Whether the marketplace knows it. */
  found: boolean;
  /** Values of the product or the seller. Empty for lists. */
  values: Values;
  /** Offers by the key of the offer: its seller and condition, of offers pages. */
  offers?: Readonly<Record<string, WatchedOffer>>;
  /** Entries of a list or a search by ASIN. */
  entries?: Readonly<Record<string, Values>>;
  /** Whether `offers` or `entries` has all that the target asks for: what is not in them is not there. */
  is_complete?: boolean;
  /** Paths of values that wait for a second look, as in {@link Known.seen_at}: they are left out, and not known to be absent. */
  held?: readonly string[];
  /** Parts that the pages lack. */
  gaps: readonly Gap[];
  /** URL of the first page. */
  url?: string;
  /** Ids of the requests. */
  request_ids: readonly string[];
}

/** In which language and for which place a page is, if not as requested: the texts of its gaps. */
export interface Conditions {
  /** The gap of the kind `language`. */
  language?: string;
  /** The gap of the kind `place`. */
  place?: string;
}

/**
 * The known values of a target: for each value the last one that was seen, and the gaps of the last look that found the target. It is JSON.
 */
export interface Known extends Omit<Look, 'held' | 'request_ids' | 'url'> {
  /** The conditions of the values, if not as requested: values of other conditions cannot be compared with them. */
  conditions?: Conditions;
  /** When each value was last seen, if not in the last look [milliseconds since the epoch]. By path: `price`, `offers.<key>.price`, `entries.<asin>.rank`; `gaps`, and `list` for all offers or entries. */
  seen_at?: Readonly<Record<string, number>>;
}
