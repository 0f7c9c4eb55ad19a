/** Maps every response of the service to an envelope or an error. */
import type { LiveEnvelope } from '../contract/envelope.ts';
import { type ErrorFacts, readErrorBody } from '../contract/error-body.ts';
import { ERROR_KINDS, type ErrorKind, errorCodeOfStatus, errorKindOf } from '../contract/error-kinds.ts';
import { InternalError, type MarketplaceError, TransportError } from '../contract/errors.ts';
import { DEEPEST_PART, isRecord, jsonOf } from '../contract/json.ts';
import { ERROR_CLASSES } from '../contract/stored-error.ts';
import { readRetryAfter } from '../http/retry-after.ts';
import { wrongSetting } from '../options/checks.ts';
import type { ServiceResponse } from './connection.ts';

/** Statuses for which a later attempt can succeed. */
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Returns the error for a failed response. A code of the contract decides the class if it fits the status (a 200 with `success: false` fits any
 * code). Otherwise the status decides, and the service's code is kept.
 */
export function failureOf(
  { status, headers }: Pick<ServiceResponse, 'status' | 'headers'>,
  { message, ...facts }: ErrorFacts & { message: string },
  now: number,
): MarketplaceError {
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  const expected = errorKindOf(facts.code ?? '');
  const statusCode = codeOfStatus(status, retryAfterMs);
  const isFitting = expected !== undefined && fits(expected, status);
  const info = isFitting ? expected : ERROR_KINDS[statusCode];
  return new ERROR_CLASSES[info.class](message, {
    code: facts.code ?? statusCode,
    status: status >= 400 ? status : info.status,
    retryable: info.retryable && (isFitting || RETRIED.has(status)),
    parameter: facts.parameter,
    requestId: facts.requestId,
    usage: facts.usage,
    billed: (facts.usage?.requests_consumed ?? 0) > 0,
    retryAfterMs,
  });
}

const fits = (info: ErrorKind, status: number): boolean => status < 400 || info.status >= 500 === status >= 500;

/** Without a code, only `Retry-After` distinguishes a rate limit from a used-up quota. */
const codeOfStatus = (status: number, retryAfterMs: number | undefined) =>
  status === 429 && retryAfterMs === undefined ? 'QUOTA_EXCEEDED' : errorCodeOfStatus(status);

type ResponseToRead = Omit<ServiceResponse, 'bytes'>;

/** Context of a response. */
export interface ReadingContext {
  /** Time of the response [milliseconds since the epoch], for dates in `Retry-After`. */
  now: number;
  redact: (text: string) => string;
}

/** Returns the envelope of a response. @throws MarketplaceError for every other response */
export function readResponse(response: ResponseToRead, { now, redact }: ReadingContext): LiveEnvelope {
  const { status } = response;
  const json = jsonOf(response.body, DEEPEST_PART);
  if (isEnvelope(json) && isSuccess(status)) return json;
  const body = redact(response.body);
  if (status === HIDDEN_REDIRECT || (status >= 300 && status < 400)) throw redirected(response, redact);
  if (json === undefined && isSuccess(status)) throw unreadable(status, body);
  if (isSuccess(status) && !isFailure(json)) {
    throw new InternalError(
      `the service responded ${status} with JSON without "found": ${excerpt(body)}. ${CHECK_BASE_URL}`,
      { retryable: false },
    );
  }
  const { message, usage, ...texts } = json === undefined ? {} : readErrorBody(json);
  const words = message === undefined ? wordsOf(status, body, json) : redact(message);
  const requestId = texts.requestId ?? response.headers['x-request-id']?.toString();
  const facts = Object.entries({ ...texts, requestId }).map(([name, text]) => [name, text && redact(text)] as const);
  throw failureOf(response, { ...Object.fromEntries(facts), usage, message: words }, now);
}

/** See `TransportResponse.status`. */
const HIDDEN_REDIRECT = 0;

const CHECK_BASE_URL = 'Check that baseUrl is the URL of its API.';

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The service always responds with JSON: something on the way damaged or replaced it, so a retry can succeed. */
const unreadable = (status: number, body: string): MarketplaceError =>
  new TransportError(
    `the service responded ${status} with ${show(body, undefined)} instead of JSON. ${CHECK_BASE_URL}`,
  );

function redirected({ status, headers }: ResponseToRead, redact: (text: string) => string): MarketplaceError {
  const target = redact(headers.location?.replace(/[?#].*$/s, '') ?? 'nowhere');
  const what =
    status === HIDDEN_REDIRECT
      ? 'with a redirect to an address that the browser hides'
      : `${status}, a redirect to ${target}`;
  const advice = 'Redirects are not followed, so that no other server receives the key. Set baseUrl to the final URL.';
  return wrongSetting('baseUrl', `the service responded ${what}. ${advice}`);
}

const isEnvelope = (json: unknown): json is LiveEnvelope =>
  isRecord(json) && typeof json.found === 'boolean' && !isFailure(json);

const isFailure = (json: unknown): boolean => isRecord(json) && json.success === false;

/** Returns the message for a failure without one. A page instead of JSON comes from another server than the service. */
function wordsOf(status: number, body: string, json: unknown): string {
  const words = `the service responded ${status} with ${show(body, json)}.`;
  if (/plain HTTP request was sent to HTTPS port/i.test(body))
    return `${words} Set baseUrl to a URL that starts with https://.`;
  return status < 500 && HTML.test(body) ? `${words} ${CHECK_BASE_URL}` : words;
}

const HTML = /^\s*<(?:!doctype|html|head|body|\?xml)/i;

function show(body: string, json: unknown): string {
  if (body.trim() === '') return 'an empty body';
  if (json !== undefined) return `JSON: ${excerpt(body)}`;
  if (HTML.test(body)) return `HTML: ${excerpt(body)}`;
  return /^\s*[[{"]/.test(body) ? `incomplete or damaged JSON: ${excerpt(body)}` : `text: ${excerpt(body)}`;
}

const EXCERPT_LENGTH = 120;

function excerpt(body: string): string {
  const line = body
    .slice(0, 4 * EXCERPT_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  return JSON.stringify(line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}...` : line);
}
