/** Days without a year, as promises name them: `29 - 31 August`, `Tomorrow, March 12`, `today`, `Friday`. */
import { addDays, type Day, dayOf, nextDay } from './calendar.ts';
import { type DatePatterns, datePatterns } from './date-patterns.ts';
import { nearDays } from './near-days.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import type { Words } from './words/words.ts';

/** The earliest and the latest of the days that a text names; the same for a single day. */
export interface DayRange {
  readonly min: Day;
  readonly max: Day;
}

/**
 * The days that a text names first: `29 - 31 August`, `Feb 24 - March 4`, `Tomorrow, March 12`, `4月22日～24日`; else the day of a word:
 * `today`, `overnight` (the next day's), a weekday (the next such day, today not included). Without a year a day is the nearest such day
 * not before today (design §5.7). English is understood on every page.
 */
export function readDays(text: string, words: Words, today: Day): DayRange | undefined {
  const folded = fold(text);
  const own = datePatterns(words);
  const days = namedDays(folded, own, today) ?? nearDays(folded, own, today);
  if (days !== undefined || words === en) return days;
  return namedDays(folded, datePatterns(en), today) ?? nearDays(folded, { ...datePatterns(en), weekdays: [] }, today);
}

type End = readonly [month: number, day: number];

/** What a pattern found: where, and the month and day of both ends. */
interface Found {
  readonly index: number;
  readonly ends: readonly [End, End];
  readonly year?: number;
}

/** Days with a month, the first in the text; a range goes before a single day at the same place. */
function namedDays(folded: string, patterns: DatePatterns, today: Day): DayRange | undefined {
  let first: Found | undefined;
  for (const one of candidates(folded, patterns)) if (first === undefined || one.index < first.index) first = one;
  const days = first === undefined ? undefined : resolve(first, today);
  if (first === undefined || days === undefined || days.min !== days.max) return days;
  const start = startBefore(folded.slice(0, first.index), patterns, today);
  return start === undefined || start > days.max ? days : { min: start, max: days.max };
}

/** `Tomorrow - Friday, March 14`: the start of a range whose end alone has a month. */
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

/** `1月28日`, `1월 28일`, also behind a year. */
const CJK_DAY = /(?:(\d{4}) ?[年년] ?)?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/;

function both(end: End): [End, End] {
  return [end, end];
}

/** `March 30 - 3`: within a month the later day comes last. */
function isBackwards([first, last]: Found['ends']): boolean {
  return first[0] === last[0] && first[1] > last[1];
}

/** A year that is written counts for the last day. A range that has begun and still runs is this year's. */
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

/** In days. A longer promise that has begun is read as next year's. */
const LONGEST_RANGE = 90;

/** The nearest such day not after `latest`. */
function lastDay(month: number, day: number, latest: Day | undefined): Day | undefined {
  if (latest === undefined) return undefined;
  const year = Number(latest.slice(0, 4));
  return [year, year - 1].map((one) => dayOf(one, month, day)).find((one) => one !== undefined && one <= latest);
}
