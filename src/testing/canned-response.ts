/** One request of a hosted API -> its answer, out of a marketplace or of what a test says. */
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../contract/endpoints.ts';
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
import { validateParams } from '../contract/validate.ts';

/** What an endpoint answers in a test. */
export type CannedResponse<Name extends EndpointName> =
  | EnvelopeOf<Name>
  | Error
  | ((params: FullParams<Name>) => EnvelopeOf<Name> | Promise<EnvelopeOf<Name>>);

/** What endpoints answer in a test. */
export type CannedResponses = { [Name in EndpointName]?: CannedResponse<Name> | undefined };

/** Where answers come from. */
export interface AnswerSource {
  apiKey: string | undefined;
  answers: CannedResponses;
  marketplace: Marketplace;
}

/** Answers a request as a service does. */
export async function answerRequest(name: EndpointName, request: Request, source: AnswerSource): Promise<Response> {
  const { method, url, headers } = request;
  try {
    assertKey(headers.get('x-api-key'), source.apiKey);
    const given =
      method === 'GET'
        ? paramsOfQuery(name, new URL(url).searchParams)
        : paramsOfBody(headers.get('content-type') ?? undefined, await request.text());
    const answer = await answerOf(name, given, source);
    return Response.json({ ...answer, meta: { ...answer.meta, request_url: url } });
  } catch (error) {
    return failure(error instanceof MarketplaceError ? error : new InternalError(String(error)), url);
  }
}

function assertKey(given: string | null, expected: string | undefined): void {
  if (given === null || given === '') throw new AuthenticationError('x-api-key: the header is missing');
  if (expected !== undefined && given !== expected) throw new AuthenticationError('x-api-key: the key is not known');
}

async function answerOf(
  name: EndpointName,
  given: Record<string, unknown>,
  { answers, marketplace }: AnswerSource,
): Promise<AnyEnvelope> {
  const params = validateParams(name, given as Params<typeof name>);
  const canned = answers[name] as AnyEnvelope | Error | ((params: object) => Promise<AnyEnvelope>) | undefined;
  if (canned instanceof Error) throw canned;
  if (typeof canned === 'function') return canned(params);
  const calls: EndpointMethods = marketplace;
  const call = calls[name] as (params: object) => Promise<AnyEnvelope>;
  return canned ?? call(params);
}

/** The documented body of a failure (design §5.1). */
function failure(error: MarketplaceError, url: string): Response {
  const { status, code, message, requestId = randomUUID(), retryAfterMs } = error;
  const parameter = error instanceof BadRequestError ? error.parameter : undefined;
  const meta = {
    marketplace: new URL(url).searchParams.get('marketplace') ?? 'us',
    language: new URL(url).searchParams.get('language') ?? 'en',
    timing_ms: 0,
    request_url: url,
    timestamp: new Date().toISOString(),
    request_id: requestId,
    usage: error.usage ?? { requests_consumed: 0, requests_remaining: Number.MAX_SAFE_INTEGER },
  };
  const details = parameter === undefined ? {} : { details: { parameter } };
  return Response.json(
    { success: false, error: { code, message, ...details }, meta },
    {
      status,
      headers: retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
    },
  );
}
