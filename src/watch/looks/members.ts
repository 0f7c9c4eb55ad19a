/** Values that several members of a page make up: the Buy Box, promotions, sellers. The table of values reads them. */
import type { BuyboxState } from '../../contract/codes.ts';
import type { OfferEntry, OffersData } from '../../contract/generated/offers.ts';
import type { ProductData } from '../../contract/generated/product.ts';
import type { SearchResultEntry } from '../../contract/generated/search.ts';
import type { Coupon, PromotionInfo } from '../../contract/generated/shared.ts';
import { isRecord } from '../../contract/json.ts';
import type { SellerName } from '../types.ts';

/** A `null` that does not say that there is none. */
export const NULL = Symbol('null');

/** Returns a member of the data that is never `null` in the contract, so that a `null` has another type. */
export function unlessNull<Value>(value: Value): Value {
  return value === null ? (NULL as Value) : value;
}

/** Returns what the page shows where the Buy Box is. A service that does not say has `buybox` and `in_stock` nevertheless. */
function stateOf({ buybox_state, buybox, bb_price, in_stock }: ProductData): BuyboxState | undefined {
  if (buybox_state !== undefined) return buybox_state;
  if (buybox === true || bb_price !== undefined) return 'buybox';
  if (buybox !== false || typeof in_stock !== 'boolean') return undefined;
  return in_stock ? 'see_all_buying_options' : 'unavailable';
}

/** That there is no featured offer is known only if the page says so: one that asks to select a variation, or one without a Buy Box, says nothing. */
export function isWithoutFeatured(data: ProductData): boolean {
  const state = stateOf(data);
  return state === 'see_all_buying_options' || state === 'unavailable';
}

/** Coupon, deal and struck-through price belong to the featured offer: without one they are unknown. */
export function ofFeatured<Value>(data: ProductData, value: Value | undefined): Value | undefined {
  return stateOf(data) === 'buybox' ? value : undefined;
}

export function sellerOf(data: ProductData): SellerName | null | undefined {
  if (isWithoutFeatured(data)) return null;
  const { seller } = data;
  if (stateOf(data) !== 'buybox' || seller === undefined) return undefined;
  if (!isRecord(seller)) return unlessNull(seller);
  const { id, name, is_amazon }: Partial<typeof seller> = seller;
  return sellerName(id, name, is_amazon);
}

export function isSuppressed(data: ProductData): boolean | undefined {
  const state = stateOf(data);
  if (state === 'see_all_buying_options')
    return typeof (data.in_stock ?? true) === 'boolean' ? data.in_stock !== false : undefined;
  return state === 'buybox' || state === 'unavailable' ? false : undefined;
}

/** A variation that must be selected first says nothing about the stock of the product. */
export function stockOf(data: ProductData): boolean | undefined {
  return stateOf(data) === 'select_variation' ? undefined : data.in_stock;
}

/** All offers pages of a look. */
export interface OffersPages {
  /** Page 1: only it has the featured offer and the right totals. */
  first: OffersData | undefined;
  /** The featured offer. */
  pinned: OfferEntry | undefined;
  /** Whether the offers of one condition were asked for: the featured offer can be another one. */
  isFiltered: boolean;
}

export function hasOffers({ first }: OffersPages): boolean | undefined {
  return first && (first.product_sellers_info.length > 0 || (first.total_offers_count ?? 0) > 0);
}

/** That there is no featured offer is known from page 1 with the offers of all conditions. */
export function hasNoFeatured({ first, pinned, isFiltered }: OffersPages): boolean {
  return pinned === undefined && first !== undefined && !isFiltered;
}

/** The coupon and the struck-through price are next to the price. */
export function noneIfPriced(pinned: OfferEntry | undefined): null | undefined {
  return typeof pinned?.price === 'number' ? null : undefined;
}

export function offerSeller({ seller_id, name, is_amazon }: OfferEntry): SellerName | undefined {
  return sellerName(seller_id, name, is_amazon);
}

/**
 * Returns the name of a seller. `undefined` if the page shows neither its id nor its name, and it is not known to be the operator. Members of other types
 * make a value that is not a name.
 */
function sellerName(
  id: string | null | undefined,
  name: string | undefined,
  isOperator: boolean | undefined,
): SellerName | undefined {
  if (typeof (isOperator ?? false) !== 'boolean') return String(isOperator) as never;
  const known = id ?? (isOperator === true ? null : undefined);
  if (known === undefined && name === undefined) return undefined;
  return { ...(known === undefined ? {} : { id: known }), ...(name === undefined ? {} : { name }) };
}

/** An entry with its position among all entries of the list, advertisements not counted, over all pages. */
export interface Placed<Entry> {
  entry: Entry;
  /** Starts at 1. `undefined` if a page before was not read, or can be incomplete. */
  rank: number | undefined;
}

/** Values that a tile without a price does not show are unknown: it has no featured offer, or is drawn in another way. */
export function ifPriced<Value>({ price }: SearchResultEntry, value: Value | undefined): Value | undefined {
  return value === null && typeof price !== 'number' ? undefined : value;
}

/** Returns the struck-through price. A promotion that is `null` has none; an absent one is unknown. What is not an object is passed on: it has another type. */
export function listPriceOf(promotion: PromotionInfo | null | undefined): number | null | undefined {
  const list_price = membersOf(promotion, ({ list_price }) => list_price);
  return membersOf(list_price, ({ amount }) => unlessNull(amount));
}

/** Returns the running deal, in the same way. */
export function dealOf(promotion: PromotionInfo | null | undefined): PromotionInfo['deal'] | undefined {
  return membersOf(promotion, ({ deal }) => deal);
}

/** Returns a coupon without its text. */
export function couponOf(coupon: Coupon | null | undefined): Coupon | null | undefined {
  return membersOf(coupon, ({ unit, value }) => ({ unit, value }));
}

function membersOf<Whole extends object, Part>(
  value: Whole | null | undefined,
  read: (value: Whole) => Part,
): Part | null | undefined {
  return isRecord(value) ? read(value) : (value as null | undefined);
}
