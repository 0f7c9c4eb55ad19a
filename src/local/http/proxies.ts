/** Exits of sessions: HTTP and HTTPS proxies. */
import type { Agent as HttpsAgent } from 'node:https';
import { BadRequestError } from '../../contract/errors.ts';

/** One proxy, several to take turns, or a function that names one for an attempt. */
export type ProxySetting = string | readonly string[] | ((attempt: number) => string);

/** How many sessions a marketplace has at once: one an exit. */
export function exitCount(proxy: ProxySetting | undefined): number {
  return typeof proxy === 'object' ? Math.max(1, proxy.length) : 1;
}

/**
 * The exit of a session.
 *
 * @param serial The session's number, 0 first: several proxies take turns.
 * @throws BadRequestError `INVALID_CONFIGURATION` for what is no proxy; the message holds no password
 */
export function exitOf(proxy: ProxySetting | undefined, serial: number, attempt: number): string | undefined {
  if (proxy === undefined) return undefined;
  const address =
    typeof proxy === 'function' ? proxy(attempt) : typeof proxy === 'string' ? proxy : proxy[serial % proxy.length];
  if (typeof address === 'string' && isProxy(address)) return address;
  throw new BadRequestError(
    `proxy: ${redacted(address)} must be an http:// or https:// URL such as "http://user:password@proxy.example.com:8080"`,
    {
      code: 'INVALID_CONFIGURATION',
      parameter: 'proxy',
    },
  );
}

/** Checks what is known before the first request. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertProxies(proxy: ProxySetting | undefined): void {
  if (proxy === undefined || typeof proxy === 'function') return;
  const addresses = typeof proxy === 'string' ? [proxy] : proxy;
  if (addresses.length === 0) {
    throw new BadRequestError('proxy: the list is empty; leave it out, or name at least one proxy', {
      code: 'INVALID_CONFIGURATION',
      parameter: 'proxy',
    });
  }
  for (let serial = 0; serial < addresses.length; serial++) exitOf(proxy, serial, 1);
}

/** An agent that tunnels through a proxy. */
export async function proxyAgent(address: string, certificateAuthority: string | undefined): Promise<HttpsAgent> {
  const { HttpsProxyAgent } = await loadAgent();
  return new HttpsProxyAgent(address, {
    keepAlive: true,
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
  }) as unknown as HttpsAgent;
}

async function loadAgent(): Promise<typeof import('https-proxy-agent')> {
  try {
    return await import('https-proxy-agent');
  } catch (cause) {
    throw new BadRequestError(
      'proxy: the package "https-proxy-agent" is needed for proxies; install it: npm install https-proxy-agent',
      {
        code: 'INVALID_CONFIGURATION',
        parameter: 'proxy',
        cause,
      },
    );
  }
}

function isProxy(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** A proxy's address without its credentials: all before the last `@` but the protocol. */
export function redacted(address: unknown): string {
  if (typeof address !== 'string') return String(address);
  const at = address.lastIndexOf('@');
  if (at === -1) return JSON.stringify(address);
  const protocol = /^[a-z][a-z\d+.-]*:\/\//i.exec(address)?.[0] ?? '';
  return JSON.stringify(`${protocol}***@${address.slice(at + 1)}`);
}
