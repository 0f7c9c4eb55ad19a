/** Written by `npm run contract` out of src/contract/data/shared.ts: change it there. */
import type { CouponUnit, DealKind, DeliveryKind } from '../codes.ts';

/** A struck-through price. */
export type ReferencePrice = {
  /** The struck-through price, in the page's currency. */
  amount: number;
  /** The price's label, verbatim: "List Price:", "Was:". `null` when it has none. */
  label: string | null;
  /** `amount` minus the current price. `null` when the reference is at or below the current price, never negative. */
  savings_amount: number | null;
  /** What is saved, as a positive whole percentage: as rendered, else derived from the two prices. */
  savings_percent: number | null;
};

/** The badge of a running deal. */
export type DealBadge = {
  /** What kind of deal it is. `null` when the badge's words name none (countdowns, seasonal events): see `label`. */
  kind: DealKind | null;
  /** The badge's words, verbatim, in the page's language. */
  label: string;
  /** The marketplace's identifier of the deal, `amzn1.deal.<token>`: the same for all products that it covers. `null` on search entries. */
  deal_id: string | null;
  /** The moment at which the deal ends: ISO 8601, UTC. On search entries known from countdown badges alone. */
  ends_at: string | null;
  /** The day on which the deal ends (`YYYY-MM-DD`): the UTC day of `ends_at`, else the day that the deal's terms name. */
  ends_on: string | null;
  /** Whole days from the day of the request to `ends_on`; 0 is today. `null` on search entries. */
  ends_in_days: number | null;
  /** The sentence that says when the deal ends, verbatim. Absent where the page has none, as on search entries. */
  ends_on_text?: string | null;
};

/** What makes a price special. The three members are independent of each other; clip-to-apply coupons are no part of it. */
export type PromotionInfo = {
  /** The badge of the deal that is running. `null` when none is. */
  deal: DealBadge | null;
  /** The headline struck-through price: a list price, a typical, median or former one, as its `label` says. */
  list_price: ReferencePrice | null;
  /** The lowest price of the last 30 days, which storefronts in the EU show. Absent elsewhere. */
  lowest_price_30_days?: ReferencePrice | null;
};

/** A delivery promise. Store `date_*`, which stays true; `days_*` counts from the day of the request. */
export type DeliveryEstimate = {
  /** `standard` is the primary promise, `fastest` the second one, also used to advertise a membership: it need not be faster. */
  kind: DeliveryKind;
  /** Whole days from the day of the request to the earliest promised date; 0 is today. `null` is unknown, never zero. */
  days_min: number | null;
  /** Whole days to the latest promised date; equal to `days_min` for a single date. `null` is unknown. */
  days_max: number | null;
  /** The earliest promised date (`YYYY-MM-DD`), its year inferred from the day of the request. */
  date_min: string | null;
  /** The latest promised date (`YYYY-MM-DD`); equal to `date_min` for a single date. */
  date_max: string | null;
  /** `true` for free delivery of this order as shown, `false` when a charge is named, `null` when no cost is stated. */
  is_free: boolean | null;
  /** The promise as rendered. It can hold a live countdown: do not compare it between requests. */
  text: string;
};

/** A clip-to-apply coupon. */
export type Coupon = {
  /** What `value` counts: an amount in the page's currency, or a percentage. */
  unit: CouponUnit;
  /** What the coupon takes off, never the price that is left. */
  value: number;
};

/** A clip-to-apply coupon with the words that it came in. */
export type CouponWithText = {
  /** What `value` counts: an amount in the page's currency, or a percentage. */
  unit: CouponUnit;
  /** What the coupon takes off, never the price that is left. */
  value: number;
  /** The coupon's words, verbatim. */
  text: string;
};

/** A named link. */
export type NamedLink = {
  /** The words of the link. */
  name: string;
  /** The page's own address, relative as it stands there. */
  url?: string;
};

/** A price for a unit of measure. */
export type UnitPrice = {
  /** The price of one unit, in the page's currency. */
  amount: number;
  /** The unit, verbatim: "fluid ounce", "100 g". */
  unit: string;
  /** The whole as rendered: "($1.86 / fluid ounce)". */
  text: string;
};

/** Length, width and height. */
export type Dimensions = {
  /** The first of the three, in `unit`. */
  length?: number;
  /** The second of the three, in `unit`. */
  width?: number;
  /** The third of the three, in `unit`. */
  height?: number;
  /** The unit of all three, whatever the page writes. */
  unit?: 'cm' | 'in';
  /** The measures as rendered. */
  text: string;
};

/** A weight. */
export type Weight = {
  /** The weight, in `unit`. */
  value?: number;
  /** The unit of `value`, whatever the page writes. */
  unit?: 'g' | 'kg' | 'oz' | 'lb';
  /** The weight as rendered. */
  text: string;
};

/** The share of each star rating, in percent. */
export type RatingHistogram = {
  /** Share of ratings with one star, 0 to 100. */
  '1': number;
  /** Share of ratings with two stars, 0 to 100. */
  '2': number;
  /** Share of ratings with three stars, 0 to 100. */
  '3': number;
  /** Share of ratings with four stars, 0 to 100. */
  '4': number;
  /** Share of ratings with five stars, 0 to 100. */
  '5': number;
};

/** One step of the path of categories. */
export type Breadcrumb = {
  /** The category's name, in the page's language. */
  name: string;
  /** The page's own address of the category. */
  url?: string;
  /** The category's browse node: digits. */
  node_id?: string;
};
