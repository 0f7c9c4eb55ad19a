/** Answers as they leave: JSON or a page, with the headers that every answer has. */

import { errorBody } from '../contract/error-body.ts';
import { type Failure, failureHeaders } from './failure.ts';
import { ANSWER_HEADERS, PAGE_HEADERS } from './headers.ts';
import type { RequestContext } from './request-context.ts';

/** A failure, which the log is told of. */
export function failed(exchange: RequestContext, failure: Failure): Response {
  exchange.status = failure.status;
  exchange.code = failure.code;
  return answered(exchange, failure.status, errorBody(failure, exchange.meta()), failureHeaders(failure));
}

/** JSON. */
export function answered(
  exchange: RequestContext,
  status: number,
  body: object,
  headers?: Record<string, string>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...ANSWER_HEADERS,
      ...headers,
      'content-type': 'application/json',
      'x-request-id': exchange.requestId,
    },
  });
}

/** A page. */
export function page(
  exchange: RequestContext,
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
      'x-request-id': exchange.requestId,
    },
  });
}
