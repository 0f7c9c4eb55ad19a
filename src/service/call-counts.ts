/** Counts of calls by hour, of each key and of all keys together. */
import type { Outcome, RequestRecord } from './request-record.ts';

/** Calls by outcome, and the credits that they were charged. */
export type CallCounts = Record<Outcome | 'credits', number>;

/** The counts of an hour. */
export interface HourCounts extends CallCounts {
  /** `YYYY-MM-DDTHH`, UTC. */
  hour: string;
}

/** Selects counts of `ServiceStore.counts`. */
export interface CountFilter {
  /** The first hour is the one of this time [milliseconds since the epoch]. */
  since: number;
  /** The last hour is the one of this time [milliseconds since the epoch]. */
  until: number;
  /** Only calls of this key. @default all keys together */
  keyId?: string | undefined;
}

/** An hour [milliseconds]. */
export const HOUR_MS = 3_600_000;
/** How many hours the counts are kept. */
export const HOURS_KEPT = 192;

/** Returns the hour of a time, UTC. Hours sort by time. */
export function hourOf(time: number): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
}

/** Returns the first hour whose counts are kept. */
export function firstKeptHour(now: number): string {
  return hourOf(now - HOURS_KEPT * HOUR_MS);
}

/** Returns counts with those of one more call. */
export function addedTo(before: Partial<CallCounts> | undefined, { outcome, consumed }: RequestRecord): CallCounts {
  const counts = { found: 0, not_found: 0, rejected: 0, failed: 0, credits: 0, ...before };
  return { ...counts, [outcome]: counts[outcome] + 1, credits: counts.credits + consumed };
}
