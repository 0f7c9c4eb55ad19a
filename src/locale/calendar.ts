/** Calendar days as `YYYY-MM-DD`. */

/** A calendar day, `YYYY-MM-DD`. */
export type Day = string;

const MS_A_DAY = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the day of a time in a time zone. */
export function dayIn(time: Date, timeZone: string): Day {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formatters.set(timeZone, formatter);
  }
  const parts = new Map(formatter.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Returns the day of three numbers. `undefined` if there is no such day. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

/** Returns the day a number of days later. A negative number gives an earlier day. */
export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * MS_A_DAY).toISOString().slice(0, 10);

/** Returns the number of days from one day to another. Negative if the second day is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / MS_A_DAY);

/** Returns the weekday: 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: Day): number => (new Date(day).getUTCDay() + 6) % 7;

/** Leap days are up to eight years apart. */
const YEARS_AHEAD = 8;

/** Returns the first such day on or after `earliest`. `undefined` if no year has that day. */
export function nextDay(month: number, day: number, earliest: Day): Day | undefined {
  const year = Number(earliest.slice(0, 4));
  for (let ahead = 0; ahead <= YEARS_AHEAD; ahead++) {
    const candidate = dayOf(year + ahead, month, day);
    if (candidate !== undefined && candidate >= earliest) return candidate;
  }
  return undefined;
}
