/** Protects the dashboard against DNS rebinding. */
import { isIP } from 'node:net';
import { isLoopbackHost } from '../../http/loopback.ts';

/**
 * Whether the dashboard may be called by this host name. A page of another site can have a name that resolves to this machine: its requests come
 * from a browser on this machine, with the name of that site.
 *
 * @param peer The IP address of the connection.
 */
export function isOwnHost(host: string, baseUrl: string | undefined, peer: string | undefined): boolean {
  if (peer === undefined || !isLoopbackHost(peer)) return true;
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || isLoopbackHost(host) || (baseUrl !== undefined && new URL(baseUrl).hostname === host);
}
