/** msw handlers for a hosted `/v1` API. */
import type { HttpHandler } from 'msw';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { Marketplace } from '../contract/marketplace.ts';
import { createLocalMarketplace } from '../local/backend.ts';
import { answerRequest, type CannedResponses } from './canned-response.ts';
import { fixturePages } from './fixture-pages.ts';
import { loadMsw } from './msw.ts';
import { sitePages } from './site.ts';

/** Options of {@link apiHandlers}. */
export interface ApiHandlersOptions {
  /** The address that the application's remote backend is given. @default 'https://api.example.com' */
  baseUrl?: string | undefined;
  /** The only key that is good. @default every key is */
  apiKey?: string | undefined;
  /** Answers to chosen endpoints: an envelope, an error, or a function of the parameters. They come before the marketplace. */
  answers?: CannedResponses | undefined;
  /** Answers all else. @default the package's own fixtures, read in process */
  marketplace?: Marketplace | undefined;
}

/**
 * Handlers that answer as a hosted API does: keys, parameters, envelopes, error bodies. An application's tests run on them without a network.
 *
 * @throws BadRequestError when the package msw is not installed
 * @example
 * const server = setupServer(...apiHandlers({ baseUrl: 'https://api.example.com' }));
 * server.listen({ onUnhandledFrame: 'error' });
 * // In a test: what the API answers there.
 * server.use(...apiHandlers({ answers: { product: new RateLimitError('slow down', { retryAfterMs: 1000 }) } }));
 */
export function apiHandlers(options: ApiHandlersOptions = {}): HttpHandler[] {
  const { baseUrl = 'https://api.example.com', apiKey, answers = {} } = options;
  const { http } = loadMsw('apiHandlers');
  const marketplace = options.marketplace ?? createLocalMarketplace({ pages: sitePages(fixturePages()) });
  return (Object.keys(endpoints) as EndpointName[]).map((name) => {
    const { method, path } = endpoints[name];
    const register = method === 'GET' ? http.get : http.post;
    return register(`${baseUrl.replace(/\/+$/, '')}${path}`, ({ request }) =>
      answerRequest(name, request, { apiKey, answers, marketplace }),
    );
  });
}
