/** Reads values out of text: numbers, percentages, prices, dates, delivery promises, conditions, deals, stock, measures. Also the marketplaces. */
export { largestOf, ordinalNumber, plainNumber } from './exact-numbers.ts';
export { createLocale, type Locale } from './locale.ts';
export { type MarketplaceInfo, marketplaceOfHost, marketplaces } from './marketplaces.ts';
export { withoutMoney } from './money-tokens.ts';
export { withoutPercents } from './numbers.ts';
export { isOneOf, mentions, numberIn, once, without } from './phrases.ts';
export { type Price, type PriceRange, priceRangeOf } from './prices.ts';
export { regionNamed, regionNameIn } from './regions.ts';
export type { Stock } from './stock.ts';
export { readTemplate } from './templates.ts';
export { fold } from './text.ts';
export { wordsByLanguage, wordsOf } from './words/index.ts';
export type { Phrases, SellerWords, Words } from './words/words.ts';
