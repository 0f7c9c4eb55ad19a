/** Page sources: where the local backend gets its pages. */
import type { EventDetails } from '../client/events.ts';
import type { Language, MarketplaceCode } from '../contract/codes.ts';
import { LOCAL_DEFAULTS } from '../options/defaults.ts';

/** Pace of requests to one host. */
export interface Pace {
  /** Largest number of concurrent requests. @default 2 */
  concurrency: number;
  /** Minimum time between the starts of two requests, in milliseconds. @default 1_000 */
  minGapMs: number;
  /** Maximum random time added to each gap, in milliseconds. @default 500 */
  jitterMs: number;
}

/** Pace for the marketplaces' own sites: at most two concurrent requests, about 48 per minute. */
export const DEFAULT_PACE: Pace = LOCAL_DEFAULTS.pace;

/** A request for a page. */
export interface PageRequest {
  /** Full URL on the marketplace's own site. */
  url: string;
  /** Marketplace of the URL. */
  marketplace: MarketplaceCode;
  /** Requested language. */
  language: Language;
  /** Number of the attempt, starting at 1. */
  attempt: number;
  /** Key of the session. A new key asks for a fresh session: new cookies and, if there are several, another proxy. */
  session: string;
  /** Further headers that the call asks for. Names are in lower case. Absent if there are none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Aborted when the call is aborted or times out. Stop fetching then. */
  signal: AbortSignal;
  /** If true, the body may be returned compressed, with {@link PageResponse.compression} set. Its bytes may then be moved to another thread. */
  compressed?: boolean | undefined;
  /** Receives the proxies that the source takes out of rotation or puts back. */
  onProxy?: ((change: EventDetails['proxy']) => void) | undefined;
}

/** How the bytes of a page are compressed. */
export interface Compression {
  /** Value of the `content-encoding` header, such as `gzip` or `br`. */
  encoding: string;
  /** Largest size of the decompressed page, in bytes. @default 20_000_000 */
  maxBytes?: number | undefined;
  /** The compressed thing, for messages: the name of a file. @default 'the response body' */
  what?: string | undefined;
}

/** The response to a page request. */
export interface PageResponse {
  /** URL after redirects. */
  url: string;
  /** HTTP status. */
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  /** The HTML as a string or as bytes. Not compressed, unless `compression` is set. */
  body: string | Uint8Array;
  /** How `body` is compressed. Only for requests that allow it: see {@link PageRequest.compressed}. */
  compression?: Compression | undefined;
  /** The requested postal code. A page for another place is reported as a `place` gap. */
  place?: string | undefined;
  /** Time of the original request, for saved pages. Relative dates are counted from it. @default now */
  fetchedAt?: Date | undefined;
}

/**
 * A function that fetches pages: your own fetcher, a browser, a scraping service, a folder. Throw the network error or a `TransportError` if there is no response;
 * return responses with an error status.
 */
export interface PageSource {
  (request: PageRequest): Promise<PageResponse>;
  /** Called once when the marketplace is closed. */
  close?: () => Promise<void>;
  /** Default pace for requests to this source. Overridden by the `pace` option. Unlimited if not set. */
  pace?: Pace;
  /** Number of sessions per marketplace, used in turn: one per proxy, for example. @default 1 */
  sessionCount?: number;
}

/** Returns a page source that calls `pages` and has the pace, session count and `close` of another source. */
export const wrapPageSource = (inner: PageSource, pages: (request: PageRequest) => Promise<PageResponse>): PageSource =>
  Object.assign(pages, inner);

const TIMESTAMP = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Whether a value is an ISO 8601 timestamp, or a date, of a year with four digits. */
export const isTimestamp = (value: unknown): value is string =>
  typeof value === 'string' && TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value));
