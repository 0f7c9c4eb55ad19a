/** The IP address of a caller. */

/** The connection of a request. `@hono/node-server` and {@link listen} pass it to the service. */
export interface PeerConnection {
  /** Node's own request, whose socket has the IP address. */
  incoming?: { socket?: { remoteAddress?: string | undefined } | undefined } | undefined;
}

/**
 * Returns the caller's IP address, if it is known. Behind a trusted proxy this is the last entry of `X-Forwarded-For`: the proxy adds it, so
 * that callers cannot choose it.
 */
export function clientAddress(
  request: Request,
  connection: PeerConnection | undefined,
  trustProxy: boolean,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || connection?.incoming?.socket?.remoteAddress;
}
