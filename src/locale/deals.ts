/** Reads deal badges: the kind of deal, and its end. */
import type { DealKind } from '../contract/codes.ts';
import { addDays, type Day, dayIn, daysBetween } from './calendar.ts';
import { type DateOrder, readDate } from './dates.ts';
import { readDays } from './days.ts';
import { anyOf, matcher, once } from './phrases.ts';
import { fold } from './text.ts';
import type { Words } from './words/words.ts';

const expressions = once(({ deals, dates }: Words) => ({
  none: matcher(deals.none),
  limitedTime: matcher(deals.limitedTime),
  lightning: matcher(deals.lightning),
  primeExclusive: matcher(deals.primeExclusive),
  notLive: matcher(deals.notLive),
  live: new RegExp(anyOf(deals.live ?? []), 'gu'),
  /** The words between two dates. Words of one letter are left out: in Arabic they are part of other words. */
  between: new RegExp(` [-~] |${anyOf(dates.ranges.filter((word) => word.length > 1))}`, 'u'),
  daysLeft: new RegExp(`(?<![\\d.,:])(\\d{1,3}) ?${anyOf(deals.days)}`, 'u'),
}));

/** Returns the kind of deal that a badge names. `null` for countdowns, seasonal events and text that is not understood. */
export function readDealKind(label: string, words: Words): DealKind | null {
  const folded = fold(label);
  const { none, limitedTime, lightning, primeExclusive } = expressions(words);
  if (none.test(folded)) return null;
  if (lightning.test(folded)) return 'lightning';
  if (primeExclusive.test(folded)) return 'prime_exclusive';
  return limitedTime.test(folded) ? 'limited_time' : null;
}

/** Whether the text of a badge says that the deal has ended or has not begun: "Deal ended", "Upcoming deal". */
export function readIsNotLive(label: string, words: Words): boolean {
  const { notLive, live } = expressions(words);
  return notLive.test(fold(label).replace(live, ' '));
}

/** The end of a deal. */
export interface DealEnd {
  /** The last day. `null` if the text names none. */
  readonly ends_on: Day | null;
  /** Whole days from the day of the request to `ends_on`, in the calendar of `ends_on`. 0 is today, a negative number is in the past. */
  readonly ends_in_days: number | null;
}

/** `05:12:33`, a countdown. */
const COUNTDOWN = /(?<![\d:])(\d{1,3}):([0-5]\d):([0-5]\d)(?![\d:])/;

/** The last year of four digits. */
const LAST_YEAR = 9999;

/** Returns the end of a deal that ends at a time. Both members are counted in UTC. They are `null` for an invalid time. */
export function dealEndAt(end: Date, requestedAt: Date): DealEnd {
  const year = end.getUTCFullYear();
  if (!(year > 0 && year <= LAST_YEAR)) return { ends_on: null, ends_in_days: null };
  const ends_on = dayIn(end, 'UTC');
  return { ends_on, ends_in_days: daysBetween(dayIn(requestedAt, 'UTC'), ends_on) };
}

/**
 * Reads the end of a deal: a date, a day or `in 3 days` in the marketplace's calendar, or a countdown `05:12:33`, whose end is a day in UTC.
 *
 * @param today The day of the request in the marketplace's time zone.
 */
export function readDealEnd(text: string, words: Words, requestedAt: Date, today: Day, order?: DateOrder): DealEnd {
  const ends_on = lastDate(text, words, order) ?? readDays(text, words, today)?.max ?? dayAfter(text, words, today);
  if (ends_on !== undefined) return { ends_on, ends_in_days: daysBetween(today, ends_on) };
  const [, hours, minutes, seconds] = COUNTDOWN.exec(fold(text)) ?? [];
  if (hours === undefined) return { ends_on: null, ends_in_days: null };
  const left = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return dealEndAt(new Date(requestedAt.getTime() + left), requestedAt);
}

/** Reads the last full date, because terms can name the first day too: "from March 1, 2026 to March 8, 2026". */
function lastDate(text: string, words: Words, order: DateOrder | undefined): Day | undefined {
  const parts = fold(text).split(expressions(words).between);
  const last = parts.map((part) => readDate(part, words, order)).findLast((date) => date !== undefined);
  return last ?? readDate(text, words, order);
}

/** `in 3 days`. */
function dayAfter(text: string, words: Words, today: Day): Day | undefined {
  const days = expressions(words).daysLeft.exec(fold(text))?.[1];
  return days === undefined ? undefined : addDays(today, Number(days));
}
