/** Answers as they leave: JSON or a page, with the headers that every answer has. */

import { errorBody } from '../contract/error-body.ts';
import { type Failure, failureHeaders } from './failure.ts';
import { API_HEADERS, PAGE_HEADERS } from './headers.ts';
import type { RequestContext } from './request-context.ts';

/** A failure, which the log is told of. */
export function failed(context: RequestContext, failure: Failure): Response {
  context.status = failure.status;
  context.code = failure.code;
  return jsonResponse(context, failure.status, errorBody(failure, context.meta()), failureHeaders(failure));
}

/** JSON. */
export function jsonResponse(
  context: RequestContext,
  status: number,
  body: object,
  headers?: Record<string, string>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...API_HEADERS,
      ...headers,
      'content-type': 'application/json',
      'x-request-id': context.requestId,
    },
  });
}

/** A page. */
export function page(
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
