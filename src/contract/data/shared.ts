/** Shapes that several page types share: promotions, delivery promises, coupons, measures, links. */
import { z } from 'zod';
import { COUPON_UNITS, DEAL_KINDS, DELIVERY_KINDS, LENGTH_UNITS, WEIGHT_UNITS } from '../codes.ts';

/** An ASIN: ten capital letters and digits (specification, `/v1/product`). */
export const AsinSchema = z
  .string('must be a text')
  .regex(/^[A-Z0-9]{10}$/, 'must be ten capital letters and digits (an ASIN)');

export const count = z.int().min(0);
export const money = z.number();
export const percent = z.number().min(0).max(100);
export const stars = z.number().min(0).max(5);
export const day = z.iso.date();

/** A struck-through price (specification, ReferencePrice). */
export const ReferencePriceSchema = z.object({
  /** The struck-through price. */
  amount: money,
  /** Verbatim label; `null` when the struck price has none. */
  label: z.string().nullable(),
  /** `amount` minus the current price; `null` when that is not above zero. */
  savings_amount: z.number().min(0).nullable(),
  /** Positive whole percent: as rendered, else derived from the two prices. */
  savings_percent: z.int().min(1).max(100).nullable(),
});
/** A struck-through price (specification, ReferencePrice). */
export type ReferencePrice = z.infer<typeof ReferencePriceSchema>;

/** A running deal (specification, DealBadge). */
export const DealBadgeSchema = z.object({
  /** Normalized type; `null` when the wording names no mechanic. */
  kind: z.enum(DEAL_KINDS).nullable(),
  /** Verbatim badge text in the page's language. */
  label: z.string(),
  /** The marketplace's promotion identifier, `amzn1.deal.<token>`; `null` on search entries. */
  deal_id: z.string().nullable(),
  /** Exact expiry, ISO 8601, UTC. */
  ends_at: z.iso.datetime().nullable(),
  /** Calendar day on which the deal ends. */
  ends_on: day.nullable(),
  /** Whole days from the request to `ends_on`; `null` on search entries. */
  ends_in_days: z.int().min(0).nullable(),
  /** Verbatim end-date sentence; absent where the page renders none. */
  ends_on_text: z.string().nullable().exactOptional(),
});
/** A running deal (specification, DealBadge). */
export type DealBadge = z.infer<typeof DealBadgeSchema>;

/** What makes a price special (specification, PromotionInfo). The three members are independent. */
export const PromotionInfoSchema = z.object({
  /** The deal badge; `null` when no deal is running. */
  deal: DealBadgeSchema.nullable(),
  /** The headline struck-through price. */
  list_price: ReferencePriceSchema.nullable(),
  /** Lowest price of the last 30 days; on EU storefronts only, absent elsewhere. */
  lowest_price_30_days: ReferencePriceSchema.nullable().exactOptional(),
});
/** What makes a price special (specification, PromotionInfo). */
export type PromotionInfo = z.infer<typeof PromotionInfoSchema>;

/** A delivery promise (specification, DeliveryEstimate). Key stored records on `date_*`: `days_*` goes stale. */
export const DeliveryEstimateSchema = z.object({
  /** `standard` (primary promise) or `fastest` (secondary slot). */
  kind: z.enum(DELIVERY_KINDS),
  /** Whole days to the earliest promised date; `null` is unknown, `0` today. */
  days_min: count.nullable(),
  /** Whole days to the latest promised date. */
  days_max: count.nullable(),
  /** Earliest promised date. */
  date_min: day.nullable(),
  /** Latest promised date. */
  date_max: day.nullable(),
  /** `true` free, `false` a charge is named, `null` no cost stated. */
  is_free: z.boolean().nullable(),
  /** The promise as rendered. */
  text: z.string(),
});
/** A delivery promise (specification, DeliveryEstimate). */
export type DeliveryEstimate = z.infer<typeof DeliveryEstimateSchema>;

/** A clip-to-apply coupon (specification, SearchResultEntry): what it takes off. */
export const CouponSchema = z.object({
  /** Whether `value` is an amount of money or a percentage. */
  unit: z.enum(COUPON_UNITS),
  /** What the coupon takes off. */
  value: z.number(),
});
/** A clip-to-apply coupon (specification, SearchResultEntry). */
export type Coupon = z.infer<typeof CouponSchema>;

/** A coupon with the words that it came in (design §5.11). */
export const CouponWithTextSchema = CouponSchema.extend({
  /** The coupon's words as rendered. */
  text: z.string(),
});

/** A named link; `url` is the page's own address, relative as it stands there. */
export const NamedLinkSchema = z.object({ name: z.string(), url: z.string().exactOptional() });
/** A named link. */
export type NamedLink = z.infer<typeof NamedLinkSchema>;

/** A price for a unit of measure: "$1.86 / fluid ounce" (design §5.19). */
export const UnitPriceSchema = z.object({ amount: money, unit: z.string(), text: z.string() });
/** A price for a unit of measure. */
export type UnitPrice = z.infer<typeof UnitPriceSchema>;

/** Length, width and height in a canonical unit (design §5.19); `text` is verbatim. */
export const DimensionsSchema = z.object({
  length: z.number().exactOptional(),
  width: z.number().exactOptional(),
  height: z.number().exactOptional(),
  unit: z.enum(LENGTH_UNITS).exactOptional(),
  text: z.string(),
});
/** Length, width and height in a canonical unit (design §5.19). */
export type Dimensions = z.infer<typeof DimensionsSchema>;

/** A weight in a canonical unit (design §5.19); `text` is verbatim. */
export const WeightSchema = z.object({
  value: z.number().exactOptional(),
  unit: z.enum(WEIGHT_UNITS).exactOptional(),
  text: z.string(),
});
/** A weight in a canonical unit (design §5.19). */
export type Weight = z.infer<typeof WeightSchema>;

/** Share of each star rating, in percent. */
export const RatingHistogramSchema = z.object({ '5': percent, '4': percent, '3': percent, '2': percent, '1': percent });
/** Share of each star rating, in percent. */
export type RatingHistogram = z.infer<typeof RatingHistogramSchema>;

/** One step of the path of categories. */
export const BreadcrumbSchema = z.object({
  name: z.string(),
  url: z.string().exactOptional(),
  node_id: z.string().exactOptional(),
});
/** One step of the path of categories. */
export type Breadcrumb = z.infer<typeof BreadcrumbSchema>;
