/** Connections through SOCKS proxies, with the optional package `socks-proxy-agent`. */
import { EventEmitter } from 'node:events';
import type { ClientRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { optionalPackage, type PackageUse } from '../../options/modules.ts';
import type { Lookup } from '../guard.ts';
import { ProxyFault } from './proxy-fault.ts';

interface SocksOptions {
  /** Limit for reaching the proxy and for its responses together [milliseconds]. */
  stepMs: number;
  /** Looks up the site for `socks5:` and `socks4:`, whose proxies get an IP address. */
  lookup: Lookup;
}

const SOCKS: PackageUse = { name: 'socks-proxy-agent', parameter: 'proxy', feature: 'a SOCKS proxy' };

/** Loads the package. Its name is not a literal: bundlers would fail if it is not installed. */
const load = () =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ SOCKS.name) as Promise<typeof import('socks-proxy-agent')>;

/** Whether a URL is that of a SOCKS proxy. */
export const isSocks = ({ protocol }: URL): boolean => /^socks(?:4a?|5h?):$/.test(protocol);

/**
 * Returns a connection to the site's port.
 *
 * @throws ProxyFault without credentials, if the proxy fails
 * @throws TransportError if the site has a private IP address
 * @throws BadRequestError `INVALID_CONFIGURATION` if the package is not installed
 */
export async function socksConnection(
  proxy: URL,
  { host, port }: { host: string; port: number },
  { stepMs, lookup }: SocksOptions,
): Promise<Socket> {
  const { SocksProxyAgent } = await optionalPackage(load, SOCKS);
  const agent = new SocksProxyAgent(proxy, { timeout: stepMs });
  // Only the hosts of web URLs are decoded. The package does not connect to a host in brackets.
  agent.proxy.host = new URL(`http://${proxy.host}`).hostname.replace(/^\[|\]$/g, '');
  const address = await addressOf(host, proxy.protocol, lookup);
  // The package reports to a request, which exists only for the connection to the site.
  const request = new EventEmitter() as ClientRequest;
  try {
    const socket = await agent.connect(request, { host: address, port, secureEndpoint: false });
    // The limit was for the connection. Requests have their own.
    return socket.removeAllListeners('timeout').setTimeout(0);
  } catch (error) {
    throw faultOf(error instanceof Error ? error.message : '');
  }
}

/** Returns what the proxy is asked to connect to: the name for `socks5h:` and `socks4a:`, else an IP address. SOCKS 4 has only those of IPv4. */
async function addressOf(host: string, protocol: string, lookup: Lookup): Promise<string> {
  if (isIP(host) !== 0 || protocol === 'socks5h:' || protocol === 'socks4a:') return host;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  lookup(host, { family: protocol === 'socks4:' ? 4 : 0 }, (error, address) => {
    if (error !== null) reject(error);
    else resolve(String(address));
  });
  return promise;
}

/** Messages of the package, with what they mean. Its errors hold the options, so only parts of their messages are kept. */
const FAULTS: readonly (readonly [pattern: RegExp, fault: (part: string) => ProxyFault])[] = [
  [
    /authentication failed|no accepted authentication type/i,
    () => new ProxyFault('credentials', 'SOCKS authentication'),
  ],
  [/proxy rejected connection - \(?(\w+)/i, (part) => new ProxyFault('refused', part)],
  [/^(?:connect|getaddrinfo) (E[A-Z]+)/, (code) => new ProxyFault('unreachable', code)],
  [/timed out/, () => new ProxyFault('unreachable', 'ETIMEDOUT')],
  [/^Socket closed$/, () => new ProxyFault('broken', 'ECONNRESET')],
  [/^(?:read|write) (E[A-Z]+)/, (code) => new ProxyFault('broken', code)],
];

function faultOf(message: string): ProxyFault {
  for (const [pattern, fault] of FAULTS) {
    const found = pattern.exec(message);
    if (found !== null) return fault(found[1] ?? '');
  }
  return new ProxyFault('broken', 'no SOCKS response');
}
