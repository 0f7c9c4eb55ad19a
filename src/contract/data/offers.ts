/** `data` of an offers answer (specification, OffersData; the fields beyond it: design §5.14). */
import { z } from 'zod';
import { OFFER_CONDITIONS } from '../codes.ts';
import { AsinSchema, CouponWithTextSchema, count, DeliveryEstimateSchema, money, percent, stars } from './shared.ts';

/** One seller's offer (specification, OfferEntry). */
export const OfferEntrySchema = z.object({
  /** Seller name. */
  name: z.string().exactOptional(),
  price: money.exactOptional(),
  /** ISO 4217, as shown. */
  currency: z.string().exactOptional(),
  list_price: money.exactOptional(),
  savings_percent: z.int().min(1).max(100).exactOptional(),
  coupon: CouponWithTextSchema.exactOptional(),
  import_fees: money.exactOptional(),
  /** `0` is free or unparsed: `delivery[].is_free` tells. */
  shipping_price: money.min(0).exactOptional(),
  /** Fulfilled by the marketplace operator. */
  is_fba: z.boolean().exactOptional(),
  /** Sold by the marketplace operator itself. */
  is_amazon: z.boolean().exactOptional(),
  is_prime: z.boolean().exactOptional(),
  ships_from: z.string().exactOptional(),
  /** Absent when hidden. */
  stock_qty: count.exactOptional(),
  minimum_order_quantity: count.exactOptional(),
  maximum_order_quantity: count.exactOptional(),
  /** Seller's positive feedback, 0 to 100. */
  rating_percent: percent.exactOptional(),
  /** Seller's count of ratings. */
  reviews_count: count.exactOptional(),
  /** `null` when the heading is absent or none of the six: see `condition_text`. */
  condition: z.enum(OFFER_CONDITIONS).nullable().exactOptional(),
  /** The heading, verbatim. */
  condition_text: z.string().nullable().exactOptional(),
  condition_comments: z.string().exactOptional(),
  /** `null` for the operator's own offers. */
  seller_id: z.string().nullable(),
  seller_url: z.string().exactOptional(),
  /** Offer listing id, decoded. */
  offer_id: z.string().exactOptional(),
  /** The site's suffix: `com`, `co.uk`. */
  domain: z.string().exactOptional(),
  /** A new seller without feedback. */
  is_just_launched: z.boolean().exactOptional(),
  /** The featured (Buy Box) offer; at most one, on page 1 only. */
  is_pinned: z.boolean().exactOptional(),
  /** The `standard` slot first, then the `fastest`; empty without a delivery block. */
  delivery: z.array(DeliveryEstimateSchema),
});
/** One seller's offer (specification, OfferEntry). */
export type OfferEntry = z.infer<typeof OfferEntrySchema>;

/** `data` of an offers answer (specification, OffersData). */
export const OffersDataSchema = z.object({
  asin: AsinSchema.exactOptional(),
  title: z.string().exactOptional(),
  image_url: z.string().exactOptional(),
  rating: stars.exactOptional(),
  reviews: count.exactOptional(),
  /** Of the requested page, as are both counts below. */
  sold_by_amazon: z.boolean().exactOptional(),
  fba_count: count.exactOptional(),
  fbm_count: count.exactOptional(),
  product_sellers_info: z.array(OfferEntrySchema),
  /** 0 first: `page=2` gives 1. */
  page_index: count,
  /** Trust page 1's; absent where the page shows no count. */
  total_pages: count.exactOptional(),
  /** All offers of the listing, the pinned one too. */
  total_offers_count: count.exactOptional(),
});
/** `data` of an offers answer (specification, OffersData). */
export type OffersData = z.infer<typeof OffersDataSchema>;
