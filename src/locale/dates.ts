/** Reads dates with a year. */
import { type Day, dayOf } from './calendar.ts';
import { datePatterns } from './date-patterns.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import { wordsByLanguage } from './words/index.ts';
import type { Words } from './words/words.ts';

/** The order of day and month in a numeric date. */
export type DateOrder = 'day-month' | 'month-day';

const ISO = /(?<!\d)(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})(?!\d)/;
const CJK = /(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/;
/** `12.03.2026`, `12/03/2026`, `12-03-2026`. */
const NUMERIC = /(?<![\d.,/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;

/**
 * Returns the first full date in a text as `YYYY-MM-DD`: `March 12, 2026`, `12 de marzo de 2026`, `2026年3月12日`, `12.03.2026`. A numeric date
 * with two possible readings needs `order`. Returns `undefined` for a date without a year and for a day that does not exist.
 */
export function readDate(text: string, words: Words, order?: DateOrder): Day | undefined {
  const folded = fold(text);
  return written(folded, words) ?? (words === en ? undefined : written(folded, en)) ?? inNumbers(folded, order);
}

/** The same for a text that can be in another language than the page. */
export function readDateInAnyLanguage(text: string, words: Words, order?: DateOrder): Day | undefined {
  const own = readDate(text, words, order);
  if (own !== undefined) return own;
  const folded = fold(text);
  for (const language of Object.values(wordsByLanguage)) {
    const day = written(folded, language);
    if (day !== undefined) return day;
  }
  return undefined;
}

function written(folded: string, words: Words): Day | undefined {
  const { dayMonthYear, monthDayYear, yearMonthDay, months } = datePatterns(words);
  const [, day, month, year] = dayMonthYear.exec(folded) ?? [];
  if (month !== undefined) return dayOf(Number(year), months.get(month) ?? 0, Number(day));
  const [, first, second, third] = monthDayYear.exec(folded) ?? [];
  if (first !== undefined) return dayOf(Number(third), months.get(first) ?? 0, Number(second));
  const [, leading, named, last] = yearMonthDay.exec(folded) ?? [];
  return named === undefined ? undefined : dayOf(Number(leading), months.get(named) ?? 0, Number(last));
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
