/** The regular expressions for the dates of a language, built once from its words. */
import { anyOf, matcher, once } from './phrases.ts';
import { fold } from './text.ts';
import type { Words } from './words/words.ts';

/** A day of the month, not part of a longer number. */
const DAY = '(?<![\\d.,:/])(\\d{1,2})';
/** `March 12 - 5 PM` is not a range of days. */
const NOT_A_TIME = '(?! ?[ap]\\.?m)';
const YEAR = '(\\d{4})(?!\\d)';

/** Expressions for folded text, with the meaning of their groups. */
export interface DatePatterns {
  /** 1 day, 2 month, 3 year. */
  readonly dayMonthYear: RegExp;
  /** 1 month, 2 day, 3 year. */
  readonly monthDayYear: RegExp;
  /** 1 year, 2 month, 3 day: `2025 أغسطس 5`. */
  readonly yearMonthDay: RegExp;
  /** 1 day, 2 month?, 3 year?, 4 day, 5 month, 6 year?. Without group 2 the first day is in the month of the second. */
  readonly dayMonthRange: RegExp;
  /** 1 month, 2 day, 3 year?, 4 month?, 5 day, 6 year?. Absent for languages with another order: `mar 17 nov` would be in March. */
  readonly monthDayRange?: RegExp;
  /** 1 day, 2 month, 3 year?. */
  readonly dayMonth: RegExp;
  /** 1 month, 2 day, 3 year?. */
  readonly monthDay?: RegExp;
  /** 1 year?, 2 month, 3 day, 4 year?, 5 month?, 6 day, as Chinese, Japanese and Korean write them. */
  readonly cjkRange: RegExp;
  /** The same in numbers: `2026/11/2 ~ 11/5`. 1 year?, 2 month, 3 day, 4 year?, 5 month, 6 day. */
  readonly numericRange: RegExp;
  /** The text between the two ends of a range, and nothing else. */
  readonly range: RegExp;
  /** `today -` and `tomorrow -` at the end of a text. */
  readonly todayTo: RegExp;
  readonly tomorrowTo: RegExp;
  readonly today: RegExp;
  readonly tomorrow: RegExp;
  readonly dayAfterTomorrow: RegExp;
  readonly overnight: RegExp;
  /** Monday first, full names. */
  readonly weekdays: readonly RegExp[];
  /** The number of a month by its folded name. */
  readonly months: ReadonlyMap<string, number>;
}

/** Returns the date patterns of a language. */
export const datePatterns: (words: Words) => DatePatterns = once(({ dates }) => {
  const months = new Map(dates.months.flatMap((names, index) => names.map((name) => [fold(name), index + 1] as const)));
  const month = `(${anyOf(months.keys())})\\.?`;
  // "30/Maio/2026" and "12-Mar-2026" have a mark around the name of the month.
  const link = dates.links.length === 0 ? '[ /-]?' : `(?:[ /-]| ?(?:${anyOf(dates.links)} ?)?)`;
  const day = `${DAY}${oneOf(dates.ordinals)}(?![\\d:])`;
  const anyWeekday = anyOf([...dates.weekdays.flat(), ...dates.weekdaysShort.flat()]);
  const weekday = `(?:${anyWeekday}[.,]* ?)?`;
  const weekdayBehind = `(?:,? ?${anyWeekday}\\.?)?`;
  const article = dates.articles.length === 0 ? '' : `(?:${anyOf(dates.articles)} ?)?`;
  const year = (before: string) => `(?:${before}${YEAR})?`;
  const range = ` ?(?:[-~]|${anyOf(dates.ranges)}) ?${article}${weekday}${article}`;
  const dayThenMonth = `${day}${link}${month}`;
  const monthThenDay = `${month} ?${day}`;
  return {
    dayMonthYear: new RegExp(`${dayThenMonth},?${link}${YEAR}`, 'u'),
    monthDayYear: new RegExp(`${monthThenDay},? ?${YEAR}`, 'u'),
    yearMonthDay: new RegExp(`(?<!\\d)(\\d{4}) ?${month} ?${day}`, 'u'),
    dayMonthRange: new RegExp(
      `${day}(?:${link}${month}${year(`,?${link}`)})?${weekdayBehind},?${range}${dayThenMonth}${year(`,?${link}`)}`,
      'u',
    ),
    dayMonth: new RegExp(`${dayThenMonth}${year(`,?${link}`)}`, 'u'),
    ...(dates.order !== 'day-month' && {
      monthDayRange: new RegExp(
        `${monthThenDay}${year(',? ?')},?${range}(?:${month} ?)?${day}${NOT_A_TIME}${year(',? ?')}`,
        'u',
      ),
      monthDay: new RegExp(`${monthThenDay}${year(',? ?')}`, 'u'),
    }),
    cjkRange: new RegExp(`${CJK_MONTH_DAY}${BEHIND}${range}${CJK_MONTH_DAY_2}`, 'u'),
    numericRange: new RegExp(`${NUMERIC_DAY}${BEHIND}${range}${NUMERIC_DAY_2}`, 'u'),
    range: new RegExp(`^,?${range}$`, 'u'),
    todayTo: new RegExp(`${anyOf(dates.today)},?${range}$`, 'u'),
    tomorrowTo: new RegExp(`${anyOf(dates.tomorrow)},?${range}$`, 'u'),
    today: matcher(dates.today),
    tomorrow: matcher(dates.tomorrow),
    dayAfterTomorrow: matcher(dates.dayAfterTomorrow),
    overnight: matcher(dates.overnight),
    weekdays: dates.weekdays.map((names) => matcher(names)),
    months,
  };
});

/** The source of an expression for any of the endings, or none. */
function oneOf(endings: readonly string[]): string {
  return endings.length === 0 ? '' : `(?:${endings.map((ending) => fold(ending).replace('.', '\\.')).join('|')})?`;
}

/** `1月28日`, `1월 28일`, also after a year. */
const CJK_YEAR = '(?:(\\d{4}) ?[年년] ?)?';
const CJK_MONTH_DAY = `${CJK_YEAR}(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日일]?`;
const CJK_MONTH_DAY_2 = `${CJK_YEAR}(?:(\\d{1,2}) ?[月월] ?)?(\\d{1,2}) ?[日일]`;
/** A weekday behind a day. */
const BEHIND = '[^\\d~-]{0,12}?';
/** `2026/11/2`; without a year only before a weekday: `11/2(木)`. */
const CJK_WEEKDAY = '(?= ?\\(?[月火水木金土日週周])';
const NUMERIC_DAY = `(?<![\\d/])(?:(\\d{4})/(?=\\d{1,2}/\\d)|(?=\\d{1,2}/\\d{1,2}${CJK_WEEKDAY}))(\\d{1,2})/(\\d{1,2})(?![\\d/])`;
const NUMERIC_DAY_2 = '(?:(\\d{4})/)?(\\d{1,2})/(\\d{1,2})(?![\\d/])';

/** A single day of {@link CJK_MONTH_DAY}. 1 year?, 2 month, 3 day. */
export const CJK_DAY: RegExp = new RegExp(`${CJK_YEAR}(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日일]`, 'u');
/** A single day in numbers. 1 year?, 2 month, 3 day. */
export const NUMBERS_DAY: RegExp = new RegExp(NUMERIC_DAY, 'u');
/** Any full date in numbers. Its weekday says nothing that the date does not. */
export const FULL_NUMBERS: RegExp = /(?<!\d)(?:\d{4}([-/.]) ?\d{1,2}\1 ?\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})(?!\d)/;
