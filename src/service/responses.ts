/** Builds the responses of the service, with the headers that each of them has. */
import { errorBody } from '../contract/error-body.ts';
import { type Ending, type Facts, metaOf, NO_USAGE } from './facts.ts';
import type { Failure } from './failure.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers of every response: browsers must not run, frame or cache it. */
export const API_HEADERS: Headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Headers of the HTML pages: own styles and forms are allowed, scripts are not. */
const PAGE_HEADERS: Headers = {
  ...API_HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The origin protects forms from other sites, and browsers omit it without a referrer.
  'referrer-policy': 'same-origin',
};

/** Returns the response for a failure, and writes how the request ended. */
export function failureResponse(facts: Facts, failure: Failure, ending: Partial<Ending> = {}): Response {
  const { status, code, message, retryAfterMs, headers } = failure;
  const { usage = NO_USAGE } = ending;
  facts.ending = { ...ending, usage, status, code, message };
  const wait = retryAfterMs === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) };
  const body = errorBody(failure, metaOf(facts.request, facts.call, usage));
  return jsonResponse(facts, status, body, { ...headers, ...wait });
}

/** Returns a JSON response. @param body An object, or its JSON. */
export function jsonResponse(facts: Facts, status: number, body: object | string, headers?: Headers): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return responseOf(facts, status, text, { ...API_HEADERS, ...headers, 'content-type': 'application/json' });
}

/** Returns an HTML response. */
export function htmlResponse(facts: Facts, status: number, html: string, headers?: Headers): Response {
  return responseOf(facts, status, html, { ...PAGE_HEADERS, ...headers, 'content-type': 'text/html;charset=UTF-8' });
}

function responseOf({ request, ending }: Facts, status: number, body: string, headers: Headers): Response {
  return new Response(body, { status, headers: { ...headers, 'x-request-id': ending?.replayOf ?? request.id } });
}
