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
  /** 1 day, 2 month?, 3 day, 4 month, 5 year?. Without group 2 the first day is in the month of the second. */
  readonly dayMonthRange: RegExp;
  /** 1 month, 2 day, 3 month?, 4 day, 5 year?. Absent for languages with another order: `mar 17 nov` would be in March. */
  readonly monthDayRange?: RegExp;
  /** 1 day, 2 month, 3 year?. */
  readonly dayMonth: RegExp;
  /** 1 month, 2 day, 3 year?. */
  readonly monthDay?: RegExp;
  /** 1 month, 2 day, 3 month?, 4 day, as Chinese, Japanese and Korean write them. */
  readonly cjkRange: RegExp;
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
  const link = dates.links.length === 0 ? ' ?' : ` ?(?:${anyOf(dates.links)} ?)?`;
  const day = `${DAY}${oneOf(dates.ordinals)}(?![\\d:])`;
  const anyWeekday = anyOf([...dates.weekdays.flat(), ...dates.weekdaysShort.flat()]);
  const weekday = `(?:${anyWeekday}[.,]* ?)?`;
  const weekdayBehind = `(?:,? ?${anyWeekday}\\.?)?`;
  const article = dates.articles.length === 0 ? '' : `(?:${anyOf(dates.articles)} ?)?`;
  const range = ` ?(?:[-~]|${anyOf(dates.ranges)}) ?${article}${weekday}${article}`;
  const dayThenMonth = `${day}${link}${month}`;
  const monthThenDay = `${month} ?${day}`;
  return {
    dayMonthYear: new RegExp(`${dayThenMonth},?${link}${YEAR}`, 'u'),
    monthDayYear: new RegExp(`${monthThenDay},? ?${YEAR}`, 'u'),
    yearMonthDay: new RegExp(`(?<!\\d)(\\d{4}) ?${month} ?${day}`, 'u'),
    dayMonthRange: new RegExp(
      `${day}(?:${link}${month})?${weekdayBehind},?${range}${dayThenMonth}(?:,?${link}${YEAR})?`,
      'u',
    ),
    dayMonth: new RegExp(`${dayThenMonth}(?:,?${link}${YEAR})?`, 'u'),
    ...(dates.order !== 'day-month' && {
      monthDayRange: new RegExp(`${monthThenDay},?${range}(?:${month} ?)?${day}${NOT_A_TIME}(?:,? ?${YEAR})?`, 'u'),
      monthDay: new RegExp(`${monthThenDay}(?:,? ?${YEAR})?`, 'u'),
    }),
    cjkRange: new RegExp(`${CJK_MONTH_DAY}[^\\d~-]{0,12}?${range}${CJK_MONTH_DAY_2}`, 'u'),
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

/** `1月28日`, `1월 28일`. */
const CJK_MONTH_DAY = '(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日일]?';
const CJK_MONTH_DAY_2 = '(?:(\\d{1,2}) ?[月월] ?)?(\\d{1,2}) ?[日일]';
