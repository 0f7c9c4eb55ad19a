/** All readers for one page, set up for its marketplace, its language and the time of its request. */
import type { DealKind, OfferCondition } from '../contract/codes.ts';
import { type Day, dayIn } from './calendar.ts';
import { readCondition } from './conditions.ts';
import { type DateOrder, readDate, readDateInAnyLanguage } from './dates.ts';
import { type DealEnd, dealEndAt, readDealEnd, readDealKind, readIsNotLive } from './deals.ts';
import { type DeliveryPromise, readDelivery } from './delivery.ts';
import { type LONGEST_TEXT, limited } from './limits.ts';
import type { MarketplaceInfo } from './marketplaces.ts';
import { type DimensionsReading, readDimensions, readWeight, type WeightReading } from './measures.ts';
import { readCount, readCounts, readNumber, readPercent, readRating } from './numbers.ts';
import { mentions, once } from './phrases.ts';
import { type Price, type PriceRange, type PriceReading, readPriceRange, readPrices } from './prices.ts';
import { readStock, type Stock } from './stock.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import { wordsByLanguage, wordsOf } from './words/index.ts';
import type { DetailWords, Phrases, Words } from './words/words.ts';

type Key = keyof DetailWords;

/**
 * Returns the labels of a language, then those of English, then those of all other languages. Rows have the language in which the seller described
 * the product, so a page has rows in several languages. A label that means something else in the page's language or in English is left out.
 */
const detailWordsOf = once((own: Words): DetailWords => {
  const others = Object.values(wordsByLanguage).filter((words) => words !== own && words !== en);
  const keys = Object.keys(own.details) as Key[];
  const meanings = new Map<string, Set<Key>>();
  const known = [...new Set([own, en])];
  for (const { details } of known) {
    for (const key of keys) {
      for (const label of details[key].map(fold)) meanings.set(label, (meanings.get(label) ?? new Set()).add(key));
    }
  }
  const foreign = (key: Key) =>
    others.flatMap(({ details }) => details[key]).filter((label) => meanings.get(fold(label))?.has(key) ?? true);
  const lists = keys.map((key) => [
    key,
    [...new Set([...known.flatMap(({ details }) => details[key]), ...foreign(key)])],
  ]);
  return Object.fromEntries(lists) as unknown as DetailWords;
});

/** Where and when a page was served. */
export interface LocaleOptions {
  readonly marketplace: MarketplaceInfo;
  /** The language of the page: `de`, `de-DE`, `de_DE`. A language without a word file, such as `zh`, is allowed. */
  readonly language: string;
  /** The time of the request. */
  readonly requestedAt: Date;
}

/**
 * Reads values out of the text of a page. Text that is not understood gives `undefined`, `null` or an empty list: a wrong value is worse than a
 * missing one.
 */
export interface Locale {
  readonly marketplace: MarketplaceInfo;
  /** The `language` option, unchanged. */
  readonly language: string;
  readonly words: Words;
  /** The words of all languages, those of the page's language first. */
  readonly allWords: readonly Words[];
  /** The labels of detail rows in all languages, those of the page's language first. */
  readonly details: DetailWords;
  /** The time of the request. */
  readonly requestedAt: Date;
  /** The day of the request in the marketplace's time zone, `YYYY-MM-DD`. */
  readonly today: Day;
  /** Whether a text contains any of the phrases, in a language that pages of the site mix: the page's, English or the site's own. */
  says(text: string | undefined, phrases: (words: Words) => Phrases): boolean;
  /** Whether a text contains any of the phrases, in any language: labels and marks can be in another one than the page. */
  saysInAnyLanguage(text: string | undefined, phrases: (words: Words) => Phrases): boolean;
  /** The first number: `4,5 von 5` is 4.5. */
  number(text: string | undefined): number | undefined;
  /** The first count: `2K+` is 2000. */
  count(text: string | undefined): number | undefined;
  /** All counts in their order: `1-48 of over 3,000 results`. */
  counts(text: string | undefined): number[];
  /** A rating, 0 to 5. */
  rating(text: string | undefined): number | undefined;
  /** The first percentage, 0 to 100. */
  percent(text: string | undefined): number | undefined;
  /** The first price. It has a currency: a number alone is not a price. */
  price(text: string | undefined): Price | undefined;
  /** All prices in their order, each with its currency. */
  prices(text: string | undefined): Price[];
  /** The lowest and the highest price of a range: `$9.99 - $12.99`. */
  priceRange(text: string | undefined): PriceRange | undefined;
  /** The first full date, `YYYY-MM-DD`. */
  date(text: string | undefined): Day | undefined;
  /** The first full date, in any language: the value of a detail row. */
  dateInAnyLanguage(text: string | undefined): Day | undefined;
  /** A delivery promise. All members are `null` if the text promises nothing. The time that is left to order can be in another text. */
  delivery(text: string | undefined, countdown?: string): DeliveryPromise;
  /** The condition that a heading names. `null` for any that has no code. */
  condition(text: string | undefined): OfferCondition | null;
  /** The kind of deal that a badge names. `null` if it names none. */
  dealKind(label: string | undefined): DealKind | null;
  /** When a deal ends. Both members are `null` if the text does not say. */
  dealEnd(text: string | undefined): DealEnd;
  /** When a deal ends whose end is an ISO 8601 timestamp. Both members are `null` for any other text. */
  dealEndAt(timestamp: string | undefined): DealEnd;
  /** Whether the text of a deal badge says that the deal has ended or has not begun. */
  isNotLive(label: string | undefined): boolean;
  /** Stock and availability. */
  stock(text: string | undefined): Stock;
  /** Length, width and height in a canonical unit. */
  dimensions(text: string | undefined): DimensionsReading | undefined;
  /** A weight in a canonical unit. */
  weight(text: string | undefined): WeightReading | undefined;
}

const hasCurrency = ({ currency }: Price): boolean => currency !== undefined;

const NO_PROMISE: DeliveryPromise = { days_min: null, days_max: null, date_min: null, date_max: null, is_free: null };
const NO_END: DealEnd = { ends_on: null, ends_in_days: null };

type Readers = Pick<Locale, keyof typeof LONGEST_TEXT>;

/** Creates the readers for a page. */
export function createLocale({ marketplace, language, requestedAt }: LocaleOptions): Locale {
  const words = wordsOf(language);
  const today = dayIn(requestedAt, marketplace.timeZone);
  const dayAfter = (minutes: number) => dayIn(new Date(requestedAt.getTime() + minutes * 60_000), marketplace.timeZone);
  const order: DateOrder | undefined = words === en ? marketplace.englishDateOrder : 'day-month';
  const money: PriceReading = {
    ...(marketplace.dollar !== undefined && { dollar: marketplace.dollar }),
    groupsBySpace: words.numbers.groupsBySpace,
  };
  /** Pages have parts in English and in the site's own language: tries the page's language, then these. */
  const languages = [...new Set([words, en, wordsOf(marketplace.locales.native)])];
  const allWords = [...new Set([words, ...Object.values(wordsByLanguage)])];
  const first = <T>(reader: (own: Words) => T | null | undefined): T | null | undefined => {
    for (const own of languages) {
      const value = reader(own);
      if (value !== null && value !== undefined) return value;
    }
    return undefined;
  };
  const promise: Locale['delivery'] = (text, countdown) =>
    read(text, (one) => readDelivery(one, words, { today, dayAfter }, money, countdown)) ?? NO_PROMISE;
  const promised = memo((text) => promise(text));
  const pricesIn = memo((text) => read(text, (one) => readPrices(one, money)) ?? []);
  const readers: Readers = {
    says: (text, phrases) => languages.some((own) => mentions(text, phrases(own))),
    saysInAnyLanguage: (text, phrases) => allWords.some((own) => mentions(text, phrases(own))),
    number: (text) => read(text, (one) => readNumber(one, words)),
    count: (text) => read(text, (one) => readCount(one, words)),
    counts: (text) => read(text, (one) => readCounts(one, words)) ?? [],
    rating: (text) => read(text, readRating),
    percent: (text) => read(text, readPercent),
    price: (text) => pricesIn(text).find(hasCurrency),
    prices: (text) => pricesIn(text).filter(hasCurrency),
    priceRange: (text) => read(text, (one) => readPriceRange(one, money)),
    date: (text) => read(text, (one) => readDate(one, words, order)),
    dateInAnyLanguage: (text) => read(text, (one) => readDateInAnyLanguage(one, words, order)),
    delivery: (text, countdown) => (countdown === undefined ? promised(text) : promise(text, countdown)),
    condition: (text) => first((own) => read(text, (one) => readCondition(one, own))) ?? null,
    dealKind: (label) => first((own) => read(label, (one) => readDealKind(one, own))) ?? null,
    dealEnd: (text) => read(text, (one) => readDealEnd(one, words, requestedAt, today, order)) ?? NO_END,
    dealEndAt: (timestamp) => read(timestamp, (one) => dealEndAt(new Date(one), requestedAt)) ?? NO_END,
    isNotLive: (label) => label !== undefined && languages.some((own) => readIsNotLive(label, own)),
    stock: memo((text) => first((own) => read(text, (one) => nonEmpty(readStock(one, own)))) ?? {}),
    dimensions: (text) => read(text, (one) => readDimensions(one, words)),
    weight: (text) => read(text, (one) => readWeight(one, words)),
  };
  return {
    marketplace,
    language,
    words,
    allWords,
    details: detailWordsOf(words),
    requestedAt,
    today,
    ...limited(readers),
  };
}

/** Keeps what a reader returned: the results of a list repeat their texts. */
function memo<T>(reader: (text: string | undefined) => T): (text: string | undefined) => T {
  const known = new Map<string | undefined, T>();
  return (text) => {
    const value = known.get(text) ?? reader(text);
    known.set(text, value);
    return value;
  };
}

const read = <T>(text: string | undefined, reader: (text: string) => T): T | undefined =>
  text === undefined ? undefined : reader(text);

/** Returns `undefined` for a reading without any value. */
const nonEmpty = <T extends object>(reading: T): T | undefined =>
  Object.values(reading).some((value) => value !== null) ? reading : undefined;
