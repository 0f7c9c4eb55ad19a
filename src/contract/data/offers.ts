/** Data of a page of offers. */
import * as z from 'zod';
import { OFFER_CONDITIONS } from '../codes.ts';
import { AsinSchema, count, flag, money, stars, text } from './scalars.ts';
import { CouponWithTextSchema, DeliveryEstimateSchema } from './shared.ts';

export type { OfferEntry, OffersData } from '../generated/offers.ts';

/** Schema of `OfferEntry`. */
export const OfferEntrySchema = z
  .object({
    name: text.exactOptional().describe('Name of the seller.'),
    price: money.exactOptional().describe('Price of the item, without shipping.'),
    currency: text.exactOptional().describe('Currency of the amounts [ISO 4217], as shown on the page.'),
    list_price: money.exactOptional().describe('Struck-through price.'),
    savings_percent: z
      .int()
      .min(1)
      .max(100)
      .exactOptional()
      .describe('Savings against `list_price` [percent, 1 to 100].'),
    coupon: CouponWithTextSchema.exactOptional().describe('Coupon of the offer. Not deducted from `price`.'),
    import_fees: money.exactOptional().describe('Import fees. Absent when the page shows none.'),
    shipping_price: money
      .min(0)
      .exactOptional()
      .describe('Shipping cost. 0 means free, or a cost that was not read: `is_shipping_known` tells which.'),
    is_shipping_known: flag
      .exactOptional()
      .describe('Whether the shipping cost was read. `false`: the page does not show it, or it was not understood.'),
    is_fba: z
      .boolean()
      .exactOptional()
      .describe('Whether the marketplace operator ships the offer. Includes its own offers.'),
    is_amazon: flag.exactOptional().describe('Whether the marketplace operator is the seller.'),
    is_prime: flag.exactOptional().describe('Whether the offer has the Prime badge.'),
    ships_from: text.exactOptional().describe('Who ships the offer, as written on the page.'),
    stock_qty: count.exactOptional().describe('Number of items left. Absent when the page does not say.'),
    minimum_order_quantity: count.exactOptional().describe('Minimum order quantity.'),
    maximum_order_quantity: count.exactOptional().describe('Maximum order quantity.'),
    rating_percent: z
      .int()
      .min(0)
      .max(100)
      .exactOptional()
      .describe('Share of positive feedback of the seller [percent].'),
    reviews_count: count.exactOptional().describe('Number of ratings of the seller.'),
    condition: z
      .enum(OFFER_CONDITIONS)
      .nullable()
      .exactOptional()
      .describe(
        'Condition. `null` when the heading is absent or is none of the six conditions (renewed, refurbished): see `condition_text`.',
      ),
    condition_text: z
      .string()
      .nullable()
      .exactOptional()
      .describe('Condition heading, as written on the page. `null` when the page shows none.'),
    condition_comments: text.exactOptional().describe("The seller's comment on the condition."),
    seller_id: z
      .string()
      .nullable()
      .describe('Seller id, as used by the parameter `sellerId`. `null` for offers of the marketplace operator.'),
    seller_url: text.exactOptional().describe("URL of the seller's profile."),
    offer_id: text.exactOptional().describe('Offer id, decoded.'),
    domain: text.exactOptional().describe('Top-level domain of the site: `com`, `co.uk`.'),
    is_just_launched: flag.exactOptional().describe('Whether the seller is new and has no feedback yet.'),
    is_pinned: z
      .boolean()
      .exactOptional()
      .describe(
        '`true` for the featured offer (Buy Box): at most one, on page 1. The parameter `condition` can exclude it.',
      ),
    delivery: z
      .array(DeliveryEstimateSchema)
      .describe('Delivery estimates: `standard` first, then `fastest` if shown. Empty when the offer shows none.'),
  })
  .describe('An offer of a seller.');

/** Schema of `OffersData`. */
export const OffersDataSchema = z
  .object({
    asin: AsinSchema.exactOptional().describe('ASIN of the product.'),
    title: text.exactOptional().describe('Title of the product.'),
    image_url: text.exactOptional().describe("URL of the product's image."),
    rating: stars.exactOptional().describe('Average rating of the product [0 to 5 stars].'),
    reviews: count.exactOptional().describe('Number of ratings of the product.'),
    sold_by_amazon: z
      .boolean()
      .exactOptional()
      .describe('Whether one of the returned offers is from the marketplace operator.'),
    fba_count: count
      .exactOptional()
      .describe('Number of offers on this page that the marketplace operator ships, its own included.'),
    fbm_count: count.exactOptional().describe('Number of offers on this page that their sellers ship.'),
    product_sellers_info: z
      .array(OfferEntrySchema)
      .describe('Offers of the page: at most 10, plus the featured offer on page 1.'),
    page_index: count.describe(
      'Requested page, starting at 0: `page=2` returns 1. A page past the last one repeats the last one, and is billed.',
    ),
    total_pages: count
      .exactOptional()
      .describe(
        'Number of pages. Use the value of page 1: later pages can count one too many. Absent when the page shows no count.',
      ),
    total_offers_count: count.exactOptional().describe('Number of all offers, including the featured offer.'),
  })
  .describe('One page of the offers of a product.');
