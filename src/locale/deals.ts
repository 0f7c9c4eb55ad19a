/** Reads deal badges: the kind of deal, and its end. */
import type { DealKind } from '../contract/codes.ts';
import { addDays, type Day, daysBetween } from './calendar.ts';
import { type DateOrder, readDate } from './dates.ts';
import { readDays } from './days.ts';
import { anyOf, matcher, once } from './phrases.ts';
import { fold } from './text.ts';
import type { Words } from './words/words.ts';

const expressions = once(({ deals }: Words) => ({
  none: matcher(deals.none),
  limitedTime: matcher(deals.limitedTime),
  lightning: matcher(deals.lightning),
  primeExclusive: matcher(deals.primeExclusive),
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

/** The end of a deal. */
export interface DealEnd {
  /** The last day. `null` if the text names none. */
  readonly ends_on: Day | null;
  /** Whole days from the day of the request to `ends_on`; 0 is today. */
  readonly ends_in_days: number | null;
}

/** `05:12:33`, a countdown. */
const COUNTDOWN = /(?<![\d:])(\d{1,3}):([0-5]\d):([0-5]\d)(?![\d:])/;

/** Reads the end of a deal: a date, a day, `in 3 days`, or a countdown `05:12:33`, whose day is the UTC day. */
export function readDealEnd(text: string, words: Words, requestedAt: Date, today: Day, order?: DateOrder): DealEnd {
  const ends_on = endDay(text, words, requestedAt, today, order) ?? null;
  return { ends_on, ends_in_days: ends_on === null ? null : Math.max(0, daysBetween(today, ends_on)) };
}

function endDay(
  text: string,
  words: Words,
  requestedAt: Date,
  today: Day,
  order: DateOrder | undefined,
): Day | undefined {
  const date = readDate(text, words, order) ?? readDays(text, words, today)?.max;
  if (date !== undefined) return date;
  const folded = fold(text);
  const [, hours, minutes, seconds] = COUNTDOWN.exec(folded) ?? [];
  if (hours !== undefined) {
    const left = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return new Date(requestedAt.getTime() + left).toISOString().slice(0, 10);
  }
  const days = expressions(words).daysLeft.exec(folded)?.[1];
  return days === undefined ? undefined : addDays(today, Number(days));
}
