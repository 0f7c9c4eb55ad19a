/** Reads days without a year, as in delivery promises: `29 - 31 August`, `Tomorrow, March 12`, `today`, `Friday`. */
import { addDays, type Day, dayOf, nextDay } from './calendar.ts';
import { type DatePatterns, datePatterns } from './date-patterns.ts';
import { nearDays } from './near-days.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import type { Words } from './words/words.ts';

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
  const own = datePatterns(words);
  const days = namedDays(folded, own, today) ?? nearDays(folded, own, today);
  if (days !== undefined || words === en) return days;
  return namedDays(folded, datePatterns(en), today) ?? nearDays(folded, { ...datePatterns(en), weekdays: [] }, today);
}

type End = readonly [month: number, day: number];

/** The match of a pattern: its position, and the month and day of both ends. */
interface Found {
  readonly index: number;
  readonly ends: readonly [End, End];
  readonly year?: number;
}

/** Returns the first days with a month in the text. At the same position a range wins over a single day. */
function namedDays(folded: string, patterns: DatePatterns, today: Day): DayRange | undefined {
  let first: Found | undefined;
  for (const one of candidates(folded, patterns)) if (first === undefined || one.index < first.index) first = one;
  const days = first === undefined ? undefined : resolve(first, today);
  if (first === undefined || days === undefined || days.min !== days.max) return days;
  const start = startBefore(folded.slice(0, first.index), patterns, today);
  return start === undefined || start > days.max ? days : { min: start, max: days.max };
}

/** Returns the start of a range whose end has a month: `Tomorrow - Friday, March 14`. */
function startBefore(before: string, { todayTo, tomorrowTo }: DatePatterns, today: Day): Day | undefined {
  if (todayTo.test(before)) return today;
  return tomorrowTo.test(before) ? addDays(today, 1) : undefined;
}

type Groups = readonly (string | undefined)[];

function candidates(folded: string, patterns: DatePatterns): Found[] {
  const found: Found[] = [];
  const add = (pattern: RegExp | undefined, read: (groups: Groups) => [End, End], year = 0) => {
    const match = pattern?.exec(folded);
    if (match === null || match === undefined) return;
    const ends = read(match);
    if (isBackwards(ends)) return;
    found.push({
      index: match.index,
      ends,
      ...(year > 0 && match[year] !== undefined && { year: Number(match[year]) }),
    });
  };
  const month = (name: string | undefined) => patterns.months.get(name ?? '') ?? 0;
  add(patterns.cjkRange, ([, m1, d1, m2, d2]) => [
    [Number(m1), Number(d1)],
    [Number(m2 ?? m1), Number(d2)],
  ]);
  add(CJK_DAY, ([, , m, d]) => both([Number(m), Number(d)]), 1);
  add(
    patterns.dayMonthRange,
    ([, d1, m1, d2, m2]) => [
      [month(m1 ?? m2), Number(d1)],
      [month(m2), Number(d2)],
    ],
    5,
  );
  add(patterns.dayMonth, ([, d, m]) => both([month(m), Number(d)]), 3);
  add(
    patterns.monthDayRange,
    ([, m1, d1, m2, d2]) => [
      [month(m1), Number(d1)],
      [month(m2 ?? m1), Number(d2)],
    ],
    5,
  );
  add(patterns.monthDay, ([, m, d]) => both([month(m), Number(d)]), 3);
  return found;
}

/** `1月28日`, `1월 28일`, also after a year. */
const CJK_DAY = /(?:(\d{4}) ?[年년] ?)?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/;

function both(end: End): [End, End] {
  return [end, end];
}

/** Whether the ends are in the wrong order: `March 30 - 3`. */
function isBackwards([first, last]: Found['ends']): boolean {
  return first[0] === last[0] && first[1] > last[1];
}

/** Adds the years. A year in the text belongs to the last day. A range that has begun and has not ended is in the current year. */
function resolve({ ends: [first, last], year }: Found, today: Day): DayRange | undefined {
  const end = year === undefined ? nextDay(...last, today) : dayOf(year, ...last);
  const start = year === undefined ? nextDay(...first, today) : lastDay(...first, end);
  if (start === undefined || end === undefined) return undefined;
  if (start <= end) return { min: start, max: end };
  const begun = lastDay(...first, end);
  if (begun !== undefined && addDays(begun, LONGEST_RANGE) >= end) return { min: begun, max: end };
  const later = nextDay(...last, start);
  return later === undefined ? undefined : { min: start, max: later };
}

/** In days. A longer range that seems to have begun is read as a range in the next year. */
const LONGEST_RANGE = 90;

/** Returns the last such day on or before `latest`. */
function lastDay(month: number, day: number, latest: Day | undefined): Day | undefined {
  if (latest === undefined) return undefined;
  const year = Number(latest.slice(0, 4));
  return [year, year - 1].map((one) => dayOf(one, month, day)).find((one) => one !== undefined && one <= latest);
}
