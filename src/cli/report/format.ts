/** Numbers, money, shares and moments as a reader takes them in. Moments are in UTC. */
import { count, counted } from '../counts.ts';

const FRACTION = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number with few digits: `4.35`. */
export function decimal(value: number): string {
  return FRACTION.format(value);
}

/** A number that stands at an axis: `1.2K`. */
export function short(value: number): string {
  return value < 1_000 ? decimal(value) : COMPACT.format(value);
}

/** A share: `43%`; never `0%` of something, never `100%` of less than all. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '–';
  const share = (100 * part) / whole;
  if (part > 0 && share < 1) return '<1%';
  if (part < whole && share > 99) return '>99%';
  return `${Math.round(share)}%`;
}

/** How money of a currency is written; numbers alone where no currency is told. */
export interface Money {
  /** Exact: `€1,299.00`. */
  full(amount: number): string;
  /** At an axis: `€1.3K`. */
  short(amount: number): string;
}

/** Money of a currency (ISO 4217). */
export function moneyOf(currency: string | undefined): Money {
  if (currency === undefined) return { full: (amount) => amount.toFixed(2), short };
  const full = new Intl.NumberFormat('en', { style: 'currency', currency });
  const compact = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  return { full: (amount) => full.format(amount), short: (amount) => compact.format(amount) };
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hour: '2-digit', minute: '2-digit' });
const SECONDS = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', timeStyle: 'medium' });

/** `21 November 2026, 09:12`. */
export function moment(at: number): string {
  return `${DAY_FORMAT.format(at)}, ${CLOCK.format(at)}`;
}

/** `21 November 2026, 09:12 to 11:47 UTC`, with the second day where it is another. */
export function span(first: number, last: number): string {
  const isOneDay = DAY_FORMAT.format(first) === DAY_FORMAT.format(last);
  const isOneMinute = moment(first) === moment(last);
  if (isOneMinute) return `${moment(first)} UTC`;
  return `${moment(first)} to ${isOneDay ? CLOCK.format(last) : moment(last)} UTC`;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** A moment as it stands at an axis whose marks are so far apart: the day, or the hour with the day below where it begins. */
export function axisMoment(at: number, distance: number, isFirst: boolean): { text: string; below?: string } {
  const day = SHORT_DAY.format(at);
  const year = String(new Date(at).getUTCFullYear());
  if (distance >= DAY) return isFirst ? { text: day, below: year } : { text: day };
  const clock = distance < 60 * SECOND ? SECONDS.format(at) : CLOCK.format(at);
  return isFirst || at % DAY === 0 ? { text: clock, below: day } : { text: clock };
}

/** A moment in a table. */
export function tableMoment(at: number): string {
  return new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/(?::00)?\.\d+Z$/, '');
}

const UNITS = [
  [7 * DAY, 'week'],
  [DAY, 'day'],
  [HOUR, 'hour'],
  [60 * SECOND, 'minute'],
  [SECOND, 'second'],
] as const;

/** A length of time in its largest whole unit: `15 minutes`. */
export function duration(milliseconds: number): string {
  for (const [unit, name] of UNITS)
    if (milliseconds % unit === 0 && milliseconds >= unit) return counted(milliseconds / unit, name);
  return counted(milliseconds / SECOND, 'second');
}

/** How long an answer took: `820 ms`, `1.24 s`. */
export function latency(milliseconds: number): string {
  return milliseconds < SECOND ? `${count(milliseconds)} ms` : `${decimal(milliseconds / SECOND)} s`;
}
