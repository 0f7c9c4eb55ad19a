/**
 * The server over Streamable HTTP. Each request is complete in itself: there are no sessions. Pages of other sites cannot use it: they have another
 * origin, and a name that resolves to this machine is not an allowed host.
 */
import type { McpServer } from '@modelcontextprotocol/server';
import { shown } from '../../../contract/shown.ts';
import { listen, type Service } from '../../../entries/service.ts';
import { hostnameOf, isLoopbackHost } from '../../../http/loopback.ts';
import { invalidSetting } from '../../../options/checks.ts';
import type { Secret } from '../../../options/secrets.ts';
import { isHeaderValue } from '../../../remote/api-key.ts';
import { hashOf, isSameSecret } from '../../../service/keys.ts';

/** The part of the SDK that is used. */
export type HttpSdk = Pick<typeof import('@modelcontextprotocol/server'), 'createMcpHandler'>;

/** How the server is reached. */
export interface HttpOptions {
  /** The address that it listens on. */
  host: string;
  /** Further names in the header `Host`, for a proxy in front. */
  allowedHosts: readonly string[];
  /** The token that `Authorization: Bearer` must have. */
  token: Secret | undefined;
  /** The largest size of a message [bytes]. */
  maxBytes: number;
  onError: (error: Error) => void;
}

const PATH = '/mcp';
/** Connections at once. A connection has one request at a time. */
const MOST_CONNECTIONS = 100;
/** Streams of changes at once. The tools never change. */
const MOST_SUBSCRIPTIONS = 20;
/** Milliseconds that running calls have when the server stops. */
const GRACE_MS = 2_000;

/**
 * Serves until the signal is aborted.
 *
 * @param onListening Receives the URL.
 * @throws BadRequestError `INVALID_CONFIGURATION` for a port or a host that cannot be used, or one that others can reach without a token, and for a
 * token or an allowed host that no request could have
 */
export async function serveHttp(
  sdk: HttpSdk,
  createServer: () => McpServer,
  {
    port,
    signal,
    onListening,
    ...options
  }: HttpOptions & { port: number; signal: AbortSignal; onListening: (url: string) => void },
): Promise<void> {
  const { host, token } = options;
  if (token === undefined && !isLoopbackHost(host))
    throw invalidSetting(
      'http-host',
      host,
      'can be reached from other machines: expected a token. Set BUYBOX_MCP_TOKEN, or leave --http-host out.',
    );
  // An empty token would be the same as none, but open to other machines.
  if (token !== undefined && !isHeaderValue(token.reveal()))
    throw invalidSetting(
      'http-token',
      undefined,
      'is not valid: expected printable ASCII without spaces or line breaks, and at most 4096 characters. Set BUYBOX_MCP_TOKEN to a long random text.',
    );
  const handler = sdk.createMcpHandler(createServer, {
    maxRequestBodySize: options.maxBytes,
    maxSubscriptions: MOST_SUBSCRIPTIONS,
    onerror: options.onError,
  });
  const limits = { maxSockets: MOST_CONNECTIONS, maxSocketsPerAddress: MOST_CONNECTIONS, graceMs: GRACE_MS };
  await using server = await listen(
    guarded((request) => handler.fetch(request), options),
    { host, port, ...limits },
  );
  onListening(`${server.url}${PATH}`);
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  await handler.close();
}

/**
 * Returns a handler that passes on only requests to the path, from allowed hosts and origins, with the token.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an allowed host that is not a host name or an IP address
 */
function guarded(
  handle: (request: Request) => Promise<Response>,
  { host, allowedHosts, token }: Pick<HttpOptions, 'host' | 'allowedHosts' | 'token'>,
): Service {
  const names = new Set([hostnameOf(host), ...allowedHosts.map(allowedHost)]);
  const hash = token === undefined ? undefined : hashOf(token.reveal());
  return async (request) => {
    const { hostname, host: named, pathname } = new URL(request.url);
    if (!isLoopbackHost(hostname) && !names.has(hostname))
      return refused(403, `the host ${shown(hostname)} is not allowed. Start the server with --allow-host ${hostname}`);
    const origin = request.headers.get('origin');
    if (origin !== null && !(URL.canParse(origin) && new URL(origin).host === named))
      return refused(
        403,
        `the origin ${shown(origin)} is not allowed: web pages of other origins cannot use this server`,
      );
    if (hash !== undefined && !isSameSecret(hashOf(bearerOf(request)), hash))
      return refused(401, 'the token is missing or wrong: expected the header Authorization: Bearer TOKEN', {
        'www-authenticate': 'Bearer',
      });
    if (pathname !== PATH) return refused(404, `there is nothing at this path: expected ${PATH}`);
    return handle(request);
  };
}

function allowedHost(name: string): string {
  const hostname = hostnameOf(name);
  if (hostname !== undefined) return hostname;
  throw invalidSetting(
    'allow-host',
    name,
    'is not valid: expected a host name without a port, such as tools.example.com.',
  );
}

function bearerOf({ headers }: Request): string {
  return /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';
}

function refused(status: number, why: string, headers: Record<string, string> = {}): Response {
  const error = { code: -32_000, message: `${why}.` };
  return Response.json(
    { jsonrpc: '2.0', error, id: null },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
}
