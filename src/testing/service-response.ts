/** Responds to a request for a hosted API, from a marketplace or with the handlers of a test. */
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { UNLIMITED_CREDITS } from '../contract/envelope.ts';
import { errorBody } from '../contract/error-body.ts';
import { AuthenticationError, BadRequestError, InternalError, MarketplaceError } from '../contract/errors.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import type { AnyEnvelope, AnyMarketplace, EndpointMethods, Params } from '../contract/marketplace.ts';
import { paramsOfBody, paramsOfQuery } from '../contract/request-params.ts';
import { marketplaceOf, validateParams } from '../contract/validate.ts';
import { type FakeHandler, type FakeHandlers, handled } from './fake-handlers.ts';

/** Where responses come from. */
export interface ResponseSource {
  apiKey: string | false | undefined;
  handlers: FakeHandlers;
  /** Responds to the calls of endpoints without a handler. */
  marketplace: AnyMarketplace;
}

/** Responds to a request like a service. */
export async function respondTo(name: EndpointName, request: Request, source: ResponseSource): Promise<Response> {
  const { method, url, headers } = request;
  try {
    if (source.apiKey !== false) assertKey(headers.get('x-api-key'), source.apiKey);
    const given =
      method === 'GET'
        ? paramsOfQuery(name, new URL(url).searchParams)
        : paramsOfBody(headers.get('content-type') ?? undefined, await request.text());
    const envelope = await envelopeFor(name, given, request, source);
    return Response.json({ ...envelope, meta: { ...envelope.meta, request_url: url } });
  } catch (error) {
    return failure(error instanceof MarketplaceError ? error : new InternalError(String(error)), url);
  }
}

function assertKey(given: string | null, expected: string | undefined): void {
  if (given === null || given === '') throw new AuthenticationError('x-api-key: the header is missing.');
  if (expected !== undefined && given !== expected) throw new AuthenticationError('x-api-key: unknown API key.');
}

async function envelopeFor(
  name: EndpointName,
  given: Record<string, unknown>,
  { url, signal }: Request,
  { handlers, marketplace }: ResponseSource,
): Promise<AnyEnvelope> {
  const params = validateParams(name, given as Params<typeof name>);
  const handler = handlers[name] as FakeHandler<EndpointName> | undefined;
  if (handler === undefined) {
    const calls: EndpointMethods = marketplace;
    const envelope = await (calls[name] as (params: object) => Promise<AnyEnvelope>)(params);
    // A marketplace of the user's own can ignore `fields`.
    return withFields(envelope, fieldsOf(params));
  }
  const { language } = params;
  const meta = { ...metaOf(url, 1), marketplace: marketplaceOf(params), language };
  return handled(handler, { name, params, meta, attempt: 1, signal });
}

function failure(error: MarketplaceError, url: string): Response {
  const { status, code, message, requestId = randomUUID(), retryAfterMs } = error;
  const parameter = error instanceof BadRequestError ? error.parameter : undefined;
  const query = new URL(url).searchParams;
  const meta = {
    ...metaOf(url, 0),
    marketplace: query.get('marketplace') ?? 'us',
    language: query.get('language') ?? 'en',
    request_id: requestId,
    ...(error.usage === undefined ? {} : { usage: error.usage }),
  };
  return Response.json(errorBody({ code, message, parameter }, meta as ResponseMeta), {
    status,
    headers: retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
  });
}

/** Returns the `meta` of a response without its marketplace and language. */
function metaOf(request_url: string, requests_consumed: 0 | 1): Omit<ResponseMeta, 'marketplace' | 'language'> {
  return {
    timing_ms: 0,
    request_url,
    timestamp: new Date().toISOString(),
    request_id: randomUUID(),
    usage: { requests_consumed, requests_remaining: UNLIMITED_CREDITS },
  };
}
