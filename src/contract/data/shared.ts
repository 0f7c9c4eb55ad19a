/**
 * Shapes that several page types share: promotions, delivery promises, coupons, measures, links. The comments of the schemas in this folder are
 * the one place where a field is explained: `npm run contract` writes the types and the descriptions out of them.
 */
import * as z from 'zod';
import { COUPON_UNITS, DEAL_KINDS, DELIVERY_KINDS, LENGTH_UNITS, WEIGHT_UNITS } from '../codes.ts';

export type {
  Breadcrumb,
  Coupon,
  CouponWithText,
  DealBadge,
  DeliveryEstimate,
  Dimensions,
  NamedLink,
  PromotionInfo,
  RatingHistogram,
  ReferencePrice,
  UnitPrice,
  Weight,
} from '../types/shared.ts';

/** The marketplace's identifier of an item: ten capital letters and digits (an ASIN). */
export const AsinSchema = z
  .string('must be a text')
  .regex(/^[A-Z0-9]{10}$/, 'must be ten capital letters and digits (an ASIN)');

export const count = z.int().min(0);
export const money = z.number();
export const percent = z.number().min(0).max(100);
export const stars = z.number().min(0).max(5);
export const day = z.iso.date();

/** A struck-through price. */
export const ReferencePriceSchema = z.object({
  /** The struck-through price, in the page's currency. */
  amount: money,
  /** The price's label, verbatim: "List Price:", "Was:". `null` when it has none. */
  label: z.string().nullable(),
  /** `amount` minus the current price. `null` when the reference is at or below the current price, never negative. */
  savings_amount: z.number().min(0).nullable(),
  /** What is saved, as a positive whole percentage: as rendered, else derived from the two prices. */
  savings_percent: z.int().min(1).max(100).nullable(),
});

/** The badge of a running deal. */
export const DealBadgeSchema = z.object({
  /** What kind of deal it is. `null` when the badge's words name none (countdowns, seasonal events): see `label`. */
  kind: z.enum(DEAL_KINDS).nullable(),
  /** The badge's words, verbatim, in the page's language. */
  label: z.string(),
  /** The marketplace's identifier of the deal, `amzn1.deal.<token>`: the same for all products that it covers. `null` on search entries. */
  deal_id: z.string().nullable(),
  /** The moment at which the deal ends: ISO 8601, UTC. On search entries known from countdown badges alone. */
  ends_at: z.iso.datetime().nullable(),
  /** The day on which the deal ends (`YYYY-MM-DD`): the UTC day of `ends_at`, else the day that the deal's terms name. */
  ends_on: day.nullable(),
  /** Whole days from the day of the request to `ends_on`; 0 is today. `null` on search entries. */
  ends_in_days: z.int().min(0).nullable(),
  /** The sentence that says when the deal ends, verbatim. Absent where the page has none, as on search entries. */
  ends_on_text: z.string().nullable().exactOptional(),
});

/** What makes a price special. The three members are independent of each other; clip-to-apply coupons are no part of it. */
export const PromotionInfoSchema = z.object({
  /** The badge of the deal that is running. `null` when none is. */
  deal: DealBadgeSchema.nullable(),
  /** The headline struck-through price: a list price, a typical, median or former one, as its `label` says. */
  list_price: ReferencePriceSchema.nullable(),
  /** The lowest price of the last 30 days, which storefronts in the EU show. Absent elsewhere. */
  lowest_price_30_days: ReferencePriceSchema.nullable().exactOptional(),
});

/** A delivery promise. Store `date_*`, which stays true; `days_*` counts from the day of the request. */
export const DeliveryEstimateSchema = z.object({
  /** `standard` is the primary promise, `fastest` the second one, also used to advertise a membership: it need not be faster. */
  kind: z.enum(DELIVERY_KINDS),
  /** Whole days from the day of the request to the earliest promised date; 0 is today. `null` is unknown, never zero. */
  days_min: count.nullable(),
  /** Whole days to the latest promised date; equal to `days_min` for a single date. `null` is unknown. */
  days_max: count.nullable(),
  /** The earliest promised date (`YYYY-MM-DD`), its year inferred from the day of the request. */
  date_min: day.nullable(),
  /** The latest promised date (`YYYY-MM-DD`); equal to `date_min` for a single date. */
  date_max: day.nullable(),
  /** `true` for free delivery of this order as shown, `false` when a charge is named, `null` when no cost is stated. */
  is_free: z.boolean().nullable(),
  /** The promise as rendered. It can hold a live countdown: do not compare it between requests. */
  text: z.string(),
});

/** A clip-to-apply coupon. */
export const CouponSchema = z.object({
  /** What `value` counts: an amount in the page's currency, or a percentage. */
  unit: z.enum(COUPON_UNITS),
  /** What the coupon takes off, never the price that is left. */
  value: z.number(),
});

/** A clip-to-apply coupon with the words that it came in. */
export const CouponWithTextSchema = CouponSchema.extend({
  /** The coupon's words, verbatim. */
  text: z.string(),
});

/** A named link. */
export const NamedLinkSchema = z.object({
  /** The words of the link. */
  name: z.string(),
  /** The page's own address, relative as it stands there. */
  url: z.string().exactOptional(),
});

/** A price for a unit of measure. */
export const UnitPriceSchema = z.object({
  /** The price of one unit, in the page's currency. */
  amount: money,
  /** The unit, verbatim: "fluid ounce", "100 g". */
  unit: z.string(),
  /** The whole as rendered: "($1.86 / fluid ounce)". */
  text: z.string(),
});

/** Length, width and height. */
export const DimensionsSchema = z.object({
  /** The first of the three, in `unit`. */
  length: z.number().exactOptional(),
  /** The second of the three, in `unit`. */
  width: z.number().exactOptional(),
  /** The third of the three, in `unit`. */
  height: z.number().exactOptional(),
  /** The unit of all three, whatever the page writes. */
  unit: z.enum(LENGTH_UNITS).exactOptional(),
  /** The measures as rendered. */
  text: z.string(),
});

/** A weight. */
export const WeightSchema = z.object({
  /** The weight, in `unit`. */
  value: z.number().exactOptional(),
  /** The unit of `value`, whatever the page writes. */
  unit: z.enum(WEIGHT_UNITS).exactOptional(),
  /** The weight as rendered. */
  text: z.string(),
});

/** The share of each star rating, in percent. */
export const RatingHistogramSchema = z.object({
  /** Share of ratings with five stars, 0 to 100. */
  '5': percent,
  /** Share of ratings with four stars, 0 to 100. */
  '4': percent,
  /** Share of ratings with three stars, 0 to 100. */
  '3': percent,
  /** Share of ratings with two stars, 0 to 100. */
  '2': percent,
  /** Share of ratings with one star, 0 to 100. */
  '1': percent,
});

/** One step of the path of categories. */
export const BreadcrumbSchema = z.object({
  /** The category's name, in the page's language. */
  name: z.string(),
  /** The page's own address of the category. */
  url: z.string().exactOptional(),
  /** The category's browse node: digits. */
  node_id: z.string().exactOptional(),
});
