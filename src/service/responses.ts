/** Builds the responses of the service, with the headers that each of them has. */
import { errorBody } from '../contract/error-body.ts';
import { type Failure, failureHeaders } from './failure.ts';
import { API_HEADERS, PAGE_HEADERS } from './headers.ts';
import type { RequestContext } from './request-context.ts';

/** Returns the response for a failure, and notes it for the log. */
export function failureResponse(context: RequestContext, failure: Failure): Response {
  context.status = failure.status;
  context.code = failure.code;
  return jsonResponse(context, failure.status, errorBody(failure, context.meta()), failureHeaders(failure));
}

/** Returns a JSON response. @param body An object, or its JSON. */
export function jsonResponse(
  context: RequestContext,
  status: number,
  body: object | string,
  headers?: Record<string, string>,
): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: {
      ...API_HEADERS,
      ...headers,
      'content-type': 'application/json',
      'x-request-id': context.requestId,
    },
  });
}

/** Returns an HTML response. */
export function htmlResponse(
  context: RequestContext,
  status: number,
  html: string,
  headers?: Record<string, string>,
): Response {
  return new Response(html, {
    status,
    headers: {
      ...PAGE_HEADERS,
      ...headers,
      'content-type': 'text/html;charset=UTF-8',
      'x-request-id': context.requestId,
    },
  });
}
