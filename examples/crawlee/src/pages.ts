/**
 * A page source that fetches with Crawlee's HTTP client and proxies. Envelopes, retries, credits and paging are buybox's; headers, TLS and proxies are
 * Crawlee's.
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

/** Options of {@link crawleePages}. */
export interface CrawleePagesOptions {
  /** @default Crawlee's own: got-scraping */
  httpClient?: BaseHttpClient;
  /** Proxies; each session keeps its proxy. */
  proxyConfiguration?: ProxyConfiguration;
}

/** Returns a page source with a Crawlee session for each buybox session: its own cookies, headers and proxy. The session changes after a block. */
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
      throw new TransportError(`could not fetch ${url}: ${String(cause)}`, { cause });
    }
  };
}

function singleValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}
