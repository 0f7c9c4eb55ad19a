/** Data of a page of offers. */
import * as z from 'zod';
import { OFFER_CONDITIONS } from '../codes.ts';
import { AsinSchema, count, flag, money, object, optional, stars, text } from './scalars.ts';
import { CouponWithTextSchema, DeliveryEstimateSchema } from './shared.ts';

export type * from '../generated/offers.ts';

/** Schema of `OfferEntry`. */
export const OfferEntrySchema = object('An offer of a seller.', {
  name: optional(text, 'Name of the seller.'),
  price: optional(money, 'Price of the item, without shipping.'),
  currency: optional(text, 'Currency of the amounts [ISO 4217], as shown on the page.'),
  list_price: optional(money, 'Struck-through price.'),
  savings_percent: optional(z.int().min(1).max(100), 'Savings against `list_price` [percent, 1 to 100].'),
  coupon: optional(CouponWithTextSchema, 'Coupon of the offer. Not deducted from `price`.'),
  import_fees: optional(money, 'Import fees. Absent when the page shows none.'),
  shipping_price: optional(
    money.min(0),
    'Shipping cost. 0 means free, or a cost that was not read: `is_shipping_known` tells which.',
  ),
  is_shipping_known: optional(
    flag,
    'Whether the shipping cost was read. `false`: the page does not show it, or it was not understood.',
  ),
  is_fba: optional(flag, 'Whether the marketplace operator ships the offer. Includes its own offers.'),
  is_amazon: optional(flag, 'Whether the marketplace operator is the seller.'),
  is_prime: optional(flag, 'Whether the offer has the Prime badge.'),
  ships_from: optional(text, 'Who ships the offer, as written on the page.'),
  stock_qty: optional(count, 'Number of items left. Absent when the page does not say.'),
  minimum_order_quantity: optional(count, 'Minimum order quantity.'),
  maximum_order_quantity: optional(count, 'Maximum order quantity.'),
  rating_percent: optional(z.int().min(0).max(100), 'Share of positive feedback of the seller [percent].'),
  reviews_count: optional(count, 'Number of ratings of the seller.'),
  condition: optional(
    z.enum(OFFER_CONDITIONS).nullable(),
    'Condition. `null` when the heading is absent or is none of the six conditions (renewed, refurbished): see `condition_text`.',
  ),
  condition_text: optional(
    z.string().nullable(),
    'Condition heading, as written on the page. `null` when the page shows none.',
  ),
  condition_comments: optional(text, "The seller's comment on the condition."),
  seller_id: z
    .string()
    .nullable()
    .describe('Seller id, as used by the parameter `sellerId`. `null` for offers of the marketplace operator.'),
  seller_url: optional(text, "URL of the seller's profile."),
  offer_id: optional(text, 'Offer id, decoded.'),
  domain: optional(text, 'Top-level domain of the site: `com`, `co.uk`.'),
  is_just_launched: optional(flag, 'Whether the seller is new and has no feedback yet.'),
  is_pinned: optional(
    flag,
    '`true` for the featured offer (Buy Box): at most one, on page 1. The parameter `condition` can exclude it.',
  ),
  delivery: z
    .array(DeliveryEstimateSchema)
    .describe('Delivery estimates: `standard` first, then `fastest` if shown. Empty when the offer shows none.'),
});

/** Schema of `OffersData`. */
export const OffersDataSchema = object('One page of the offers of a product.', {
  asin: optional(AsinSchema, 'ASIN of the product.'),
  title: optional(text, 'Title of the product.'),
  image_url: optional(text, "URL of the product's image."),
  rating: optional(stars, 'Average rating of the product [0 to 5 stars].'),
  reviews: optional(count, 'Number of ratings of the product.'),
  sold_by_amazon: optional(flag, 'Whether one of the returned offers is from the marketplace operator.'),
  fba_count: optional(count, 'Number of offers on this page that the marketplace operator ships, its own included.'),
  fbm_count: optional(count, 'Number of offers on this page that their sellers ship.'),
  product_sellers_info: z
    .array(OfferEntrySchema)
    .describe('Offers of the page: at most 10, plus the featured offer on page 1.'),
  page_index: count.describe(
    'Requested page, starting at 0: `page=2` returns 1. A page past the last one repeats the last one, and is billed.',
  ),
  total_pages: optional(
    count,
    'Number of pages. Use the value of page 1: later pages can count one too many. Absent when the page shows no count.',
  ),
  total_offers_count: optional(count, 'Number of all offers, including the featured offer.'),
});
