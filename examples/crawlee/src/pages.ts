/**
 * The other way round: buybox asks, Crawlee's HTTP client and proxies fetch. Envelopes, retries, credits and paging are buybox's; what a request looks
 * like from outside (headers, TLS, exits) is Crawlee's.
 */
import {
  type BaseHttpClient,
  GotScrapingHttpClient,
  type ProxyConfiguration,
  Session,
  SessionPool,
} from '@crawlee/http';
import { TransportError } from 'buybox';
import type { PageSource } from 'buybox/local';

/** What {@link crawleePages} fetches with. */
export interface CrawleePagesOptions {
  /** @default Crawlee's own: got-scraping */
  httpClient?: BaseHttpClient;
  /** Exits; a session keeps its own. */
  proxyConfiguration?: ProxyConfiguration;
}

/** Pages by Crawlee: each session of buybox's, which changes after a block, is one of Crawlee's, with cookies, headers and exit of its own. */
export function crawleePages({
  httpClient = new GotScrapingHttpClient(),
  proxyConfiguration,
}: CrawleePagesOptions = {}): PageSource {
  const sessionPool = new SessionPool();
  const sessions = new Map<string, Session>();
  return async ({ url, session: name, signal }) => {
    const session = sessions.get(name) ?? new Session({ id: name, sessionPool });
    sessions.set(name, session);
    const proxyUrl = await proxyConfiguration?.newUrl(session.id);
    const cookie = session.getCookieString(url);
    try {
      const response = await httpClient.sendRequest({
        url,
        headers: cookie === '' ? {} : { cookie },
        ...(proxyUrl !== undefined && { proxyUrl }),
        sessionToken: session,
        responseType: 'buffer',
        throwHttpErrors: false,
        signal,
      });
      session.setCookiesFromResponse(response);
      const { statusCode: status, body } = response;
      return { url: response.url, status, headers: singleValues(response.headers), body };
    } catch (cause) {
      signal.throwIfAborted();
      throw new TransportError(`${url} could not be fetched: ${String(cause)}`, { cause });
    }
  };
}

function singleValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}
