/** msw handlers for a hosted `/v1` API. */
import type { HttpHandler } from 'msw';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import { createLocalMarketplace } from '../local/backend.ts';
import { fixturePages } from '../local/fixture-pages.ts';
import { filledString, httpUrl, invalidSetting, objectWith, type Setting } from '../settings/checks.ts';
import { membersIn, type OptionTable, readOptions } from '../settings/table.ts';
import { type CannedResponses, respondTo } from './canned-response.ts';
import { loadMsw } from './msw.ts';
import { sitePages } from './site.ts';

/** Options of {@link apiHandlers}. */
export interface ApiHandlersOptions {
  /** `baseUrl` of the application's remote backend. @default 'https://api.example.com' */
  baseUrl?: string | undefined;
  /** The only valid API key. @default every key is valid */
  apiKey?: string | undefined;
  /** Responses of single endpoints: an envelope, an error, or a function of the parameters. All other endpoints use `marketplace`. */
  responses?: CannedResponses | undefined;
  /** Responds to all other calls. @default the package's own fixtures, read in process */
  marketplace?: Marketplace | undefined;
}

/** An envelope, an error or a function. */
const CANNED = {
  check: ({ name, value }: Setting) => {
    if (typeof value === 'function' || (typeof value === 'object' && value !== null)) return value as never;
    throw invalidSetting(name, value, 'is not valid: expected an envelope, an error or a function.');
  },
};

const API_HANDLERS_OPTIONS: OptionTable<ApiHandlersOptions> = {
  baseUrl: { check: httpUrl },
  apiKey: { check: filledString },
  responses: {
    check: membersIn<CannedResponses>({
      product: CANNED,
      search: CANNED,
      offers: CANNED,
      seller: CANNED,
      scrape: CANNED,
      category: CANNED,
    }),
  },
  marketplace: { check: objectWith<Marketplace>(['product'], 'the result of createMarketplace()') },
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
 * server.use(...apiHandlers({ responses: { product: new RateLimitError('slow down', { retryAfterMs: 1000 }) } }));
 */
export function apiHandlers(options: ApiHandlersOptions = {}): HttpHandler[] {
  const settings = readOptions('apiHandlers', API_HANDLERS_OPTIONS, options);
  const { baseUrl = 'https://api.example.com', apiKey, responses = {} } = settings;
  const { http } = loadMsw('apiHandlers');
  const marketplace = settings.marketplace ?? createLocalMarketplace({ pages: sitePages(fixturePages()) });
  return (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const { method, path } = endpoints[name];
    const register = method === 'GET' ? http.get : http.post;
    return register(`${baseUrl}${path}`, ({ request }) => respondTo(name, request, { apiKey, responses, marketplace }));
  });
}
