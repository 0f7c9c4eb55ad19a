/** Reads days without a year, as in delivery promises: `29 - 31 August`, `Tomorrow, March 12`, `today`, `Friday`. */
import { addDays, type Day, dayOf, nextDay, weekdayOf } from './calendar.ts';
import { CJK_DAY, type DatePatterns, datePatterns, FULL_NUMBERS, NUMBERS_DAY } from './date-patterns.ts';
import { once } from './phrases.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import type { Words } from './words/words.ts';

/** A word for a day: its position, and the number of days from today. */
interface Near {
  readonly start: number;
  readonly end: number;
  readonly ahead: number;
  readonly isWeekday: boolean;
}

/**
 * Returns the day or the range of days (`Today - Tomorrow`, `Friday - Monday`) that words name. Of several words that are not a range, the later
 * day counts ("order today, get it tomorrow"), and a weekday only if there is no other word.
 */
function nearDays(folded: string, patterns: DatePatterns, today: Day): { min: Day; max: Day } | undefined {
  const words = nearWords(folded, patterns, today);
  const [first, second] = words;
  if (first === undefined) return undefined;
  if (second !== undefined && patterns.range.test(folded.slice(first.end, second.start))) {
    const last = second.ahead < first.ahead ? second.ahead + DAYS_A_WEEK : second.ahead;
    return { min: addDays(today, first.ahead), max: addDays(today, last) };
  }
  const near = words.filter(({ isWeekday }) => !isWeekday).map(({ ahead }) => ahead);
  const day = addDays(today, near.length > 0 ? Math.max(...near) : first.ahead);
  return { min: day, max: day };
}

const DAYS_A_WEEK = 7;

/** Returns the first occurrence of each word, in order, without words inside longer ones ("tomorrow" in "day after tomorrow"). */
function nearWords(folded: string, patterns: DatePatterns, today: Day): Near[] {
  const found: Near[] = [];
  const add = (pattern: RegExp, ahead: number, isWeekday = false) => {
    const match = pattern.exec(folded);
    if (match !== null) found.push({ start: match.index, end: match.index + match[0].length, ahead, isWeekday });
  };
  add(patterns.today, 0);
  add(patterns.tomorrow, 1);
  add(patterns.overnight, 1);
  add(patterns.dayAfterTomorrow, 2);
  patterns.weekdays.forEach((pattern, weekday) => {
    add(pattern, ((weekday - weekdayOf(today) + DAYS_A_WEEK - 1) % DAYS_A_WEEK) + 1, true);
  });
  return found.filter((one) => !found.some((other) => holds(other, one))).sort((a, b) => a.start - b.start);
}

const holds = (other: Near, one: Near): boolean => other !== one && other.start <= one.start && other.end >= one.end;

/** The earliest and the latest day that a text names. The same day twice for a single day. */
export interface DayRange {
  readonly min: Day;
  readonly max: Day;
}

/**
 * Returns the first days with a month in a text: `29 - 31 August`, `Feb 24 - March 4`, `Tomorrow, March 12`, `4月22日～24日`. Else the day that
 * a word names: `today`, `overnight` (the next day), a weekday (the next such day after today). A day without a year is the first such day from
 * today on. English is read on pages in every language.
 */
export function readDays(text: string, words: Words, today: Day): DayRange | undefined {
  const folded = fold(text);
  const hasNumber = NUMBER.test(folded);
  for (const patterns of words === en ? [datePatterns(en)] : [datePatterns(words), englishOf(words)]) {
    const found = hasNumber ? earliest(matches(folded, patterns)) : undefined;
    if (found !== undefined) return isBackwards(found) ? undefined : namedDays(found, folded, patterns, today);
    const near = FULL_NUMBERS.test(folded) ? undefined : nearDays(folded, patterns, today);
    if (near !== undefined) return near;
  }
  return undefined;
}

const NUMBER = /\d/;

/** The English patterns for pages in another language, whose words can be English weekdays: "sun", "sat". */
const englishOf = once((_: Words): DatePatterns => ({ ...datePatterns(en), weekdays: [] }));

type End = readonly [month: number, day: number];

/** The match of a pattern: its position, and the month and day of both ends. */
interface Found {
  readonly index: number;
  readonly length: number;
  readonly isSingle: boolean;
  readonly ends: readonly [End, End];
  readonly years: readonly [start: number | undefined, end: number | undefined];
}

/** Returns the first match. At the same position a range wins over a single day. */
function earliest(found: readonly Found[]): Found | undefined {
  let first: Found | undefined;
  for (const one of found) if (first === undefined || one.index < first.index) first = one;
  return first;
}

/** Returns the days of a match. `undefined` if there are no such days: "February 30". */
function namedDays(found: Found, folded: string, patterns: DatePatterns, today: Day): DayRange | undefined {
  const days = resolve(found, today, weekdayAround(found, folded, patterns));
  if (days === undefined || !found.isSingle) return days;
  const [before, after] = [folded.slice(0, found.index), folded.slice(found.index + found.length)];
  if (ENDS_AS_START.test(before) || STARTS_AS_END.test(after)) return undefined;
  const start = startBefore(before, patterns, today);
  return start === undefined || start > days.max ? days : { min: start, max: days.max };
}

/** A day with a dash, before or after a single day: an end of a range that is not understood, for example for an unknown name of its month. */
const ENDS_AS_START = /(?<![\d.,:])\d{1,2}(?![\d.,:])[^\d~-]{0,15}[~-][^\d~-]{0,6}$/;
const STARTS_AS_END = /^[^\d~-]{0,12}[~-][^\d~-]{0,6}\d{1,2}(?![\d.,:]|\.? ?[ap]\.?m)/;

/** Returns the start of a range whose end has a month: `Tomorrow - Friday, March 14`. */
function startBefore(before: string, { todayTo, tomorrowTo }: DatePatterns, today: Day): Day | undefined {
  if (todayTo.test(before)) return today;
  return tomorrowTo.test(before) ? addDays(today, 1) : undefined;
}

type Groups = readonly (string | undefined)[];
/** Reads the ends of a match, and the groups of their years. */
type Reader = (groups: Groups) => { ends: [End, End]; years: [number, number] };

function matches(folded: string, patterns: DatePatterns): Found[] {
  const month = (name: string | undefined) => patterns.months.get(name ?? '') ?? 0;
  const single = (end: End, year: number) => ({
    ends: [end, end] as [End, End],
    years: [year, year] as [number, number],
  });
  const range = (first: End, last: End, years: [number, number]) => ({ ends: [first, last] as [End, End], years });
  const yearFirst: Reader = ([, , m1, d1, , m2, d2]) =>
    range([Number(m1), Number(d1)], [Number(m2 ?? m1), Number(d2)], [1, 4]);
  const readers: readonly (readonly [RegExp | undefined, Reader])[] = [
    [patterns.cjkRange, yearFirst],
    [patterns.numericRange, yearFirst],
    [CJK_DAY, ([, , m, d]) => single([Number(m), Number(d)], 1)],
    [NUMBERS_DAY, ([, , m, d]) => single([Number(m), Number(d)], 1)],
    [
      patterns.dayMonthRange,
      ([, d1, m1, , d2, m2]) => range([month(m1 ?? m2), Number(d1)], [month(m2), Number(d2)], [3, 6]),
    ],
    [patterns.dayMonth, ([, d, m]) => single([month(m), Number(d)], 3)],
    [
      patterns.monthDayRange,
      ([, m1, d1, , m2, d2]) => range([month(m1), Number(d1)], [month(m2 ?? m1), Number(d2)], [3, 6]),
    ],
    [patterns.monthDay, ([, m, d]) => single([month(m), Number(d)], 3)],
  ];
  return readers.flatMap(([pattern, read]) => {
    const match = pattern?.exec(folded);
    if (match === null || match === undefined) return [];
    const { ends, years } = read(match);
    const [start, end] = years.map((group) => (match[group] === undefined ? undefined : Number(match[group])));
    const place = { index: match.index, length: match[0].length, isSingle: ends[0] === ends[1] };
    return [{ ...place, ends, years: [start, end] as const }];
  });
}

/** Whether the ends are in the wrong order: `March 30 - 3`. */
const isBackwards = ({ ends: [first, last], years: [start, end] }: Found): boolean =>
  start === end && first[0] === last[0] && first[1] > last[1];

/**
 * Adds the years. A range whose end has a year begins before it, a range whose start has a year ends after it. A range without years that has
 * begun and has not ended is in the current year.
 */
function resolve(
  { ends: [first, last], years: [startYear, endYear], isSingle }: Found,
  today: Day,
  weekday: number | undefined,
): DayRange | undefined {
  const stated = startYear === undefined ? undefined : dayOf(startYear, ...first);
  if (startYear !== undefined && stated === undefined) return undefined;
  if (isSingle && stated === undefined) {
    const day = nearDay(first, today, weekday);
    return day === undefined ? undefined : { min: day, max: day };
  }
  const end = endYear === undefined ? nextDay(...last, stated ?? today) : dayOf(endYear, ...last);
  const start = stated ?? (endYear === undefined ? nextDay(...first, today) : lastDay(...first, end));
  if (start === undefined || end === undefined) return undefined;
  if (start <= end) return { min: start, max: end };
  if (startYear !== undefined || endYear !== undefined) return undefined;
  const begun = lastDay(...first, end);
  if (begun !== undefined && addDays(begun, LONGEST_RANGE) >= end) return { min: begun, max: end };
  const later = nextDay(...last, start);
  return later === undefined || addDays(start, LONGEST_WAIT) < later ? undefined : { min: start, max: later };
}

/** In days. In the shopper's time zone it can be an earlier day than in the one of the marketplace. */
const SHOPPERS_DAYS = 2;

/** Returns the first such day from today on, or one or two days before. A weekday next to it decides the year. */
function nearDay([month, day]: End, today: Day, weekday: number | undefined): Day | undefined {
  const earliest = addDays(today, -SHOPPERS_DAYS);
  const year = Number(earliest.slice(0, 4));
  const days = [year, year + 1].flatMap((one) => dayOf(one, month, day) ?? []).filter((one) => one >= earliest);
  return days.find((one) => weekday !== undefined && weekdayOf(one) === weekday) ?? nextDay(month, day, earliest);
}

/** Returns the weekday that stands directly before or after a single day: "Friday, November 20". */
function weekdayAround({ index, length, isSingle }: Found, folded: string, { weekdays }: DatePatterns) {
  if (!isSingle) return undefined;
  const around = [
    folded.slice(Math.max(0, index - REACH), index),
    folded.slice(index + length, index + length + REACH),
  ];
  const named = weekdays.findIndex((pattern) => around.some((text) => pattern.test(text)));
  return named === -1 ? undefined : named;
}

/** In characters. */
const REACH = 14;

/** In days. A longer range that seems to have begun is read as a range in the next year. */
const LONGEST_RANGE = 90;
/** In days. The ends of a longer range are in the wrong order: `December 5 - November 25`. */
const LONGEST_WAIT = 180;

/** Whether a text names a range of days that ends before it begins: `March 30 - 3`. */
export function isBackwardsRange(text: string, words: Words): boolean {
  const folded = fold(text);
  return [words, en].some((one) => matches(folded, datePatterns(one)).some(isBackwards));
}

/** Returns the last such day on or before `latest`. */
function lastDay(month: number, day: number, latest: Day | undefined): Day | undefined {
  if (latest === undefined) return undefined;
  const year = Number(latest.slice(0, 4));
  return [year, year - 1].map((one) => dayOf(one, month, day)).find((one) => one !== undefined && one <= latest);
}
