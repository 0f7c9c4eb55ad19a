/** Counts of requests by hour and day, key, endpoint and marketplace. Their number does not grow with the number of requests. */
import { MARKETPLACES } from '../contract/codes.ts';
import { errorKindOf } from '../contract/error-kinds.ts';
import { LATENCY_COUNTERS, latencyCounter } from './latency.ts';
import type { Outcome, RequestRecord } from './request-record.ts';

/** The periods that requests are counted in, by UTC. */
export type CountUnit = 'hour' | 'day';

/** The groups of counts. */
export type CountGroup = 'period' | 'keyId' | 'endpoint' | 'marketplace';

/** Selects and groups counts of `ServiceStore.counts`. */
export interface CountFilter {
  /** Hours are kept for 8 days, days for good. */
  unit: CountUnit;
  /** The first period is the one of this time, in milliseconds since the epoch. */
  since: number;
  /** The last period is the one of this time, in milliseconds since the epoch. */
  until: number;
  /** Only requests of this key. @default all keys */
  keyId?: string | undefined;
  /** Only requests of this endpoint. @default all endpoints */
  endpoint?: string | undefined;
  /** Only requests of this marketplace. @default all marketplaces */
  marketplace?: string | undefined;
  /** One sum is returned for each combination of these. Empty for a single sum. */
  by: readonly CountGroup[];
}

/**
 * The counters of a group of requests. A counter that is absent is 0.
 *
 * | counter | counts |
 * |---|---|
 * | `found`, `not_found`, `rejected`, `failed` | requests by outcome |
 * | `replayed` | successful requests whose response was stored, for an idempotency key |
 * | `attempts`, `blocks` | attempts of calls, and those of them that the marketplace refused |
 * | `gaps` | responses with at least one gap |
 * | `credits` | credits charged |
 * | `ms_1` to `ms_125000`, `ms_more` | calls that reached the marketplace, by duration: the upper bound of their bucket in milliseconds |
 * | `code_CAPTCHA` and others | failed requests by error code |
 */
export type Counters = Readonly<Record<string, number>>;

/** The counters of one group. It has the members that the filter groups by. */
export interface CountRow {
  /** `YYYY-MM-DD` or `YYYY-MM-DDTHH`, UTC. */
  period?: string;
  /** Id of the key. */
  keyId?: string;
  /** Name of the endpoint. */
  endpoint?: string;
  /** Code of the marketplace. */
  marketplace?: string;
  /** The sums. */
  counters: Counters;
}

/** The outcomes, in the order of the charts. */
const OUTCOME_COUNTERS = ['found', 'not_found', 'rejected', 'failed'] as const satisfies readonly Outcome[];

/** Names of all counters but those of error codes. */
export const COUNTERS: readonly string[] = [
  ...OUTCOME_COUNTERS,
  ...['replayed', 'attempts', 'blocks', 'gaps', 'credits'],
  ...LATENCY_COUNTERS,
];

/** Prefix of the counters of error codes. */
export const CODE_COUNTER = 'code_';

/** How long the counts of an hour are kept, in hours: eight days. */
export const HOURS_KEPT = 192;

const HOUR_MS = 3_600_000;
const PERIOD_MS: Record<CountUnit, number> = { hour: HOUR_MS, day: 24 * HOUR_MS };
const PERIOD_LENGTH: Record<CountUnit, number> = { hour: 'YYYY-MM-DDTHH'.length, day: 'YYYY-MM-DD'.length };

/** Returns the period of a timestamp, UTC. Periods of one unit sort by time. */
export function periodOf(unit: CountUnit, timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, PERIOD_LENGTH[unit]);
}

/** Returns the periods from one timestamp to another, both included, oldest first. */
export function periodsBetween(unit: CountUnit, since: number, until: number): string[] {
  const length = PERIOD_MS[unit];
  const first = Math.floor(since / length);
  const count = Math.max(0, Math.floor(until / length) - first + 1);
  return Array.from({ length: count }, (_, index) => periodOf(unit, (first + index) * length));
}

/** Returns the first hour whose counts are still kept. */
export function firstKeptHour(now: number): string {
  return periodOf('hour', now - HOURS_KEPT * HOUR_MS);
}

/** Returns the counters that a request increases, and by how much. */
export function countersOf(record: RequestRecord): Counters {
  const { outcome, replayed, attempts, blocks, gaps, consumed, code, timingMs } = record;
  const all: Record<string, number> = {
    [outcome]: 1,
    replayed: Number(replayed),
    attempts,
    blocks,
    gaps: Math.min(1, gaps.length),
    credits: consumed,
    ...(attempts > 0 ? { [latencyCounter(timingMs)]: 1 } : {}),
    ...(code === null ? {} : { [`${CODE_COUNTER}${countedCode(code)}`]: 1 }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}

/** Returns the marketplace that a request is counted for. A marketplace object of somebody else can return any text. */
export function countedMarketplace({ marketplace }: RequestRecord): string {
  return MARKETPLACES.find((code) => code === marketplace) ?? '';
}

/** Codes of another service behind this one count together, so that there are few of them. */
function countedCode(code: string): string {
  return errorKindOf(code) === undefined ? 'OTHER' : code;
}

/** A count before it is grouped. */
export type StoredCount = Required<CountRow>;

/** The members of a filter that a count must have the same value in. */
export const EQUAL_COUNT_FILTERS = ['keyId', 'endpoint', 'marketplace'] as const;

/** Returns whether a filter selects a count of its unit. */
export function isCounted(count: StoredCount, filter: CountFilter): boolean {
  const { unit, since, until } = filter;
  if (count.period < periodOf(unit, since) || count.period > periodOf(unit, until)) return false;
  return EQUAL_COUNT_FILTERS.every((name) => filter[name] === undefined || filter[name] === count[name]);
}

/** Adds up counts, one sum for each combination of the groups, in the order of the groups. */
export function sumCounts(counts: Iterable<CountRow>, by: readonly CountGroup[]): CountRow[] {
  const sums = new Map<string, CountRow & { counters: Record<string, number> }>();
  for (const count of counts) {
    const group = Object.fromEntries(by.map((name) => [name, count[name]]));
    const id = JSON.stringify(Object.values(group));
    const sum = sums.get(id) ?? { ...group, counters: {} };
    for (const [name, value] of Object.entries(count.counters)) sum.counters[name] = (sum.counters[name] ?? 0) + value;
    sums.set(id, sum);
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
