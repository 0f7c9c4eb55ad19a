/** `data` of an offers answer (specification, OffersData; the fields beyond it: design §5.14). */
import * as z from 'zod';
import { OFFER_CONDITIONS } from '../codes.ts';
import { AsinSchema, CouponWithTextSchema, count, DeliveryEstimateSchema, money, percent, stars } from './shared.ts';

export type { OfferEntry, OffersData } from '../types/offers.ts';

/** One seller's offer. */
export const OfferEntrySchema = z.object({
  /** The seller's name. */
  name: z.string().exactOptional(),
  /** The price of the item, without shipping. */
  price: money.exactOptional(),
  /** The currency of the offer's amounts, ISO 4217, as shown. */
  currency: z.string().exactOptional(),
  /** The offer's struck-through price. */
  list_price: money.exactOptional(),
  /** What is saved against `list_price`, as a positive whole percentage. */
  savings_percent: z.int().min(1).max(100).exactOptional(),
  /** The offer's clip-to-apply coupon. Not reflected in `price`. */
  coupon: CouponWithTextSchema.exactOptional(),
  /** The import fees that are added, where the page names them. */
  import_fees: money.exactOptional(),
  /** What shipping costs. 0 is free delivery and also a cost that could not be read: `delivery[].is_free` tells the two apart. */
  shipping_price: money.min(0).exactOptional(),
  /** Whether the marketplace operator fulfils the offer, its own offers included. */
  is_fba: z.boolean().exactOptional(),
  /** Whether the marketplace operator itself sells it, rather than a third party. */
  is_amazon: z.boolean().exactOptional(),
  /** Whether the offer carries the membership's badge. */
  is_prime: z.boolean().exactOptional(),
  /** Who ships it, in the page's words. */
  ships_from: z.string().exactOptional(),
  /** How many are left, when the page says so. Absent when hidden. */
  stock_qty: count.exactOptional(),
  /** The fewest that can be ordered. */
  minimum_order_quantity: count.exactOptional(),
  /** The most that can be ordered. */
  maximum_order_quantity: count.exactOptional(),
  /** Share of the seller's positive feedback, 0 to 100. */
  rating_percent: percent.exactOptional(),
  /** How many ratings the seller has. */
  reviews_count: count.exactOptional(),
  /** The condition. `null` when the heading is absent or names none of the six (renewed, refurbished): see `condition_text`. */
  condition: z.enum(OFFER_CONDITIONS).nullable().exactOptional(),
  /** The condition's heading, verbatim, in the page's language. `null` when none is shown. */
  condition_text: z.string().nullable().exactOptional(),
  /** What the seller says of the item's condition. */
  condition_comments: z.string().exactOptional(),
  /** The seller's token, as `sellerId` takes it. `null` for the operator's own offers. */
  seller_id: z.string().nullable(),
  /** Address of the seller's profile. */
  seller_url: z.string().exactOptional(),
  /** The identifier of the offer's listing, decoded. */
  offer_id: z.string().exactOptional(),
  /** The top-level domain of the site: `com`, `co.uk`. */
  domain: z.string().exactOptional(),
  /** Whether the seller is new and has no feedback yet. */
  is_just_launched: z.boolean().exactOptional(),
  /** `true` for the featured (Buy Box) offer: one at most, on page 1 only. A `condition` filter can take it away. */
  is_pinned: z.boolean().exactOptional(),
  /** The `standard` promise first, then the `fastest` when one is shown; empty when the offer has no delivery block. */
  delivery: z.array(DeliveryEstimateSchema),
});

/** A page of the offers of a product. */
export const OffersDataSchema = z.object({
  /** The product that the offers are for. */
  asin: AsinSchema.exactOptional(),
  /** The product's title. */
  title: z.string().exactOptional(),
  /** Address of the product's picture. */
  image_url: z.string().exactOptional(),
  /** The product's mean rating, 0 to 5 stars. */
  rating: stars.exactOptional(),
  /** The product's count of ratings. */
  reviews: count.exactOptional(),
  /** Whether the operator itself has an offer on this page; under a `condition`, among those that are left. */
  sold_by_amazon: z.boolean().exactOptional(),
  /** How many offers of this page the operator fulfils, its own included; add the pages up yourself. */
  fba_count: count.exactOptional(),
  /** How many offers of this page their sellers fulfil; add the pages up yourself. */
  fbm_count: count.exactOptional(),
  /** The offers of the page: ten at most, on page 1 the featured one besides. */
  product_sellers_info: z.array(OfferEntrySchema),
  /** The page that was asked for, counted from 0: `page=2` gives 1. A page past the end repeats the last one, and is billed. */
  page_index: count,
  /** How many pages there are: trust page 1, as later ones can count one too many. Absent where the page shows no count. */
  total_pages: count.exactOptional(),
  /** How many offers the listing has in all, the featured one included. */
  total_offers_count: count.exactOptional(),
});
