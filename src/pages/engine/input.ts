/** The facts about a page that callers pass, and their checks. */
import { LANGUAGES, type Language } from '../../contract/codes.ts';
import { BadRequestError } from '../../contract/errors.ts';

/** Facts about a page in addition to its HTML. */
export interface PageContext {
  /** URL of the page, after redirects. */
  url: string;
  /** URL that was requested, if the page can be another one after a redirect. A page for another ASIN, keyword, node or seller is then a gap or an error. @default url */
  requestedUrl?: string | undefined;
  /** HTTP status. Helps to recognize blocks, failures and pages that do not exist. */
  status?: number | undefined;
  /** Value of the `Retry-After` header, in milliseconds. Errors that can be retried have it as `retryAfterMs`. */
  retryAfterMs?: number | undefined;
  /** Time of the request, also as ISO 8601 text with a zone: `2026-11-20T12:00:00Z`. Relative dates are counted from it. @default now */
  requestedAt?: Date | string | undefined;
  /** The requested language. The page is read in its own language; a difference is reported as a gap. */
  language?: Language | undefined;
  /** The requested postal code. A page that was priced for another place is reported as a gap. */
  place?: string | undefined;
  /**
   * Time that reading may take [milliseconds]. Beyond it, reading throws a `ParseError` with the code `PARSE_TIMEOUT`.
   * @default 10_000, and 2_000 more for each million characters of HTML
   */
  parseTimeoutMs?: number | undefined;
}

/**
 * Throws if the HTML or the context has the wrong type.
 *
 * @throws BadRequestError `INVALID_PARAMETER` with the parameter's name
 */
export function assertInput(html: unknown, context: unknown): void {
  if (typeof html !== 'string') throw invalid('html', html, 'a string. Decode bytes first, as response.text() does');
  if (typeof context !== 'object' || context === null)
    throw invalid('context', context, 'an object such as { url: "https://www.amazon.com/dp/B0LANTERN1" }');
  const {
    url,
    requestedUrl = url,
    status,
    language,
    requestedAt,
    parseTimeoutMs = LONGEST_MS,
  } = context as Partial<Record<keyof PageContext, unknown>>;
  if (typeof url !== 'string') throw invalid('url', url, 'the URL that the HTML was fetched from');
  if (typeof requestedUrl !== 'string') throw invalid('requestedUrl', requestedUrl, 'the URL that was requested');
  if (status !== undefined && !Number.isInteger(status)) throw invalid('status', status, 'an HTTP status such as 200');
  if (language !== undefined && !(LANGUAGES as readonly unknown[]).includes(language))
    throw invalid('language', language, '"en" or "native"');
  if (
    typeof parseTimeoutMs !== 'number' ||
    !Number.isInteger(parseTimeoutMs) ||
    parseTimeoutMs < 1 ||
    parseTimeoutMs > LONGEST_MS
  )
    throw invalid('parseTimeoutMs', parseTimeoutMs, `a whole number from 1 to ${LONGEST_MS}`);
  if (requestedAt === undefined) return;
  const isTime = requestedAt instanceof Date || (typeof requestedAt === 'string' && ISO_TIME.test(requestedAt));
  if (!isTime || Number.isNaN(new Date(requestedAt).getTime()))
    throw invalid('requestedAt', requestedAt, 'a valid Date, or a text such as "2026-11-20T12:00:00Z"');
}

/** A time with its zone. `new Date` reads one without a zone in that of the machine. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Longest delay of a timer [milliseconds]. */
const LONGEST_MS = 2_147_483_647;

function invalid(parameter: string, value: unknown, expected: string): BadRequestError {
  const shown = value === undefined ? 'missing' : `${shownType(value)} is not valid`;
  return new BadRequestError(`${parameter}: ${shown}: expected ${expected}.`, { parameter });
}

/** The value itself can be a whole page. */
function shownType(value: unknown): string {
  if (value === null || ['number', 'boolean'].includes(typeof value)) return String(value);
  if (typeof value === 'object') return `an object (${value.constructor?.name ?? 'Object'})`;
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : `a ${typeof value}`;
}
