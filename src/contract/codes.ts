/** The enumerations of the contract as plain arrays, without the validation library. */

/** The 20 marketplaces. `us` is the default. */
export const MARKETPLACES = [
  'us',
  'uk',
  'de',
  'fr',
  'it',
  'es',
  'ca',
  'au',
  'jp',
  'in',
  'mx',
  'br',
  'tr',
  'sa',
  'ae',
  'sg',
  'nl',
  'pl',
  'se',
  'be',
] as const;

/** The code of a marketplace: `us`, `uk`, `de`, .... */
export type MarketplaceCode = (typeof MARKETPLACES)[number];

/** Page languages: English, or the marketplace's own language. `en` is the default. */
export const LANGUAGES = ['en', 'native'] as const;

/** `en` or `native`. */
export type Language = (typeof LANGUAGES)[number];

/** The marketplaces on which `language: 'native'` is supported. */
export const NATIVE_LANGUAGE_MARKETPLACES = ['it', 'fr', 'de', 'es'] as const satisfies readonly MarketplaceCode[];

/** The conditions that an offer can have. */
export const OFFER_CONDITIONS = [
  'new',
  'used_like_new',
  'used_very_good',
  'used_good',
  'used_acceptable',
  'collectible',
] as const;

/** The normalized condition of an offer. */
export type OfferCondition = (typeof OFFER_CONDITIONS)[number];

/** The values of the `condition` parameter. `used` matches every used condition, `all` is the default. */
export const OFFER_CONDITION_FILTERS = [
  'all',
  'new',
  'used',
  'used_like_new',
  'used_very_good',
  'used_good',
  'used_acceptable',
  'collectible',
] as const;

/** A value of the `condition` parameter. */
export type OfferConditionFilter = (typeof OFFER_CONDITION_FILTERS)[number];

/** Kinds of deals. */
export const DEAL_KINDS = ['limited_time', 'lightning', 'prime_exclusive'] as const;

/** The normalized kind of a deal badge. */
export type DealKind = (typeof DEAL_KINDS)[number];

/** Kinds of delivery estimates. */
export const DELIVERY_KINDS = ['standard', 'fastest'] as const;

/** `standard` or `fastest`. */
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** Units of a coupon's value. */
export const COUPON_UNITS = ['currency', 'percent'] as const;

/** `currency` or `percent`. */
export type CouponUnit = (typeof COUPON_UNITS)[number];

/** The five best-seller lists. */
export const LIST_TYPES = [
  'best_sellers',
  'new_releases',
  'movers_and_shakers',
  'most_wished_for',
  'gift_ideas',
] as const;

/** One of the five best-seller lists. */
export type ListType = (typeof LIST_TYPES)[number];

/** The orders of a category listing. */
export const CATEGORY_SORTS = ['featured', 'price_asc', 'price_desc', 'rating', 'newest', 'best_sellers'] as const;

/** The order of a category listing. */
export type CategorySort = (typeof CATEGORY_SORTS)[number];

/** The contents of the place of the Buy Box (`buybox_state`). */
export const BUYBOX_STATES = ['buybox', 'see_all_buying_options', 'unavailable', 'select_variation', 'none'] as const;

/** One of {@link BUYBOX_STATES}. */
export type BuyboxState = (typeof BUYBOX_STATES)[number];

/** Units of length that `dimensions` uses. */
export const LENGTH_UNITS = ['cm', 'in'] as const;

/** Units of weight that `weight` uses. */
export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;

/** Overall sentiments of reviewers about an aspect (`reviews_aspects`). */
export const SENTIMENTS = ['positive', 'negative', 'mixed'] as const;

/**
 * Kinds of gaps. `missing`: the page lacks a part. `partial`: it has only a part of something. `language`, `currency`, `place`: it has another one than
 * requested. `identity`: it is for another item than requested, such as a variation. `contradiction`: values of the page contradict each other, and are
 * left out.
 */
export const GAP_KINDS = ['missing', 'partial', 'language', 'currency', 'place', 'identity', 'contradiction'] as const;

/** Reasons of a gap: the site shows the rest only to signed-in shoppers, or scripts of the page add it later. */
export const GAP_REASONS = ['sign_in', 'rendered_later'] as const;

/** One of {@link GAP_REASONS}. */
export type GapReason = (typeof GAP_REASONS)[number];

/** One of {@link GAP_KINDS}. */
export type GapKind = (typeof GAP_KINDS)[number];
