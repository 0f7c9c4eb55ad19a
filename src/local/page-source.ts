/** Where the local backend gets its pages (design §4). */
import type { Language, MarketplaceCode } from '../contract/codes.ts';
import type { Pace } from './pace.ts';

/** A page that is wanted. */
export interface PageRequest {
  /** Full address at the marketplace's own site. */
  url: string;
  /** The site that it is of. */
  marketplace: MarketplaceCode;
  /** The language asked for. */
  language: Language;
  /** 1 first; higher after a failure. */
  attempt: number;
  /** Changes when a fresh session (cookies, exit) is wanted. */
  session: string;
  /** Aborted when the call is: stop then. */
  signal: AbortSignal;
  /** The answer's bytes may be left as they came: it then says how they are compressed, and hands them over for good. */
  compressed?: boolean | undefined;
}

/** How the bytes of a page are compressed. */
export interface Compression {
  /** As the `content-encoding` header says it: `gzip`, `br`. */
  encoding: string;
  /** How many bytes the page may have. @default any number */
  maxBytes?: number | undefined;
}

/** The answer to a request. */
export interface PageResponse {
  /** The address after redirects. */
  url: string;
  /** HTTP status. */
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  /** The page: a text, or bytes that are not compressed, unless `compression` says so. */
  body: string | Uint8Array;
  /** For requests that allow it: see {@link PageRequest.compressed}. */
  compression?: Compression | undefined;
  /** The place that was asked for (a postal code): a page that names another one is a `place` gap. */
  place?: string | undefined;
  /** The moment of the request, from which dates count, when it is not now: saved pages. */
  fetchedAt?: Date | undefined;
}

/**
 * Anything that gets pages: a fetcher of your own, a browser, a proxy service, a folder. Throw a `TransportError` when no answer can be had;
 * answers with an error status are answers.
 */
export interface PageSource {
  (request: PageRequest): Promise<PageResponse>;
  /** Called once when the marketplace is closed. */
  close?: () => Promise<void>;
  /** The pace that the source's host is due, unless the marketplace is given another; none when absent. */
  pace?: Pace;
  /** How many exits it has: so many sessions a marketplace are used in turn. @default 1 */
  exits?: number;
}

/** A source in front of another one: it asks at the other's pace, goes out by its exits, and ends with it. */
export function inFrontOf(inner: PageSource, pages: (request: PageRequest) => Promise<PageResponse>): PageSource {
  const { close, pace, exits } = inner;
  return Object.assign(
    pages,
    close === undefined ? {} : { close },
    pace === undefined ? {} : { pace },
    exits === undefined ? {} : { exits },
  );
}
