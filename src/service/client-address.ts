/** The IP address of a caller. */
import { ipAddressOf } from '../http/ip-address.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The connection of a request. `@hono/node-server` and {@link listen} pass it to the service. */
export interface PeerConnection {
  /** Node's own request, whose socket has the IP address. */
  incoming?: { socket?: { remoteAddress?: string | undefined } | undefined } | undefined;
}

/** Returns the caller's IP address, if it is known. Without trusted proxies this is the address of the connection. */
export function clientAddress(
  request: Request,
  connection: PeerConnection | undefined,
  proxies: TrustedProxies,
): string | undefined {
  return proxies.callerOf(request.headers.get('x-forwarded-for'), peerAddress(connection));
}

/** Returns the IP address of the connection, if it is known. */
export function peerAddress(connection: PeerConnection | undefined): string | undefined {
  const address = connection?.incoming?.socket?.remoteAddress;
  return address === undefined ? undefined : ipAddressOf(address);
}
