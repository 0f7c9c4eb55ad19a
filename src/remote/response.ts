/** The one mapper: any answer of the service -> an envelope as it came, or an error. */
import { readErrorBody } from '../contract/error-body.ts';
import { BadRequestError, InternalError, type MarketplaceError, TransportError } from '../contract/errors.ts';
import type { ServiceResponse } from './connection.ts';

import { failureOf } from './failure.ts';

/** An envelope as the service sent it: the live response wins over the contract, so no more is promised of it than this. */
export interface LiveEnvelope {
  readonly found: boolean;
  readonly page_type?: unknown;
  readonly data?: unknown;
  readonly meta?: unknown;
}

type Answer = Omit<ServiceResponse, 'bytes'>;

/** What reading an answer takes beside the answer. */
export interface ReadingContext {
  /** The time of the answer, in milliseconds since the epoch: a date in `Retry-After` counts from it. */
  now: number;
  /** Takes the key out of a text, should the service have echoed it. */
  redact: (text: string) => string;
}

/**
 * Reads an answer.
 *
 * @throws MarketplaceError for every answer that is no envelope
 */
export function readAnswer(response: Answer, { now, redact }: ReadingContext): LiveEnvelope {
  const { status } = response;
  const json = parseJson(response.body);
  if (isEnvelope(json) && isSuccess(status)) return json;
  const body = redact(response.body);
  if (status >= 300 && status < 400) throw redirected(response);
  if (json === undefined && isSuccess(status)) throw unreadable(status, body);
  if (isSuccess(status) && !isFailure(json)) {
    throw new InternalError(
      `the service answered ${status} with JSON that has no "found": ${excerpt(body)}; is baseUrl its address?`,
      { retryable: false },
    );
  }
  const { message, ...known } = json === undefined ? {} : readErrorBody(json);
  const words = message === undefined ? `the service answered ${status} with ${show(body, json)}` : redact(message);
  throw failureOf(response, { ...known, message: words }, now);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The service itself always answers JSON: something on the way spoilt or replaced it, and the next attempt can be whole. */
function unreadable(status: number, body: string): MarketplaceError {
  return new TransportError(
    `the service answered ${status} with ${show(body, undefined)} in place of JSON; is baseUrl the address of its API?`,
  );
}

function redirected({ status, headers }: Answer): MarketplaceError {
  const target = headers.location?.replace(/[?#].*$/s, '') ?? 'nowhere';
  return new BadRequestError(
    `baseUrl: the service answered ${status}, a redirect to ${target}, which is not followed so that the key stays with it; set baseUrl to the address that answers`,
    { code: 'INVALID_CONFIGURATION', parameter: 'baseUrl' },
  );
}

function isEnvelope(json: unknown): json is LiveEnvelope {
  return (
    typeof json === 'object' && json !== null && 'found' in json && typeof json.found === 'boolean' && !isFailure(json)
  );
}

function isFailure(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'success' in json && json.success === false;
}

/** `undefined` for what is no JSON, which has no such value. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const HTML = /^\s*<(?:!doctype|html|head|body|\?xml)/i;

function show(body: string, json: unknown): string {
  if (body.trim() === '') return 'an empty body';
  if (json !== undefined) return `JSON: ${excerpt(body)}`;
  if (HTML.test(body)) return `HTML: ${excerpt(body)}`;
  return /^\s*[[{"]/.test(body) ? `JSON that breaks off or is damaged: ${excerpt(body)}` : `text: ${excerpt(body)}`;
}

const EXCERPT_LENGTH = 120;

function excerpt(body: string): string {
  const line = body
    .slice(0, 4 * EXCERPT_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  return JSON.stringify(line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}...` : line);
}
