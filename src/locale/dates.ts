/** Dates: with a year in any written form, and days without one. */
import { addDays, type Day, dayOf, nextDay, weekdayOf } from './calendar.ts';
import { datePatterns } from './date-patterns.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import type { Words } from './words/words.ts';

/** In what order a date of numbers alone is written. */
export type DateOrder = 'day-month' | 'month-day';

const ISO = /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const CJK = /(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/;
/** `12.03.2026`, `12/03/2026`, `12-03-2026`. */
const NUMERIC = /(?<![\d.,/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;

/**
 * The first full date in a text, `YYYY-MM-DD`: `March 12, 2026`, `12 de marzo de 2026`, `2026年3月12日`, `12.03.2026`. Numbers alone that
 * could be read two ways need `order`. `undefined` without a year, and for days that do not exist.
 */
export function readDate(text: string, words: Words, order?: DateOrder): Day | undefined {
  const folded = fold(text);
  return written(folded, words) ?? (words === en ? undefined : written(folded, en)) ?? inNumbers(folded, order);
}

function written(folded: string, words: Words): Day | undefined {
  const { dayMonthYear, monthDayYear, months } = datePatterns(words);
  const [, day, month, year] = dayMonthYear.exec(folded) ?? [];
  if (month !== undefined) return dayOf(Number(year), months.get(month) ?? 0, Number(day));
  const [, first, second, third] = monthDayYear.exec(folded) ?? [];
  return first === undefined ? undefined : dayOf(Number(third), months.get(first) ?? 0, Number(second));
}

function inNumbers(folded: string, order: DateOrder | undefined): Day | undefined {
  const cjk = CJK.exec(folded);
  if (cjk !== null) return dayOf(Number(cjk[1]), Number(cjk[2]), Number(cjk[3]));
  const iso = ISO.exec(folded);
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[3]), Number(iso[4]));
  const [, a, mark, b, year] = NUMERIC.exec(folded) ?? [];
  const [first, second] = [Number(a), Number(b)];
  if (year === undefined) return undefined;
  if (mark === '.' || first > 12 || order === 'day-month') return dayOf(Number(year), second, first);
  return second > 12 || order === 'month-day' ? dayOf(Number(year), first, second) : undefined;
}

/** The earliest and the latest of the days that a text names; the same for a single day. */
export interface DayRange {
  readonly min: Day;
  readonly max: Day;
}

/**
 * The days without a year that a text names first: `29 - 31 August`, `Feb 24 - March 4`, `Tomorrow, March 12`, `4月22日～24日`; else the
 * day of a word: `today`, `overnight` (the next day's), a weekday (the next such day, today not included).
 */
export function readDays(text: string, words: Words, today: Day): DayRange | undefined {
  const folded = fold(text);
  return named(folded, words, today) ?? relative(folded, words, today);
}

/** What a pattern found: where, and the month and day of both ends. */
interface Found {
  readonly index: number;
  readonly ends: readonly [End, End];
  readonly year?: number;
}
type End = readonly [month: number, day: number];

/** Days with a month, the first in the text; a range goes before a single day at the same place. */
function named(folded: string, words: Words, today: Day): DayRange | undefined {
  const found = candidates(folded, words).reduce<Found | undefined>(
    (best, one) => (best === undefined || one.index < best.index ? one : best),
    undefined,
  );
  return found === undefined ? undefined : resolve(found, today);
}

function candidates(folded: string, words: Words): Found[] {
  const { dayMonthRange, monthDayRange, dayMonth, monthDay, cjkRange, months } = datePatterns(words);
  const number = (month: string | undefined) => (month === undefined ? 0 : (months.get(month) ?? Number(month)));
  const found: Found[] = [];
  const add = (
    match: RegExpExecArray | null,
    read: (groups: readonly (string | undefined)[]) => [End, End],
    year?: number,
  ) => {
    if (match === null) return;
    const written = year === undefined || match[year] === undefined ? {} : { year: Number(match[year]) };
    found.push({ index: match.index, ends: read(match), ...written });
  };
  const order = words.dates.order;
  add(cjkRange.exec(folded), ([, m1, d1, m2, d2]) => [
    [Number(m1), Number(d1)],
    [Number(m2 ?? m1), Number(d2)],
  ]);
  add(CJK_DAY.exec(folded), ([, m, d]) => same([Number(m), Number(d)]));
  add(
    dayMonthRange.exec(folded),
    ([, d1, m1, d2, m2]) => [
      [number(m1 ?? m2), Number(d1)],
      [number(m2), Number(d2)],
    ],
    5,
  );
  add(dayMonth.exec(folded), ([, d, m]) => same([number(m), Number(d)]), 3);
  if (order === 'day-month') return found;
  add(monthDayRange.exec(folded), ([, m1, d1, m2, d2]) => [
    [number(m1), Number(d1)],
    [number(m2 ?? m1), Number(d2)],
  ]);
  add(monthDay.exec(folded), ([, m, d]) => same([number(m), Number(d)]), 3);
  return found;
}

/** `1月28日`, `1월 28일`. */
const CJK_DAY = /(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/;

function same(end: End): [End, End] {
  return [end, end];
}

/** The nearest such days. A range that has begun and still runs is this year's. */
function resolve({ ends: [first, last], year }: Found, today: Day): DayRange | undefined {
  if (year !== undefined) return range(dayOf(year, ...first), dayOf(year, ...last));
  const min = nextDay(...first, today);
  const end = nextDay(...last, today);
  if (min === undefined || end === undefined) return undefined;
  if (min <= end) return range(min, end);
  const begun = dayOf(Number(end.slice(0, 4)) - (compare(first, last) > 0 ? 1 : 0), ...first);
  return begun !== undefined && addDays(begun, LONGEST_RANGE) >= end
    ? range(begun, end)
    : range(min, nextDay(...last, min));
}

/** In days. Longer promises than this are read as not yet begun. */
const LONGEST_RANGE = 90;

function compare(a: End, b: End): number {
  return a[0] - b[0] || a[1] - b[1];
}

function range(min: Day | undefined, max: Day | undefined): DayRange | undefined {
  return min === undefined || max === undefined || max < min ? undefined : { min, max };
}

/** Words for a day near by. "Tomorrow" wins over "today": "order today, get it tomorrow". */
function relative(folded: string, words: Words, today: Day): DayRange | undefined {
  const patterns = datePatterns(words);
  const ahead = patterns.dayAfterTomorrow.test(folded)
    ? 2
    : patterns.tomorrow.test(folded) || patterns.overnight.test(folded)
      ? 1
      : patterns.today.test(folded)
        ? 0
        : aheadOfWeekday(folded, patterns.weekdays, today);
  if (ahead === undefined) return undefined;
  const day = addDays(today, ahead);
  return { min: day, max: day };
}

/** Days until the weekday that the text names first; 1 to 7. */
function aheadOfWeekday(folded: string, weekdays: readonly RegExp[], today: Day): number | undefined {
  let first: { index: number; weekday: number } | undefined;
  weekdays.forEach((pattern, weekday) => {
    const index = pattern.exec(folded)?.index;
    if (index !== undefined && (first === undefined || index < first.index)) first = { index, weekday };
  });
  return first === undefined ? undefined : ((first.weekday - weekdayOf(today) + 6) % 7) + 1;
}
