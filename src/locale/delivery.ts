/** Delivery promises: when, and whether free. */
import { type Day, daysBetween } from './calendar.ts';
import { readDays } from './days.ts';
import { anyOf, matcher, once } from './phrases.ts';
import { type PriceReading, readPrices } from './prices.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import type { Words } from './words/words.ts';

/** What a text promises (specification, DeliveryEstimate). */
export interface DeliveryPromise {
  /** Whole days to the earliest day; `null` is unknown, `0` today. */
  readonly days_min: number | null;
  readonly days_max: number | null;
  readonly date_min: Day | null;
  readonly date_max: Day | null;
  /** `true` free for this order as shown, `false` a charge is named, `null` neither (design §5.13). */
  readonly is_free: boolean | null;
}

/** Reads a promise. `today` is the request's day in the marketplace's time zone. */
export function readDelivery(text: string, words: Words, today: Day, reading?: PriceReading): DeliveryPromise {
  const days = readDays(text, words, today);
  const is_free = readFree(text, words, reading);
  if (days === undefined) return { days_min: null, days_max: null, date_min: null, date_max: null, is_free };
  const ahead = (day: Day) => Math.max(0, daysBetween(today, day));
  return { days_min: ahead(days.min), days_max: ahead(days.max), date_min: days.min, date_max: days.max, is_free };
}

/** English is understood on every page: a site's other languages carry English parts. */
const expressions = once(({ delivery }: Words) => ({
  free: matcher([...delivery.free, ...en.delivery.free]),
  freeOtherwise: new RegExp(anyOf([...delivery.freeOtherwise, ...en.delivery.freeOtherwise]), 'gu'),
  conditional: matcher([...delivery.conditional, ...en.delivery.conditional]),
  members: matcher([...delivery.members, ...en.delivery.members]),
}));

/**
 * Whether a shipping text says free: `true` for this order as shown, or for members of the programme (design §5.14); `false` when a
 * charge is named; `null` when it depends on the order's value or on the shopper's first order, and when nothing is said.
 */
export function readFree(text: string, words: Words, reading?: PriceReading): boolean | null {
  const { free, freeOtherwise, conditional, members } = expressions(words);
  const folded = fold(text).replace(freeOtherwise, ' ');
  const amounts = readPrices(text, reading).flatMap(({ amount, currency }) => (currency === undefined ? [] : [amount]));
  if (conditional.test(folded)) return null;
  if (free.test(folded)) return members.test(folded) || amounts.every((amount) => amount === 0) ? true : null;
  return amounts.length === 0 ? null : amounts.every((amount) => amount === 0);
}
