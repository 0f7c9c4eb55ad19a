/** Shapes that several page types share. `npm run contract` writes the types from the schemas of this folder. */
import * as z from 'zod';
import { COUPON_UNITS, DEAL_KINDS, DELIVERY_KINDS, LENGTH_UNITS, WEIGHT_UNITS } from '../codes.ts';
import { count, day, money, object, optional, percent, text } from './scalars.ts';

export type * from '../generated/shared.ts';

/** Schema of `ReferencePrice`. */
export const ReferencePriceSchema = object('A reference price, such as a struck-through list price.', {
  amount: money.describe("Reference price, in the page's currency."),
  label: z
    .string()
    .nullable()
    .describe('Label of the price, as written on the page: "List Price:", "Was:". `null` when it has none.'),
  savings_amount: z
    .number()
    .min(0)
    .nullable()
    .describe('`amount` minus the current price. Never negative: `null` when `amount` is not above the current price.'),
  savings_percent: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .describe('Savings [percent, 1 to 100], as shown, else calculated from the two prices.'),
});

/** Schema of `DealBadge`. */
export const DealBadgeSchema = object('The badge of a running deal.', {
  kind: z
    .enum(DEAL_KINDS)
    .nullable()
    .describe('Kind of the deal. `null` when the badge names none of them (countdowns, seasonal events): see `label`.'),
  label: text.describe('Text of the badge, as written on the page.'),
  deal_id: z
    .string()
    .nullable()
    .describe('Deal id, `amzn1.deal.<token>`: the same for all products of the deal. `null` on search entries.'),
  ends_at: z.iso
    .datetime()
    .nullable()
    .describe('End of the deal [ISO 8601, UTC]. On search entries only known from countdown badges.'),
  ends_on: day
    .nullable()
    .describe("Last day of the deal [`YYYY-MM-DD`]: the UTC date of `ends_at`, else the date in the deal's terms."),
  ends_in_days: z
    .int()
    .min(0)
    .nullable()
    .describe('Days from the request to `ends_on`. 0 is today. `null` on search entries.'),
  ends_on_text: optional(
    z.string().nullable(),
    'Text about the end of the deal, as written on the page. Absent when the page has none, and on search entries.',
  ),
});

/** Schema of `PromotionInfo`. */
export const PromotionInfoSchema = object(
  'Deal and reference prices of an offer. The members are independent of each other. Coupons are not included.',
  {
    deal: DealBadgeSchema.nullable().describe('Badge of the running deal. `null` when there is none.'),
    list_price: ReferencePriceSchema.nullable().describe(
      'Struck-through price: a list price, or a typical, median or former price, as its `label` says.',
    ),
    lowest_price_30_days: optional(
      ReferencePriceSchema.nullable(),
      'Lowest price of the last 30 days, shown by sites in the EU. Absent elsewhere.',
    ),
  },
);

/** Schema of `DeliveryEstimate`. */
export const DeliveryEstimateSchema = object(
  'A delivery estimate. Store `date_*`: `days_*` are relative to the day of the request.',
  {
    kind: z
      .enum(DELIVERY_KINDS)
      .describe(
        '`standard` is the first estimate, `fastest` the second. The second can advertise a membership, and is not always faster.',
      ),
    days_min: count.nullable().describe('Days from the request to `date_min`. 0 is today, `null` is unknown.'),
    days_max: count.nullable().describe('Days from the request to `date_max`. `null` is unknown.'),
    date_min: day
      .nullable()
      .describe('Earliest date [`YYYY-MM-DD`]. The year is inferred from the day of the request.'),
    date_max: day.nullable().describe('Latest date [`YYYY-MM-DD`], equal to `date_min` for a single date.'),
    is_free: z
      .boolean()
      .nullable()
      .describe('`true` for free delivery, `false` when the page states a charge, `null` when it states no cost.'),
    text: z
      .string()
      .describe(
        'Text of the estimate, as written on the page. It can contain a countdown: do not compare it between requests.',
      ),
  },
);

/** Schema of `Coupon`. */
export const CouponSchema = object('A coupon.', {
  unit: z.enum(COUPON_UNITS).describe("Unit of `value`: the page's currency, or percent."),
  value: z.number().describe('Amount or percentage that the coupon takes off the price.'),
});

/** Schema of `CouponWithText`. */
export const CouponWithTextSchema = CouponSchema.extend({
  text: text.describe('Text of the coupon, as written on the page.'),
}).describe('A coupon with its text.');

/** Schema of `NamedLink`. */
export const NamedLinkSchema = object('A link with its text.', {
  name: text.describe('Text of the link.'),
  url: optional(text, 'URL, as written on the page: it can be relative.'),
});

/** Schema of `UnitPrice`. */
export const UnitPriceSchema = object('A unit price.', {
  amount: money.describe("Price of one unit, in the page's currency."),
  unit: text.describe('Unit, as written on the page: "fluid ounce", "100 g".'),
  text: text.describe('Whole text, as written on the page: "($1.86 / fluid ounce)".'),
});

/** Schema of `Dimensions`. */
export const DimensionsSchema = object('Length, width and height.', {
  length: optional(z.number(), 'First of the three [`unit`].'),
  width: optional(z.number(), 'Second of the three [`unit`].'),
  height: optional(z.number(), 'Third of the three [`unit`].'),
  unit: optional(z.enum(LENGTH_UNITS), 'Unit of all three.'),
  text: text.describe('Dimensions, as written on the page.'),
});

/** Schema of `Weight`. */
export const WeightSchema = object('A weight.', {
  value: optional(z.number(), 'Weight [`unit`].'),
  unit: optional(z.enum(WEIGHT_UNITS), 'Unit of `value`.'),
  text: text.describe('Weight, as written on the page.'),
});

/** Schema of `RatingHistogram`. */
export const RatingHistogramSchema = object('A histogram of star ratings.', {
  '5': percent.describe('Share of 5-star ratings [percent].'),
  '4': percent.describe('Share of 4-star ratings [percent].'),
  '3': percent.describe('Share of 3-star ratings [percent].'),
  '2': percent.describe('Share of 2-star ratings [percent].'),
  '1': percent.describe('Share of 1-star ratings [percent].'),
});

/** Schema of `Breadcrumb`. */
export const BreadcrumbSchema = object('One step of a category path.', {
  name: text.describe("Name of the category, in the page's language."),
  url: optional(text, 'URL of the category, as written on the page.'),
  node_id: optional(text, 'Browse node of the category: digits.'),
});
