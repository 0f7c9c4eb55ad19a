/** msw handlers for a hosted `/v1` API. */
import type { HttpHandler } from 'msw';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import { createLocalMarketplace } from '../local/backend.ts';
import { type CannedResponses, respondTo } from './canned-response.ts';
import { fixturePages } from './fixture-pages.ts';
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
  const { baseUrl = 'https://api.example.com', apiKey, responses = {} } = options;
  const { http } = loadMsw('apiHandlers');
  const marketplace = options.marketplace ?? createLocalMarketplace({ pages: sitePages(fixturePages()) });
  return (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const { method, path } = endpoints[name];
    const register = method === 'GET' ? http.get : http.post;
    return register(`${baseUrl.replace(/\/+$/, '')}${path}`, ({ request }) =>
      respondTo(name, request, { apiKey, responses, marketplace }),
    );
  });
}
