/** Days as `YYYY-MM-DD`, and counting with them. */

/** A day, `YYYY-MM-DD`. */
export type Day = string;

const MS_A_DAY = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day that a moment has in a time zone. */
export function dayIn(moment: Date, timeZone: string): Day {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formatters.set(timeZone, formatter);
  }
  const parts = new Map(formatter.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** The day of three numbers; `undefined` when there is no such day. */
export function dayOf(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

/** The day some days later, or earlier. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * MS_A_DAY).toISOString().slice(0, 10);
}

/** Whole days from one day to another; negative when that is before. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / MS_A_DAY);
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: Day): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** Leap days are up to eight years apart. */
const YEARS_AHEAD = 8;

/** The nearest such day not before `earliest` (design §5.7); `undefined` when no year has it. */
export function nextDay(month: number, day: number, earliest: Day): Day | undefined {
  const year = Number(earliest.slice(0, 4));
  for (let ahead = 0; ahead <= YEARS_AHEAD; ahead++) {
    const candidate = dayOf(year + ahead, month, day);
    if (candidate !== undefined && candidate >= earliest) return candidate;
  }
  return undefined;
}
