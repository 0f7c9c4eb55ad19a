/** Limits where requests may go: only to the operator's own hosts over https, never to a private IP address. */
import { type LookupAddress, type LookupOptions, lookup as resolveAll } from 'node:dns';
import { TransportError, UnavailableError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
import { marketplaceOfHost } from '../locale/index.ts';
import { isShortLinkHost } from '../pages/index.ts';
import { specialUseOf } from './special-addresses.ts';

/** Returns the URL if a request may be sent to it. @param from The URL that led to it. @throws UnavailableError */
export function allowedUrl(target: string, from: string): URL {
  if (!URL.canParse(target, from))
    throw new UnavailableError(`${from} redirects to ${shown(target)}, which is not a URL.`);
  const url = new URL(target, from);
  const isOperators = marketplaceOfHost(url.hostname) !== undefined || isShortLinkHost(url.hostname);
  if (url.protocol === 'https:' && isOperators && url.port === '' && url.username === '' && url.password === '')
    return url;
  throw new UnavailableError(`${from} leads to ${url.origin}, outside the operator's sites. It was not followed.`, {
    retryable: false,
  });
}

/** A DNS lookup as connections use it. With `all`, the callback gets a list. */
export type Lookup = (
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void;

/**
 * Returns a DNS lookup that refuses private IP addresses. A connection uses the addresses that it returns and looks up no second time, so that a
 * name that changes between two look-ups (DNS rebinding) leads nowhere. One private address refuses the whole response: no public site has one.
 */
export const guardedLookup =
  (resolve: typeof resolveAll, useOf = specialUseOf): Lookup =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const refused = addresses.find(({ address }) => useOf(address) !== undefined);
      const [first] = addresses;
      const refuse = (why: string) => callback(new TransportError(`${hostname} ${why} No request was sent.`), '', 0);
      if (refused !== undefined) {
        const { address } = refused;
        return refuse(
          `resolves to the private address ${address} (${useOf(address)}): expected one of the public internet.`,
        );
      }
      if (first === undefined) return refuse('has no IP address.');
      return options.all === true ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

/** A DNS lookup that refuses private IP addresses, against DNS rebinding. */
export const publicLookup = guardedLookup(resolveAll);
