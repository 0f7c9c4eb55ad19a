/** Times such as `15m`: the one grammar of options, flags, variables and queries. */
import { invalidSetting, LONGEST_TIMER_MS, type Setting } from './checks.ts';

/** The longest time that no timer waits for: ten years [milliseconds]. */
export const LONGEST_TIME_MS = 315_360_000_000;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns the milliseconds of a text such as `500ms`, `90s`, `1.5h` or `7d`. `NaN` for another text, such as a number without a unit. */
export function durationIn(text: string): number {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return Math.round(Number(number) * (UNITS[unit] ?? Number.NaN));
}

/** Returns the milliseconds of a number of milliseconds, or of a text such as `15m`. @throws BadRequestError `INVALID_CONFIGURATION` */
export function duration({ name, value }: Setting, leastMs = 1_000, mostMs = LONGEST_TIMER_MS): number {
  const ms = typeof value === 'string' ? durationIn(value) : value;
  if (typeof ms === 'number' && Number.isInteger(ms) && ms >= leastMs && ms <= mostMs) return ms;
  const range = `${durationText(leastMs)} to ${durationText(mostMs)}`;
  const expected = `a time from ${range}: milliseconds, or a text such as "90s", "15m", "1h" or "7d"`;
  throw invalidSetting(name, value, `is not valid: expected ${expected}.`);
}

const NAMES = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** Returns a time as text, in the largest unit that it has once: `15 minutes`, `1 hour`, `24.9 days`. Below a second: `250 ms`. */
export function durationText(ms: number): string {
  const [unit, length] = NAMES.find(([, least]) => ms >= least) ?? [];
  if (unit === undefined || length === undefined) return `${Math.round(ms)} ms`;
  const number = Math.floor((ms / length) * 10) / 10;
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
