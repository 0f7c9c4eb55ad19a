/** Reads values out of text: numbers, percentages, prices, dates, delivery promises, conditions, deals, stock, measures. Also the marketplaces. */
export type { Day } from './calendar.ts';
export type { DealEnd } from './deals.ts';
export type { DeliveryPromise } from './delivery.ts';
export { largestOf, ordinalNumber, plainNumber } from './exact-numbers.ts';
export { createLocale, type Locale, type LocaleOptions } from './locale.ts';
export { type MarketplaceInfo, type MarketplaceLocales, marketplaceOfHost, marketplaces } from './marketplaces.ts';
export type { DimensionsReading, WeightReading } from './measures.ts';
export { withoutPercents } from './percent.ts';
export { isOneOf, mentions, numberIn, without } from './phrases.ts';
export { type Price, type PriceRange, priceRangeOf } from './prices.ts';
export { regionNamed, regionNameIn } from './regions.ts';
export type { Stock } from './stock.ts';
export { readTemplate } from './templates.ts';
export { fold } from './text.ts';
export { wordsByLanguage, wordsOf } from './words/index.ts';
export type { LanguageCode, Phrases, SellerWords, Words } from './words/words.ts';
