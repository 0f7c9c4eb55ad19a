/** Reads delivery promises: dates, and whether delivery is free. */
import { type Day, daysBetween } from './calendar.ts';
import { isBackwardsRange, readDays } from './days.ts';
import { anyOf, matcher, once } from './phrases.ts';
import { type PriceReading, readPrices } from './prices.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import type { Words } from './words/words.ts';

/** The dates and the cost of a promise. */
export interface DeliveryPromise {
  /** Whole days from today to `date_min`. `null` is unknown, 0 is today. */
  readonly days_min: number | null;
  readonly days_max: number | null;
  readonly date_min: Day | null;
  readonly date_max: Day | null;
  /** Whether the text names a range that ends before it begins. Its days are unknown. */
  readonly isBackwards?: boolean;
  /** `true` if delivery is free for this order, `false` if the text names a charge, `null` if it says neither. */
  readonly is_free: boolean | null;
}

/** When a promise is read. */
export interface PromiseTime {
  /** The day of the request in the marketplace's time zone. */
  readonly today: Day;
  /** Returns the day some minutes after the request. */
  readonly dayAfter: (minutes: number) => Day;
}

/** Reads a promise. @param countdown The text with the time that is left to order, if it is another one */
export function readDelivery(
  text: string,
  words: Words,
  time: PromiseTime,
  reading?: PriceReading,
  countdown = text,
): DeliveryPromise {
  const days = readPromisedDays(text, words, time, countdown);
  const is_free = readFree(text, words, reading);
  if (days === undefined) {
    const unknown = { days_min: null, days_max: null, date_min: null, date_max: null, is_free };
    return isBackwardsRange(text, words) ? { ...unknown, isBackwards: true } : unknown;
  }
  const ahead = (day: Day) => Math.max(0, daysBetween(time.today, day));
  // A range that has begun does not start today.
  const hasBegun = days.min < time.today && days.max > days.min;
  return {
    days_min: hasBegun ? null : ahead(days.min),
    days_max: ahead(days.max),
    date_min: days.min,
    date_max: days.max,
    is_free,
  };
}

/**
 * Reads the days. The page counts "today" from the shopper's day, which can be one later than the day of the marketplace's time zone: "today" is
 * not before the end of the countdown.
 */
function readPromisedDays(text: string, words: Words, { today, dayAfter }: PromiseTime, countdown: string) {
  const days = readDays(text, words, today);
  if (days?.max !== today) return days;
  const last = dayAfter(minutesLeft(countdown, words) ?? (words === en ? undefined : minutesLeft(countdown, en)) ?? 0);
  const later = last === today ? days : readDays(text, words, last);
  return later?.max === last ? later : days;
}

/** Returns the minutes that are left to order: `Order within 3 hrs 20 mins`. */
function minutesLeft(text: string, words: Words): number | undefined {
  const { countdown } = expressions(words);
  const [, hours, minutes] = countdown.exec(fold(text)) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes ?? 0);
}

/** With the English words, because pages in other languages have English parts. */
const expressions = once(({ delivery, dates }: Words) => ({
  free: matcher([...delivery.free, ...en.delivery.free]),
  freeOtherwise: new RegExp(anyOf([...delivery.freeOtherwise, ...en.delivery.freeOtherwise]), 'gu'),
  conditional: matcher([...delivery.conditional, ...en.delivery.conditional]),
  members: matcher([...delivery.members, ...en.delivery.members]),
  countdown: new RegExp(
    `(?<![\\d.,:])(\\d{1,2}) ?${anyOf(dates.hours)}\\.?[^\\d]{0,5}(?:(\\d{1,2}) ?${anyOf(dates.minutes)})?`,
    'u',
  ),
}));

/**
 * Whether a text about shipping says that it is free: `true` for this order or for members, `false` if it names a charge. Returns `null` if it
 * depends on the value of the order or is for a first order only, and if the text does not say.
 */
function readFree(text: string, words: Words, reading?: PriceReading): boolean | null {
  const { free, freeOtherwise, conditional, members } = expressions(words);
  const folded = fold(text).replace(freeOtherwise, ' ');
  const amounts = readPrices(text, reading).flatMap(({ amount, currency }) => (currency === undefined ? [] : [amount]));
  if (conditional.test(folded)) return null;
  if (free.test(folded)) return members.test(folded) || amounts.every((amount) => amount === 0) ? true : null;
  return amounts.length === 0 ? null : amounts.every((amount) => amount === 0);
}
