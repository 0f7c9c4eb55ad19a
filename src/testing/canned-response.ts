/** Responds to a request for a hosted API, from a marketplace or with a response that a test sets. */
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { errorBody } from '../contract/error-body.ts';
import { AuthenticationError, BadRequestError, InternalError, MarketplaceError } from '../contract/errors.ts';
import type {
  AnyEnvelope,
  EndpointMethods,
  EnvelopeOf,
  FullParams,
  Marketplace,
  Params,
} from '../contract/marketplace.ts';
import { paramsOfBody, paramsOfQuery } from '../contract/request-params.ts';
import { UNLIMITED_CREDITS } from '../contract/unlimited.ts';
import { validateParams } from '../contract/validate.ts';

/** The response of an endpoint in a test. */
export type CannedResponse<Name extends EndpointName> =
  | EnvelopeOf<Name>
  | Error
  | ((params: FullParams<Name>) => EnvelopeOf<Name> | Promise<EnvelopeOf<Name>>);

/** The responses of endpoints in a test. */
export type CannedResponses = { [Name in EndpointName]?: CannedResponse<Name> | undefined };

/** Where responses come from. */
export interface ResponseSource {
  apiKey: string | undefined;
  responses: CannedResponses;
  marketplace: Marketplace;
}

/** Responds to a request like a service. */
export async function respondTo(name: EndpointName, request: Request, source: ResponseSource): Promise<Response> {
  const { method, url, headers } = request;
  try {
    assertKey(headers.get('x-api-key'), source.apiKey);
    const given =
      method === 'GET'
        ? paramsOfQuery(name, new URL(url).searchParams)
        : paramsOfBody(headers.get('content-type') ?? undefined, await request.text());
    const envelope = await envelopeFor(name, given, source);
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
  { responses, marketplace }: ResponseSource,
): Promise<AnyEnvelope> {
  const params = validateParams(name, given as Params<typeof name>);
  const canned = responses[name] as AnyEnvelope | Error | ((params: object) => Promise<AnyEnvelope>) | undefined;
  if (canned instanceof Error) throw canned;
  if (typeof canned === 'function') return canned(params);
  const calls: EndpointMethods = marketplace;
  const call = calls[name] as (params: object) => Promise<AnyEnvelope>;
  return canned ?? call(params);
}

function failure(error: MarketplaceError, url: string): Response {
  const { status, code, message, requestId = randomUUID(), retryAfterMs } = error;
  const parameter = error instanceof BadRequestError ? error.parameter : undefined;
  const query = new URL(url).searchParams;
  const meta = {
    marketplace: query.get('marketplace') ?? 'us',
    language: query.get('language') ?? 'en',
    timing_ms: 0,
    request_url: url,
    timestamp: new Date().toISOString(),
    request_id: requestId,
    usage: error.usage ?? { requests_consumed: 0, requests_remaining: UNLIMITED_CREDITS },
  };
  return Response.json(errorBody({ code, message, parameter }, meta as ResponseMeta), {
    status,
    headers: retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
  });
}
