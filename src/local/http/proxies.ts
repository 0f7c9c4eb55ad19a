/** HTTP and HTTPS proxies of sessions. */
import type { Agent as HttpsAgent } from 'node:https';
import { BadRequestError } from '../../contract/errors.ts';

/** One proxy URL, several that are used in turn, or a function that returns the proxy of an attempt. */
export type ProxySetting = string | readonly string[] | ((attempt: number) => string);

/** Returns the number of sessions per marketplace: one per proxy. */
export function sessionCountOf(proxy: ProxySetting | undefined): number {
  return typeof proxy === 'object' ? Math.max(1, proxy.length) : 1;
}

/**
 * Returns the proxy URL of a session.
 *
 * @param serial Number of the session, starting at 0. Several proxies are used in turn.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid proxy URL. The message has no password.
 */
export function proxyOf(proxy: ProxySetting | undefined, serial: number, attempt: number): string | undefined {
  if (proxy === undefined) return undefined;
  const url =
    typeof proxy === 'function' ? proxy(attempt) : typeof proxy === 'string' ? proxy : proxy[serial % proxy.length];
  if (typeof url === 'string' && isProxy(url)) return url;
  throw new BadRequestError(
    `proxy: ${redacted(url)} is not a proxy URL: expected an http:// or https:// URL such as "http://user:password@proxy.example.com:8080"`,
    {
      code: 'INVALID_CONFIGURATION',
      parameter: 'proxy',
    },
  );
}

/** Checks the proxies that are known before the first request. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertProxies(proxy: ProxySetting | undefined): void {
  if (proxy === undefined || typeof proxy === 'function') return;
  const urls = typeof proxy === 'string' ? [proxy] : proxy;
  if (urls.length === 0) {
    throw new BadRequestError(
      'proxy: the list is empty: expected at least one proxy URL. Omit the option to use no proxy.',
      {
        code: 'INVALID_CONFIGURATION',
        parameter: 'proxy',
      },
    );
  }
  for (let serial = 0; serial < urls.length; serial++) proxyOf(proxy, serial, 1);
}

/** Returns an agent that tunnels through a proxy. */
export async function proxyAgent(url: string, certificateAuthority: string | undefined): Promise<HttpsAgent> {
  const { HttpsProxyAgent } = await loadAgent();
  return new HttpsProxyAgent(url, {
    keepAlive: true,
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
  }) as unknown as HttpsAgent;
}

async function loadAgent(): Promise<typeof import('https-proxy-agent')> {
  try {
    return await import('https-proxy-agent');
  } catch (cause) {
    throw new BadRequestError(
      'proxy: proxies need the package "https-proxy-agent". Install it: npm install https-proxy-agent',
      {
        code: 'INVALID_CONFIGURATION',
        parameter: 'proxy',
        cause,
      },
    );
  }
}

function isProxy(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Returns a proxy URL without its credentials: everything between the protocol and the last `@`. */
export function redacted(url: unknown): string {
  if (typeof url !== 'string') return String(url);
  const at = url.lastIndexOf('@');
  if (at === -1) return JSON.stringify(url);
  const protocol = /^[a-z][a-z\d+.-]*:\/\//i.exec(url)?.[0] ?? '';
  return JSON.stringify(`${protocol}***@${url.slice(at + 1)}`);
}
