/** Reads delivery promises: dates, and whether delivery is free. */
import { type Day, daysBetween } from './calendar.ts';
import { readDays } from './days.ts';
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
  /** `true` if delivery is free for this order, `false` if the text names a charge, `null` if it says neither. */
  readonly is_free: boolean | null;
}

/** Reads a promise. `today` is the day of the request in the marketplace's time zone. */
export function readDelivery(text: string, words: Words, today: Day, reading?: PriceReading): DeliveryPromise {
  const days = readDays(text, words, today);
  const is_free = readFree(text, words, reading);
  if (days === undefined) return { days_min: null, days_max: null, date_min: null, date_max: null, is_free };
  const ahead = (day: Day) => Math.max(0, daysBetween(today, day));
  return { days_min: ahead(days.min), days_max: ahead(days.max), date_min: days.min, date_max: days.max, is_free };
}

/** With the English words, because pages in other languages have English parts. */
const expressions = once(({ delivery }: Words) => ({
  free: matcher([...delivery.free, ...en.delivery.free]),
  freeOtherwise: new RegExp(anyOf([...delivery.freeOtherwise, ...en.delivery.freeOtherwise]), 'gu'),
  conditional: matcher([...delivery.conditional, ...en.delivery.conditional]),
  members: matcher([...delivery.members, ...en.delivery.members]),
}));

/**
 * Whether a text about shipping says that it is free: `true` for this order or for members, `false` if it names a charge. Returns `null` if it
 * depends on the value of the order or is for a first order only, and if the text does not say.
 */
export function readFree(text: string, words: Words, reading?: PriceReading): boolean | null {
  const { free, freeOtherwise, conditional, members } = expressions(words);
  const folded = fold(text).replace(freeOtherwise, ' ');
  const amounts = readPrices(text, reading).flatMap(({ amount, currency }) => (currency === undefined ? [] : [amount]));
  if (conditional.test(folded)) return null;
  if (free.test(folded)) return members.test(folded) || amounts.every((amount) => amount === 0) ? true : null;
  return amounts.length === 0 ? null : amounts.every((amount) => amount === 0);
}
