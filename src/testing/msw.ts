/** Handlers for msw, an optional package: a hosted API, and the sites' pages. */
import { createRequire } from 'node:module';
import type { HttpHandler } from 'msw';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { ResponseMeta } from '../contract/envelope.ts';
import { errorBody } from '../contract/error-body.ts';
import { AuthenticationError, BadRequestError, InternalError, MarketplaceError } from '../contract/errors.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import type { AnyEnvelope, AnyMarketplace, EndpointMethods, Params } from '../contract/marketplace.ts';
import { paramsOfBody, paramsOfQuery } from '../contract/request-params.ts';
import { MARKETPLACE_SUFFIXES } from '../contract/sites.ts';
import { validateParams } from '../contract/validate.ts';
import { filledString, httpUrl, marketplaceIn } from '../options/checks.ts';
import { packageError } from '../options/modules.ts';
import { membersIn, type OptionTable, readOptions } from '../options/table.ts';
import type { PageSource } from '../sources/page-source.ts';
import { fixturePages } from '../sources/saved/fixture-pages.ts';
import { metaOf } from './answer.ts';
import { filled } from './answers/subject.ts';
import { FAKE_HANDLERS, type FakeHandlers } from './fake-handlers.ts';
import { fakeMarketplace } from './fake-marketplace.ts';
import { fixtureMarketplace } from './fixtures-in-process.ts';
import { headersOf, PAGES_OPTIONS, pageAt } from './site.ts';

/** Options of {@link apiHandlers}. */
export interface ApiHandlersOptions {
  /** `baseUrl` of the application's remote backend. @default 'https://api.example.com' */
  baseUrl?: string | undefined;
  /** The only valid API key. `false`: no key is needed, as for a proxy that adds it. @default every key is valid */
  apiKey?: string | false | undefined;
  /** Handlers of single endpoints, as in `fakeMarketplace`. All other endpoints use `marketplace`. */
  responses?: FakeHandlers | undefined;
  /** Responds to all other calls. @default the package's own fixtures, read in process */
  marketplace?: AnyMarketplace | undefined;
}

const API_HANDLERS_OPTIONS: OptionTable<ApiHandlersOptions> = {
  baseUrl: { check: httpUrl },
  apiKey: { check: (setting) => (setting.value === false ? false : filledString(setting)) },
  responses: { check: membersIn<FakeHandlers>(FAKE_HANDLERS) },
  marketplace: { check: (setting) => marketplaceIn(setting) },
};

/**
 * Returns msw handlers that respond like a hosted API: keys, parameters, envelopes, error bodies. Tests of an application run on them without a
 * network.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` if the package msw is not installed
 * @example
 * const server = setupServer(...apiHandlers({ baseUrl: 'https://api.example.com' }));
 * server.listen({ onUnhandledFrame: 'error' });
 * // In a test: another response.
 * server.use(...apiHandlers({ responses: { product: errorOf('RATE_LIMITED') } }));
 */
export function apiHandlers(options: ApiHandlersOptions = {}): HttpHandler[] {
  const settings = readOptions('apiHandlers', API_HANDLERS_OPTIONS, options);
  const { baseUrl = 'https://api.example.com', apiKey, responses = {} } = settings;
  const { http } = loadMsw('apiHandlers');
  const { marketplace = fixtureMarketplace() } = settings;
  const fake = fakeMarketplace(responses);
  return (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const { method, path } = endpoints[name];
    const register = method === 'GET' ? http.get : http.post;
    const source = { apiKey, marketplace: responses[name] === undefined ? marketplace : fake };
    return register(`${baseUrl}${path}`, ({ request }) => respondTo(name, request, source));
  });
}

/** Responds to a request like a service. */
async function respondTo(
  name: EndpointName,
  request: Request,
  { marketplace, apiKey }: Pick<ApiHandlersOptions, 'apiKey'> & { marketplace: EndpointMethods },
): Promise<Response> {
  const { method, url, headers } = request;
  try {
    if (apiKey !== false) assertKey(headers.get('x-api-key'), apiKey);
    const given =
      method === 'GET'
        ? paramsOfQuery(name, new URL(url).searchParams)
        : paramsOfBody(headers.get('content-type') ?? undefined, await request.text());
    const params = validateParams(name, given as Params<typeof name>);
    const envelope = await (marketplace[name] as (params: object) => Promise<AnyEnvelope>)(params);
    // A marketplace of the user's own can ignore `fields`.
    const { meta, ...page } = withFields(envelope, fieldsOf(params));
    return Response.json({ ...page, meta: { ...meta, request_url: url } });
  } catch (error) {
    return failure(error instanceof MarketplaceError ? error : new InternalError(String(error)), url);
  }
}

function assertKey(given: string | null, expected: string | undefined): void {
  if (given === null || given === '') throw new AuthenticationError('x-api-key: the header is missing.');
  if (expected !== undefined && given !== expected) throw new AuthenticationError('x-api-key: unknown API key.');
}

function failure(error: MarketplaceError, url: string): Response {
  const { status, code, message, requestId: request_id, usage, retryAfterMs } = error;
  const parameter = error instanceof BadRequestError ? error.parameter : undefined;
  const { marketplace, language } = Object.fromEntries(new URL(url).searchParams) as Partial<ResponseMeta>;
  const meta = filled<ResponseMeta>(metaOf(url, 0), filled({ marketplace, language, request_id, usage }));
  return Response.json(errorBody({ code, message, parameter }, meta), {
    status,
    headers: retryAfterMs === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterMs / 1000)) },
  });
}

/** Options of {@link pageHandlers}. */
export interface PageHandlersOptions {
  /** The pages of the sites. @default the package's own fixtures */
  pages?: PageSource | undefined;
}

/**
 * Returns msw handlers that serve saved pages for all 20 sites, and the 404 page for all other URLs. The local backend runs on them without a
 * network, and reads each page at the time when it was fetched: the fixtures at `FIXTURE_TIME`.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` if the package msw is not installed
 * @example
 * const server = setupServer(...pageHandlers());
 * server.listen({ onUnhandledFrame: 'error' });
 */
export function pageHandlers(options: PageHandlersOptions = {}): HttpHandler[] {
  const { pages = fixturePages() } = readOptions('pageHandlers', PAGES_OPTIONS, options);
  const { http, HttpResponse } = loadMsw('pageHandlers');
  const hosts = Object.values(MARKETPLACE_SUFFIXES).map((suffix) => `amazon\\.${suffix.replaceAll('.', '\\.')}`);
  const anyPage = new RegExp(`^https://www\\.(?:${hosts.join('|')})/`);
  return [
    http.all(anyPage, async ({ request }) => {
      const page = await pageAt(pages, request.url);
      const { status, body } = page;
      return new HttpResponse(typeof body === 'string' ? body : new Uint8Array(body), {
        status,
        headers: headersOf(page),
      });
    }),
  ];
}

/** Returns the package msw. It is an optional peer dependency: the fixture marketplace works without it. */
function loadMsw(feature: string): typeof import('msw') {
  try {
    return createRequire(import.meta.filename ?? __filename)('msw');
  } catch (cause) {
    throw packageError({ name: 'msw', parameter: 'msw', feature, isDevelopment: true }, cause);
  }
}
