/** The values of product pages and of reviews pages. */
import type { BuyboxState } from '../../contract/codes.ts';
import type { ProductData } from '../../contract/generated/product.ts';
import type { ReviewsData } from '../../contract/generated/reviews.ts';
import { isRecord } from '../../contract/json.ts';
import type { SellerName } from '../types.ts';
import { type Reading, unlessNull } from './reading.ts';
import { couponOf, dealOf, listPriceOf, type Rows } from './rows.ts';
import { sellerName } from './seller-name.ts';

const STATE = ['buybox', 'buybox_state', 'bb_price', 'in_stock'] as const;

/**
 * Values of a product. That there is no featured offer is known only if the page says so: a page that asks to select a variation, or one without a
 * Buy Box, says nothing. Coupon, deal and struck-through price belong to the featured offer: without one they are unknown.
 */
export const productRows: Rows<ProductData> = {
  price: {
    fields: ['bb_price', ...STATE],
    parts: ['buybox'],
    read: (data) => (isWithoutFeatured(data) ? null : unlessNull(data.bb_price)),
  },
  currency: { fields: ['currency'], read: ({ currency }) => currency },
  shipping_price: { fields: ['shipping_price'], read: (data) => ofFeatured(data, data.shipping_price) },
  list_price: {
    fields: ['promotion.list_price.amount'],
    parts: ['references', 'buybox'],
    read: (data) => ofFeatured(data, listPriceOf(data.promotion)),
  },
  deal: { fields: ['promotion.deal'], parts: ['buybox'], read: (data) => ofFeatured(data, dealOf(data.promotion)) },
  coupon: {
    fields: ['coupon'],
    parts: ['buybox'],
    // The page shows a coupon below the price. Without a price it cannot be said that there is none.
    read: (data) => ofFeatured(data, couponOf(data.coupon) ?? (typeof data.bb_price === 'number' ? null : undefined)),
  },
  seller: { fields: ['seller'], parts: ['buybox'], read: sellerOf },
  is_suppressed: {
    fields: ['buybox_state'],
    parts: ['buybox'],
    isAbsence: (isSuppressed) => isSuppressed,
    read: isSuppressed,
  },
  in_stock: { fields: ['in_stock'], read: stockOf },
  stock_qty: {
    fields: ['stock_qty'],
    parts: ['buybox'],
    read: (data) => data.stock_qty ?? (ofFeatured(data, data.in_stock) === true ? null : undefined),
  },
  sellers_all: { fields: ['sellers_all'], read: ({ sellers_all }) => sellers_all },
  new_from_price: { fields: ['new_from_price'], read: ({ new_from_price }) => new_from_price },
  rank: { fields: ['bsr', 'bsr_ranks.rank'], read: ({ bsr, bsr_ranks }) => bsr ?? unlessNull(bsr_ranks?.[0]?.rank) },
  rank_category: { fields: ['bsr_ranks.category'], read: ({ bsr_ranks }) => bsr_ranks?.[0]?.category },
  rating: { fields: ['rating'], read: ({ rating }) => rating },
  reviews: { fields: ['reviews'], read: ({ reviews }) => reviews },
  title: { fields: ['title'], read: ({ title }) => title },
  image_url: { fields: ['image_url'], read: ({ image_url }) => image_url },
  feature_bullets: { fields: ['feature_bullets'], read: ({ feature_bullets }) => feature_bullets },
};

/** Values of a product on a page of its reviews. */
export const reviewsRows: Rows<ReviewsData> = {
  rating: { fields: ['rating'], read: ({ rating }) => rating },
  reviews: { fields: ['reviews'], read: ({ reviews }) => reviews },
  title: { fields: ['title'], read: ({ title }) => title },
};

/** Returns the data without what depends on the Buy Box, if what says whether there is a featured offer has another type. */
export function withReadableState(data: ProductData, reading: Reading): ProductData {
  const { buybox_state, buybox, bb_price: _, in_stock: _inStock, ...others } = data;
  const isState = reading.accepts('buybox_state', buybox_state, 'buybox_state');
  return reading.accepts('buybox', buybox, 'buybox') && isState ? data : others;
}

/** Returns what the page shows where the Buy Box is. A service that does not say has `buybox` and `in_stock` nevertheless. */
function stateOf({ buybox_state, buybox, bb_price, in_stock }: ProductData): BuyboxState | undefined {
  if (buybox_state !== undefined) return buybox_state;
  if (buybox === true || bb_price !== undefined) return 'buybox';
  if (buybox !== false || typeof in_stock !== 'boolean') return undefined;
  return in_stock ? 'see_all_buying_options' : 'unavailable';
}

function isWithoutFeatured(data: ProductData): boolean {
  const state = stateOf(data);
  return state === 'see_all_buying_options' || state === 'unavailable';
}

function ofFeatured<Value>(data: ProductData, value: Value | undefined): Value | undefined {
  return stateOf(data) === 'buybox' ? value : undefined;
}

function sellerOf(data: ProductData): SellerName | null | undefined {
  if (isWithoutFeatured(data)) return null;
  const { seller } = data;
  if (stateOf(data) !== 'buybox' || seller === undefined) return undefined;
  if (!isRecord(seller)) return unlessNull(seller);
  const { id, name, is_amazon }: Partial<typeof seller> = seller;
  return sellerName(id, name, is_amazon);
}

function isSuppressed(data: ProductData): boolean | undefined {
  const state = stateOf(data);
  if (state === 'see_all_buying_options')
    return typeof (data.in_stock ?? true) === 'boolean' ? data.in_stock !== false : undefined;
  return state === 'buybox' || state === 'unavailable' ? false : undefined;
}

/** A variation that must be selected first says nothing about the stock of the product. */
function stockOf(data: ProductData): boolean | undefined {
  return stateOf(data) === 'select_variation' ? undefined : data.in_stock;
}
