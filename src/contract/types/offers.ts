/** Written by `npm run contract` out of src/contract/data/offers.ts: change it there. */
import type { OfferCondition } from '../codes.ts';
import type { CouponWithText, DeliveryEstimate } from './shared.ts';

/** One seller's offer. */
export type OfferEntry = {
  /** The seller's name. */
  name?: string;
  /** The price of the item, without shipping. */
  price?: number;
  /** The currency of the offer's amounts, ISO 4217, as shown. */
  currency?: string;
  /** The offer's struck-through price. */
  list_price?: number;
  /** What is saved against `list_price`, as a positive whole percentage. */
  savings_percent?: number;
  /** The offer's clip-to-apply coupon. Not reflected in `price`. */
  coupon?: CouponWithText;
  /** The import fees that are added, where the page names them. */
  import_fees?: number;
  /** What shipping costs. 0 is free delivery and also a cost that could not be read: `delivery[].is_free` tells the two apart. */
  shipping_price?: number;
  /** Whether the marketplace operator fulfils the offer, its own offers included. */
  is_fba?: boolean;
  /** Whether the marketplace operator itself sells it, rather than a third party. */
  is_amazon?: boolean;
  /** Whether the offer carries the membership's badge. */
  is_prime?: boolean;
  /** Who ships it, in the page's words. */
  ships_from?: string;
  /** How many are left, when the page says so. Absent when hidden. */
  stock_qty?: number;
  /** The fewest that can be ordered. */
  minimum_order_quantity?: number;
  /** The most that can be ordered. */
  maximum_order_quantity?: number;
  /** Share of the seller's positive feedback, 0 to 100. */
  rating_percent?: number;
  /** How many ratings the seller has. */
  reviews_count?: number;
  /** The condition. `null` when the heading is absent or names none of the six (renewed, refurbished): see `condition_text`. */
  condition?: OfferCondition | null;
  /** The condition's heading, verbatim, in the page's language. `null` when none is shown. */
  condition_text?: string | null;
  /** What the seller says of the item's condition. */
  condition_comments?: string;
  /** The seller's token, as `sellerId` takes it. `null` for the operator's own offers. */
  seller_id: string | null;
  /** Address of the seller's profile. */
  seller_url?: string;
  /** The identifier of the offer's listing, decoded. */
  offer_id?: string;
  /** The top-level domain of the site: `com`, `co.uk`. */
  domain?: string;
  /** Whether the seller is new and has no feedback yet. */
  is_just_launched?: boolean;
  /** `true` for the featured (Buy Box) offer: one at most, on page 1 only. A `condition` filter can take it away. */
  is_pinned?: boolean;
  /** The `standard` promise first, then the `fastest` when one is shown; empty when the offer has no delivery block. */
  delivery: DeliveryEstimate[];
};

/** A page of the offers of a product. */
export type OffersData = {
  /** The product that the offers are for. */
  asin?: string;
  /** The product's title. */
  title?: string;
  /** Address of the product's picture. */
  image_url?: string;
  /** The product's mean rating, 0 to 5 stars. */
  rating?: number;
  /** The product's count of ratings. */
  reviews?: number;
  /** Whether the operator itself has an offer on this page; under a `condition`, among those that are left. */
  sold_by_amazon?: boolean;
  /** How many offers of this page the operator fulfils, its own included; add the pages up yourself. */
  fba_count?: number;
  /** How many offers of this page their sellers fulfil; add the pages up yourself. */
  fbm_count?: number;
  /** The offers of the page: ten at most, on page 1 the featured one besides. */
  product_sellers_info: OfferEntry[];
  /** The page that was asked for, counted from 0: `page=2` gives 1. A page past the end repeats the last one, and is billed. */
  page_index: number;
  /** How many pages there are: trust page 1, as later ones can count one too many. Absent where the page shows no count. */
  total_pages?: number;
  /** How many offers the listing has in all, the featured one included. */
  total_offers_count?: number;
};
