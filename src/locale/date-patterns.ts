/** How a language writes a day: regular expressions, built once from its words. */
import { anyOf, once } from './phrases.ts';
import { fold } from './text.ts';
import type { Words } from './words/words.ts';

/** A day of the month, not a part of a longer number. */
const DAY = '(?<![\\d.,:/])(\\d{1,2})(?![\\d:])';
const YEAR = '(\\d{4})(?!\\d)';

/** Expressions over folded text. Groups, in order, are noted with each. */
export interface DatePatterns {
  /** 1 day, 2 month, 3 year. */
  readonly dayMonthYear: RegExp;
  /** 1 month, 2 day, 3 year. */
  readonly monthDayYear: RegExp;
  /** 1 day, 2 month?, 3 day, 4 month, 5 year?: the first end's month stands with the second. */
  readonly dayMonthRange: RegExp;
  /** 1 month, 2 day, 3 month?, 4 day. */
  readonly monthDayRange: RegExp;
  /** 1 day, 2 month, 3 year?. */
  readonly dayMonth: RegExp;
  /** 1 month, 2 day, 3 year?. */
  readonly monthDay: RegExp;
  /** 1 month, 2 day, 3 month?, 4 day: CJK. */
  readonly cjkRange: RegExp;
  readonly today: RegExp;
  readonly tomorrow: RegExp;
  readonly dayAfterTomorrow: RegExp;
  readonly overnight: RegExp;
  /** Monday first; any full name, and any name at all. */
  readonly weekdays: readonly RegExp[];
  /** The number of a month by its folded name. */
  readonly months: ReadonlyMap<string, number>;
}

/** The date patterns of a language. */
export const datePatterns: (words: Words) => DatePatterns = once(({ dates }) => {
  const months = new Map(dates.months.flatMap((names, index) => names.map((name) => [fold(name), index + 1] as const)));
  const month = `(${anyOf(months.keys())})\\.?`;
  const link = dates.links.length === 0 ? ' ?' : ` ?(?:${anyOf(dates.links)} ?)?`;
  const ordinal =
    dates.ordinals.length === 0 ? '' : `(?:${dates.ordinals.map((o) => fold(o).replace('.', '\\.')).join('|')})?`;
  const day = DAY.replace('(?![\\d:])', `${ordinal}(?![\\d:])`);
  const weekday = `(?:${anyOf([...dates.weekdays.flat(), ...dates.weekdaysShort.flat()])}[.,]* ?)?`;
  const article = dates.articles.length === 0 ? '' : `(?:${anyOf(dates.articles)} ?)?`;
  const range = ` ?(?:[-~]|${anyOf(dates.ranges)}) ?${article}${weekday}${article}`;
  const yearAfter = `(?:,?${link}${YEAR})?`;
  const dayThenMonth = `${day}${link}${month}`;
  const monthThenDay = `${month} ?${day}`;
  return {
    dayMonthYear: new RegExp(`${dayThenMonth},?${link}${YEAR}`, 'u'),
    monthDayYear: new RegExp(`${monthThenDay},? ?${YEAR}`, 'u'),
    dayMonthRange: new RegExp(`${day}(?:${link}${month})?${range}${dayThenMonth}${yearAfter}`, 'u'),
    monthDayRange: new RegExp(`${monthThenDay}${range}(?:${month} ?)?${DAY}`, 'u'),
    dayMonth: new RegExp(`${dayThenMonth}${yearAfter}`, 'u'),
    monthDay: new RegExp(`${monthThenDay}(?:,? ?${YEAR})?`, 'u'),
    cjkRange: new RegExp(`${CJK_MONTH_DAY}[^\\d~-]{0,12}?${range}${CJK_MONTH_DAY_2}`, 'u'),
    today: new RegExp(anyOf(dates.today), 'u'),
    tomorrow: new RegExp(anyOf(dates.tomorrow), 'u'),
    dayAfterTomorrow: new RegExp(anyOf(dates.dayAfterTomorrow), 'u'),
    overnight: new RegExp(anyOf(dates.overnight), 'u'),
    weekdays: dates.weekdays.map(
      (names, index) => new RegExp(anyOf([...names, ...(dates.weekdaysShort[index] ?? []).filter(isClear)]), 'u'),
    ),
    months,
  };
});

/** `1月28日`, `1월 28일`, also with a blank between. */
const CJK_MONTH_DAY = '(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日일]?';
const CJK_MONTH_DAY_2 = '(?:(\\d{1,2}) ?[月월] ?)?(\\d{1,2}) ?[日일]';

/** A short name that is no other word when it stands alone. */
function isClear(name: string): boolean {
  return name.length >= 3;
}
