/** All readers of one page: its marketplace, its language, and the moment that its promises count from. */
import type { DealKind, OfferCondition } from '../contract/codes.ts';
import { type Day, dayIn, daysBetween } from './calendar.ts';
import { readCondition } from './conditions.ts';
import { type DateOrder, readDate } from './dates.ts';
import { type DealEnd, readDealEnd, readDealKind } from './deals.ts';
import { type DeliveryPromise, readDelivery, readFree } from './delivery.ts';
import type { MarketplaceInfo } from './marketplaces.ts';
import { type DimensionsReading, readDimensions, readWeight, type WeightReading } from './measures.ts';
import { readCount, readCounts, readNumber, readRating } from './numbers.ts';
import { type Price, type PriceReading, readPrice, readPrices } from './prices.ts';
import { readStock, type Stock } from './stock.ts';
import { en } from './words/en.ts';
import { wordsOf } from './words/index.ts';
import type { Words } from './words/words.ts';

/** Where and when a page was served. */
export interface LocaleOptions {
  readonly marketplace: MarketplaceInfo;
  /** The page's own language: `de`, `de-DE`, `de_DE`; also one without a word file, such as `zh`. */
  readonly language: string;
  /** The request moment. */
  readonly requestedAt: Date;
}

/** Text -> value, in one place, language and moment. A text that is not understood gives nothing: a wrong value is worse than none. */
export interface Locale {
  readonly marketplace: MarketplaceInfo;
  /** The language as it was given. */
  readonly language: string;
  readonly words: Words;
  /** The request's day in the marketplace's time zone, `YYYY-MM-DD` (design §5.7). */
  readonly today: Day;
  /** The first number: `4,5 von 5` is 4.5. */
  number(text: string | undefined): number | undefined;
  /** The first count: `2K+` is 2000. */
  count(text: string | undefined): number | undefined;
  /** All counts in their order: `1-48 of over 3,000 results`; none for no text. */
  counts(text: string | undefined): number[];
  /** A rating, 0 to 5. */
  rating(text: string | undefined): number | undefined;
  /** The first price. */
  price(text: string | undefined): Price | undefined;
  /** All prices in their order; none for no text. */
  prices(text: string | undefined): Price[];
  /** The first full date, `YYYY-MM-DD`. */
  date(text: string | undefined): Day | undefined;
  /** A delivery promise; every member `null` when nothing is said (specification, DeliveryEstimate). */
  delivery(text: string | undefined): DeliveryPromise;
  /** The condition that a heading names; `null` when it names none of the specification's. */
  condition(text: string | undefined): OfferCondition | null;
  /** The kind that a deal badge names; `null` when it names no mechanic. */
  dealKind(label: string | undefined): DealKind | null;
  /** When a deal ends; both `null` when the text does not say. */
  dealEnd(text: string | undefined): DealEnd;
  /** Whole days from today to a day; negative when it has passed. */
  daysUntil(date: Day): number;
  /** What an availability text says. */
  stock(text: string | undefined): Stock;
  /** Whether a shipping text says free, for this order as shown. */
  isFree(text: string | undefined): boolean;
  /** Length, width and height in a canonical unit. */
  dimensions(text: string | undefined): DimensionsReading | undefined;
  /** A weight in a canonical unit. */
  weight(text: string | undefined): WeightReading | undefined;
}

const NO_PROMISE: DeliveryPromise = { days_min: null, days_max: null, date_min: null, date_max: null, is_free: null };
const NO_END: DealEnd = { ends_on: null, ends_in_days: null };
/** The marketplaces' own dollars: what a bare `$` is there. */
const DOLLARS = new Set(['USD', 'CAD', 'AUD', 'MXN', 'SGD']);

/** The readers of a page. */
export function createLocale({ marketplace, language, requestedAt }: LocaleOptions): Locale {
  const words = wordsOf(language);
  const today = dayIn(requestedAt, marketplace.timeZone);
  const order: DateOrder | undefined = words === en ? marketplace.englishDateOrder : 'day-month';
  const money: PriceReading = {
    dollar: DOLLARS.has(marketplace.currency) ? marketplace.currency : 'USD',
    groupsBySpace: words.numbers.groupsBySpace,
  };
  /** Pages in other languages carry English parts: what the page's own words do not understand is tried in English. */
  const first = <T>(reader: (own: Words) => T | null | undefined): T | null | undefined =>
    reader(words) ?? (words === en ? undefined : reader(en));
  return {
    marketplace,
    language,
    words,
    today,
    number: (text) => read(text, (one) => readNumber(one, words)),
    count: (text) => read(text, (one) => readCount(one, words)),
    counts: (text) => read(text, (one) => readCounts(one, words)) ?? [],
    rating: (text) => read(text, readRating),
    price: (text) => read(text, (one) => readPrice(one, money)),
    prices: (text) => read(text, (one) => readPrices(one, money)) ?? [],
    date: (text) => read(text, (one) => readDate(one, words, order)),
    delivery: (text) => read(text, (one) => readDelivery(one, words, today, money)) ?? NO_PROMISE,
    condition: (text) => first((own) => read(text, (one) => readCondition(one, own))) ?? null,
    dealKind: (label) => first((own) => read(label, (one) => readDealKind(one, own))) ?? null,
    dealEnd: (text) => read(text, (one) => readDealEnd(one, words, requestedAt, today, order)) ?? NO_END,
    daysUntil: (date) => daysBetween(today, date),
    stock: (text) => first((own) => read(text, (one) => saysAnything(readStock(one, own)))) ?? {},
    isFree: (text) => read(text, (one) => readFree(one, words, money)) === true,
    dimensions: (text) => read(text, (one) => readDimensions(one, words)),
    weight: (text) => read(text, (one) => readWeight(one, words)),
  };
}

function read<T>(text: string | undefined, reader: (text: string) => T): T | undefined {
  return text === undefined ? undefined : reader(text);
}

/** A reading of which no member says anything is none. */
function saysAnything<T extends object>(reading: T): T | undefined {
  return Object.values(reading).some((value) => value !== null) ? reading : undefined;
}
