/** The values of a look at a target. */
import type { Gap } from '../contract/generated/gap.ts';
import type { PageType } from '../contract/page-types.ts';
import type { WatchedOffer } from './types.ts';
import type { Values } from './values.ts';

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

/** The known values of a target: for each value the last one that was seen. It is JSON. */
export interface Known extends Omit<Look, 'gaps' | 'held' | 'request_ids' | 'url'> {
  /** The gaps of the last look that found the target. Absent if none did. */
  gaps?: readonly Gap[];
  /** The conditions of the values, if not as requested: values of other conditions cannot be compared with them. */
  conditions?: Conditions;
  /** When each value was last seen, if not in the last look [milliseconds since the epoch]. By path: `price`, `offers.<key>.price`, `entries.<asin>.rank`; `gaps`, and `list` for all offers or entries. */
  seen_at?: Readonly<Record<string, number>>;
}
