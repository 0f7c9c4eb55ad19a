/** Reads days that are relative to today: today, tomorrow, weekdays. */
import { addDays, type Day, weekdayOf } from './calendar.ts';
import type { DatePatterns } from './date-patterns.ts';

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
export function nearDays(folded: string, patterns: DatePatterns, today: Day): { min: Day; max: Day } | undefined {
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

function holds(other: Near, one: Near): boolean {
  return other !== one && other.start <= one.start && other.end >= one.end;
}
