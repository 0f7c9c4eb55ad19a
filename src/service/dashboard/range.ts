/** The time ranges of the dashboard. All times are UTC. */
import { DAY_MS } from '../../ledger/pack.ts';
import { type CountUnit, HOURS_KEPT, periodsBetween } from '../request-counts.ts';
import { day } from './format.ts';

const HOUR_MS = 3_600_000;

/** The ranges on offer, by the value of their option: hours, or days of which today is the last. */
export const RANGES = {
  '24h': { name: 'last 24 hours', unit: 'hour', length: 24 },
  '7d': { name: 'last 7 days', unit: 'day', length: 7 },
  '30d': { name: 'last 30 days', unit: 'day', length: 30 },
  '90d': { name: 'last 90 days', unit: 'day', length: 90 },
  '365d': { name: 'last 365 days', unit: 'day', length: 365 },
} as const satisfies Record<string, { name: string; unit: CountUnit; length: number }>;

/** A name of {@link RANGES}. */
type RangeName = keyof typeof RANGES;

/** A range of time that counts are shown for. */
export interface TimeRange {
  unit: CountUnit;
  /** In milliseconds since the epoch, in the first period. */
  since: number;
  /** In milliseconds since the epoch, in the last period. */
  until: number;
  /** Description, such as `last 7 days`. */
  name: string;
  /** The values of the fields of the form. */
  chosen: { range: RangeName; from: string; to: string };
}

const DEFAULT_RANGE = '7d';
const LONGEST_DAYS = 365;
/** Shorter ranges are shown by hour, as long as their hours are kept. */
const HOURLY_MS = 2 * DAY_MS;

/** Returns the range that a query asks for: the days `from` and `to`, else the `range`. What is not valid counts as not given. */
export function rangeOf(query: URLSearchParams, now: number): TimeRange {
  const range = rangeNameOf(query.get('range'));
  const from = startOf(query.get('from'));
  const to = startOf(query.get('to'));
  if (from === undefined && to === undefined)
    return { ...lastPeriods(range, now), chosen: { range, from: '', to: '' } };
  const last = Math.min(to ?? now, now);
  const first = Math.max(Math.min(from ?? last, last), last - (LONGEST_DAYS - 1) * DAY_MS);
  return { ...wholeDays(first, last, now), chosen: { range, from: day(first), to: day(last) } };
}

/** Returns the last periods of a range on offer. */
function lastPeriods(range: RangeName, now: number): Omit<TimeRange, 'chosen'> {
  const { name, unit, length } = RANGES[range];
  return { unit, since: now - (length - 1) * (unit === 'hour' ? HOUR_MS : DAY_MS), until: now, name };
}

/** Returns the whole days from one timestamp to another. */
function wholeDays(first: number, last: number, now: number): Omit<TimeRange, 'chosen'> {
  const since = startOfDay(first);
  const until = startOfDay(last) + DAY_MS - 1;
  const isHourly = until - since < HOURLY_MS && since > now - HOURS_KEPT * HOUR_MS;
  const name = day(since) === day(until) ? day(since) : `${day(since)} to ${day(until)}`;
  return { unit: isHourly ? 'hour' : 'day', since, until, name };
}

/** Returns the start of a time in a form, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, in milliseconds since the epoch. */
export function startOf(text: string | null): number | undefined {
  if (text === null || !/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/.test(text)) return undefined;
  const time = Date.parse(text.includes('T') ? `${text}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the periods of a range, oldest first. */
export function periodsOf({ unit, since, until }: Pick<TimeRange, 'unit' | 'since' | 'until'>): string[] {
  return periodsBetween(unit, since, until);
}

function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

function rangeNameOf(text: string | null): RangeName {
  return text !== null && Object.hasOwn(RANGES, text) ? (text as RangeName) : DEFAULT_RANGE;
}
