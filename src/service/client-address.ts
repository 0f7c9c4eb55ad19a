/** Where a request came from. */

/** What a server tells a fetch handler beside the request; `@hono/node-server` and {@link listen} give it. */
export interface PeerConnection {
  /** Node's own request, whose socket knows the address. */
  incoming?: { socket?: { remoteAddress?: string | undefined } | undefined } | undefined;
}

/** The caller's address; `undefined` when nobody tells. Behind a proxy it is what that one saw: the last entry, which callers cannot choose. */
export function clientAddress(
  request: Request,
  connection: PeerConnection | undefined,
  trustProxy: boolean,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || connection?.incoming?.socket?.remoteAddress;
}
