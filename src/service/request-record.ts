/** The log of requests: its records and filters, and the counts of calls by hour, of each key and of all keys together. */
import type { Gap } from '../contract/generated/gap.ts';
import { safeLine } from '../contract/safe-text.ts';
import { shortened } from '../contract/shown.ts';

/** How a request ended, for the log and the counts. */
export type Outcome = 'found' | 'not_found' | 'rejected' | 'failed';

/** A failed attempt that was followed by another one. */
export interface RetryRecord {
  /** Code of the error that ended the attempt. */
  code: string;
  /** Time between the attempts [milliseconds]. */
  delayMs: number;
}

/** The log record of a finished request. All of its texts and lists have a limit. */
export interface RequestRecord {
  /** `meta.request_id` of the response. A repeated request has that of the first one, and `replayed`. */
  requestId: string;
  /** Id of the caller's key. */
  keyId: string;
  /** Name of the endpoint. */
  endpoint: string;
  /** Code of the marketplace. */
  marketplace: string;
  /** HTTP status. */
  status: number;
  /** Code of the error; `null` for a successful response. */
  code: string | null;
  /** Message of the error, as the caller received it; `null` for a successful response. */
  message: string | null;
  /** How the request ended. */
  outcome: Outcome;
  /** Number of credits charged. */
  consumed: number;
  /** Milliseconds from request to response. */
  timingMs: number;
  /** Milliseconds that the call waited for its turn, in the service and in its marketplace. Part of `timingMs`. */
  queuedMs: number;
  /** When the request arrived, in milliseconds since the epoch. */
  at: number;
  /** Whether the response was stored, for an idempotency key that was used before. */
  replayed: boolean;
  /** `request_id` of the marketplace's own call; `null` if it is not known. */
  upstreamRequestId: string | null;
  /** URL of the page after redirects, else the URL of the last attempt; `null` if it is not known. */
  pageUrl: string | null;
  /** Number of attempts of the call; 0 if the request did not reach the marketplace, as a rejected or a repeated one. */
  attempts: number;
  /** The first attempts that failed and were followed by another one. */
  retries: RetryRecord[];
  /** Number of attempts that the marketplace refused: blocks, and rate limits. */
  blocks: number;
  /** The first gaps: parts that the page lacked, or had other than requested. */
  gaps: Gap[];
}

/** The largest number of list entries and characters of a record. */
export const RECORD_LIMITS = { gaps: 20, retries: 10, url: 2_000, text: 500, name: 100 } as const;

/** Returns a record whose texts and lists are within their limits, as pages and other services can write them. */
export function boundedRecord(record: RequestRecord): RequestRecord {
  const text = (value: string, longest: number = RECORD_LIMITS.text) => safeLine(shortened(value, longest));
  const optional = (value: string | null, longest?: number) => (value === null ? null : text(value, longest));
  const { code, message, upstreamRequestId, pageUrl, retries, gaps } = record;
  return {
    ...record,
    code: optional(code),
    message: optional(message),
    upstreamRequestId: optional(upstreamRequestId),
    pageUrl: optional(pageUrl, RECORD_LIMITS.url),
    retries: retries.slice(0, RECORD_LIMITS.retries),
    gaps: gaps.slice(0, RECORD_LIMITS.gaps).map(({ landmark, kind, detail }) => {
      return { landmark: text(landmark, RECORD_LIMITS.name), kind, detail: text(detail) };
    }),
  };
}

/** Selects records of `ServiceStore.recentRequests`. */
export interface RequestFilter {
  /** Only requests of this key. @default all keys */
  keyId?: string | undefined;
  /** Only the request with this id, and those that repeated it. @default all requests */
  requestId?: string | undefined;
  /** Continues after a page of records: its `next`. @default the newest record */
  after?: string | undefined;
  /** Largest number of records. */
  limit: number;
}

/** Records of the log, newest first. */
export interface RequestPage {
  /** The records. */
  requests: RequestRecord[];
  /** Where the next page starts, for `RequestFilter.after`. `undefined` on the last page. */
  next: string | undefined;
}

/** Returns whether a filter selects a record, wherever it is in the log. */
export function isSelected(record: RequestRecord, { keyId, requestId }: RequestFilter): boolean {
  return (keyId ?? record.keyId) === record.keyId && (requestId ?? record.requestId) === record.requestId;
}

/** Returns one page of `limit` records, of a list that has one more if there is a next page. */
export function pageOf(found: readonly { record: RequestRecord; position: string }[], limit: number): RequestPage {
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)?.position : undefined;
  return { requests: shown.map(({ record }) => record), next };
}

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

/** The counts of an hour without calls. */
export const NO_CALLS: CallCounts = { found: 0, not_found: 0, rejected: 0, failed: 0, credits: 0 };

/** Returns counts with those of one more call. */
export function addedTo(counts: CallCounts, { outcome, consumed }: RequestRecord): CallCounts {
  return { ...counts, [outcome]: counts[outcome] + 1, credits: counts.credits + consumed };
}
