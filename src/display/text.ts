/** Counts, shares, money, times and foreign text as messages and pages show them. All times are in UTC. */

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A count with separators: `12,840`. */
export function count(value: number): string {
  return WHOLE.format(value);
}

/** The noun of a count: the singular, or singular and plural. The plural is the singular with an s by default. */
export type Noun = string | readonly [one: string, many: string];

/** A count with its noun: `1 result`, `12,840 results`. */
export function counted(value: number, noun: Noun): string {
  const [one, many] = typeof noun === 'string' ? [noun, `${noun}s`] : noun;
  return `${count(value)} ${value === 1 ? one : many}`;
}

const DECIMAL = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number with up to three digits: `4.35`. */
function decimal(value: number): string {
  return DECIMAL.format(value);
}

/** A number at an axis: `1.2K`. */
export function compact(value: number): string {
  return value < 1_000 ? decimal(value) : COMPACT.format(value);
}

/** A share: `43%`. Rounds neither to `0%` when there is something, nor to `100%` when something is missing. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = (100 * part) / whole;
  if (part > 0 && share < 1) return '<1%';
  if (part < whole && share > 99) return '>99%';
  return `${Math.round(share)}%`;
}

/** Formats amounts of a currency (ISO 4217): `€1,299.00`; plain numbers for other texts. */
export function moneyOf(currency: string): (amount: number) => string {
  if (!/^[A-Z]{3}$/.test(currency)) return (amount) => amount.toFixed(2);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format;
}

const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const DATE = utc({ day: 'numeric', month: 'long', year: 'numeric' });
const SHORT_DATE = utc({ day: 'numeric', month: 'short' });
const CLOCK = utc({ hour: '2-digit', minute: '2-digit' });

/** `21 November 2026, 09:12`. */
export function dateTime(at: number): string {
  return `${DATE.format(at)}, ${CLOCK.format(at)}`;
}

/** `21 November 2026, 09:12 to 11:47 UTC`. Repeats the date if it changes. */
export function timeSpan(first: number, last: number): string {
  const isOneDay = DATE.format(first) === DATE.format(last);
  if (dateTime(first) === dateTime(last)) return `${dateTime(first)} UTC`;
  return `${dateTime(first)} to ${isOneDay ? CLOCK.format(last) : dateTime(last)} UTC`;
}

/** Units of time [milliseconds]. */
const SECOND = 1_000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

/**
 * The label of a time at an axis: the time of day above the date, or the date above the year. The second line is set at the first tick and where the
 * date or year begins.
 *
 * @param distance milliseconds between two ticks
 */
export function axisTime(at: number, distance: number, isFirst: boolean): string[] {
  const date = SHORT_DATE.format(at);
  const year = new Date(at).getUTCFullYear();
  const lines = distance >= DAY ? [date, String(year)] : [CLOCK.format(at), date];
  const begins = distance >= DAY ? at === Date.UTC(year, 0) : at % DAY === 0;
  return isFirst || begins ? lines : lines.slice(0, 1);
}

/** A response time: `820 ms`, `1.24 s`. */
export function latency(milliseconds: number): string {
  return milliseconds < SECOND ? `${count(milliseconds)} ms` : `${decimal(milliseconds / SECOND)} s`;
}

/** Control characters, white space, and marks that change the direction of the text after them. */
const INVISIBLE = /[\p{Cc}\p{Cs}\s\u202A-\u202E\u2066-\u2069]+/gu;

/** Text from a page or file on one line, cut if it is too long. */
export function oneLine(text: string, longest = 80): string {
  const line = text.slice(0, 4 * longest).replace(INVISIBLE, ' ');
  const characters = [...line.trim()];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : characters.join('');
}

/** A time of a list: `2026-11-21 09:12`. */
export function minuteTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** A day: `2026-11-21`. */
export function day(at: number | Date): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A time of a log: `2026-11-21 09:12:05`. */
export function logTime(at: number | Date): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** A time that passes, as a clock shows it: `45 s`, `2:05 min`, `3:02:05 h`. */
export function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)} min`;
  return `${count(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(whole % 60)} h`;
}
