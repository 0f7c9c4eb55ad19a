/** Limits where requests may go: only to the operator's own hosts over https, never to a private IP address. */
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { TransportError, UnavailableError } from '../../contract/errors.ts';
import { marketplaceOfHost } from '../../locale/index.ts';
import { isShortLinkHost } from '../../pages/index.ts';

/** IP addresses that no public site has. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is private: loopback, link-local, in a local network, or not routed. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return PRIVATE.check(mapped, 'ipv4');
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Returns the URL if a request may be sent to it.
 *
 * @param from The URL that led to it.
 * @throws UnavailableError for another host, protocol or port, and for a URL with credentials
 */
export function allowedUrl(target: string, from: string): URL {
  if (!URL.canParse(target, from))
    throw new UnavailableError(`${from} redirects to ${JSON.stringify(target)}, which is not a URL.`);
  const url = new URL(target, from);
  const isOperators = marketplaceOfHost(url.hostname) !== undefined || isShortLinkHost(url.hostname);
  if (url.protocol === 'https:' && isOperators && url.port === '' && url.username === '' && url.password === '')
    return url;
  throw new UnavailableError(`${from} leads to ${url.origin}, outside the operator's sites. It was not followed.`, {
    retryable: false,
  });
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string, family: number) => void;

/** A DNS lookup that refuses private IP addresses, against DNS rebinding. */
export function publicLookup(hostname: string, options: object, callback: LookupCallback): void {
  resolve(hostname, { ...options, all: false }, (error, address, family) => {
    if (error === null && isPrivateAddress(address)) {
      callback(
        new TransportError(`${hostname} resolves to the private address ${address}. No request was sent.`),
        '',
        0,
      );
    } else callback(error, address, family);
  });
}
