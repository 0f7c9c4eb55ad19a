/**
 * The enumerations of the wire (specification, "Enumerations"), as plain arrays: no validation library stands in this file, so that
 * whoever needs a code alone carries nothing else.
 */

/** The 20 marketplaces (specification). `us` is the default. */
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

/** The code of a marketplace: `us`, `uk`, `de`, ... (specification, Marketplace). */
export type MarketplaceCode = (typeof MARKETPLACES)[number];

/** Display languages of a request: the English render or the marketplace's own (specification, Language). `en` is the default. */
export const LANGUAGES = ['en', 'native'] as const;

/** `en` or `native` (specification, Language). */
export type Language = (typeof LANGUAGES)[number];

/** The marketplaces on which `language: 'native'` is supported (specification, Errors). */
export const NATIVE_LANGUAGE_MARKETPLACES = ['it', 'fr', 'de', 'es'] as const satisfies readonly MarketplaceCode[];

/** The conditions that an offer can have (specification, OfferCondition). */
export const OFFER_CONDITIONS = [
  'new',
  'used_like_new',
  'used_very_good',
  'used_good',
  'used_acceptable',
  'collectible',
] as const;

/** The normalized condition of an offer (specification, OfferCondition). */
export type OfferCondition = (typeof OFFER_CONDITIONS)[number];

/** The values of the `condition` parameter (specification, OfferConditionFilter). `used` matches any used tier, `all` is the default. */
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

/** A value of the `condition` parameter (specification, OfferConditionFilter). */
export type OfferConditionFilter = (typeof OFFER_CONDITION_FILTERS)[number];

/** What kind of deal a badge names (specification, DealKind). */
export const DEAL_KINDS = ['limited_time', 'lightning', 'prime_exclusive'] as const;

/** The normalized kind of a deal badge (specification, DealKind). */
export type DealKind = (typeof DEAL_KINDS)[number];

/** The slots of a delivery promise (specification, Delivery kind). */
export const DELIVERY_KINDS = ['standard', 'fastest'] as const;

/** `standard` or `fastest` (specification, Delivery kind). */
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** What a coupon's value counts (specification, Coupon unit). */
export const COUPON_UNITS = ['currency', 'percent'] as const;

/** `currency` or `percent` (specification, Coupon unit). */
export type CouponUnit = (typeof COUPON_UNITS)[number];

/** The five best-seller lists (design §5.9). */
export const LIST_TYPES = [
  'best_sellers',
  'new_releases',
  'movers_and_shakers',
  'most_wished_for',
  'gift_ideas',
] as const;

/** Which of the five best-seller lists a page is (design §5.9). */
export type ListType = (typeof LIST_TYPES)[number];

/** The orders of a category listing (design §5.8). */
export const CATEGORY_SORTS = ['featured', 'price_asc', 'price_desc', 'rating', 'newest', 'best_sellers'] as const;

/** The order of a category listing (design §5.8). */
export type CategorySort = (typeof CATEGORY_SORTS)[number];

/** What the page showed beside a Buy Box, or in its place (`buybox_state`, design §5.11). */
export const BUYBOX_STATES = ['buybox', 'see_all_buying_options', 'unavailable', 'select_variation', 'none'] as const;

/** One of {@link BUYBOX_STATES}. */
export type BuyboxState = (typeof BUYBOX_STATES)[number];

/** Units of length that `dimensions` uses (design §5.19). */
export const LENGTH_UNITS = ['cm', 'in'] as const;

/** Units of weight that `weight` uses (design §5.19). */
export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;

/** What reviewers say of an aspect, in sum (`reviews_aspects`). */
export const SENTIMENTS = ['positive', 'negative', 'mixed'] as const;
