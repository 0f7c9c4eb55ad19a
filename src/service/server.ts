/** Serves a service over HTTP with Node's own server, with limits for slow and large requests. */

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Deadline } from '../client/deadline.ts';
import type { Duration } from '../contract/marketplace.ts';
import { Connections, listening } from '../http/listening.ts';
import { filledString, trueOrFalse, wholeNumber } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { type Checked, type OptionTable, readOptions } from '../options/table.ts';
import type { Service } from './app.ts';
import { type Failure, NOT_CLEAR, refusal } from './failure.ts';
import { limitSockets } from './gates/sockets.ts';

/** Options of {@link listen}. */
export interface ListenOptions {
  /** Port; `0` for any free port. @default 8787 */
  port?: number | undefined;
  /** Host name or IP address to listen on; `0.0.0.0` for all interfaces. @default '127.0.0.1' */
  host?: string | undefined;
  /** Milliseconds that `close` waits for running calls. @default 30_000 */
  graceMs?: Duration | undefined;
  /** Replaces the global `Request` and `Response` with faster ones. Only for a process that does nothing else. @default false */
  replaceGlobals?: boolean | undefined;
  /** Timeout for receiving the headers of a request, in milliseconds. @default 10_000 */
  headersTimeoutMs?: Duration | undefined;
  /** Timeout for receiving a whole request, in milliseconds. @default 20_000 */
  requestTimeoutMs?: Duration | undefined;
  /** Largest number of connections. Further ones are closed at once. @default 10_000 */
  maxSockets?: number | undefined;
  /** Largest number of connections of an IP address, except loopback. Behind a proxy, all callers have its address. @default 2_000 */
  maxSocketsPerAddress?: number | undefined;
  /** Timeout of an idle connection, in milliseconds. It must be longer than a call with its wait, or callers are disconnected. @default 180_000 */
  idleTimeoutMs?: Duration | undefined;
}

/** A running server. */
export interface Listening extends AsyncDisposable {
  /** URL of the server. */
  url: string;
  /** Stops accepting requests and waits for running calls. After `graceMs` they are aborted and not charged. */
  close(): Promise<void>;
}

const LISTEN_OPTIONS: OptionTable<ListenOptions> = {
  port: { check: (setting) => wholeNumber(setting, 0, 65_535) },
  host: { check: filledString },
  graceMs: { check: (setting) => duration(setting, 0) },
  replaceGlobals: { check: trueOrFalse },
  headersTimeoutMs: { check: (setting) => duration(setting, 0) },
  requestTimeoutMs: { check: (setting) => duration(setting, 0) },
  maxSockets: { check: (setting) => wholeNumber(setting, 1) },
  maxSocketsPerAddress: { check: (setting) => wholeNumber(setting, 1) },
  idleTimeoutMs: { check: (setting) => duration(setting, 0) },
};

const MAX_HEADER_BYTES = 16_384;
const HEADERS_TOO_LONG = `headers: too long: expected at most ${MAX_HEADER_BYTES} bytes.`;
/** Milliseconds that aborted calls may take to end. */
const ABORT_MS = 2_000;

/**
 * Starts a server for a service.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, and for a port or host that cannot be used, such as a port in use
 */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listening> {
  const settings = readOptions('listen', LISTEN_OPTIONS, options);
  const { port = 8787, host = '127.0.0.1', graceMs = 30_000, idleTimeoutMs = 180_000 } = settings;
  const handle = handlerOf(service, settings.replaceGlobals);
  const running = new Set<Promise<void>>();
  const server = createServer(limitsOf(settings));
  const connections = new Connections(server, (incoming, outgoing) => {
    const handled = handle(incoming, outgoing).finally(() => running.delete(handled));
    running.add(handled);
  });
  limitSockets(server, settings);
  server.setTimeout(idleTimeoutMs);
  server.on('clientError', (error, socket: Socket) => void refuseBytes(service, error, socket));
  const url = await listening(server, host, port);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= drain(server, connections, graceMs).then(async () => {
      // Aborted calls still have to free their credits. A marketplace may ignore the signal.
      using limit = new Deadline(ABORT_MS, []);
      await limit.race(Promise.allSettled(running)).catch(() => undefined);
    });
    return closing;
  };
  return { url, close, [Symbol.asyncDispose]: close };
}

/** Returns a service as a request listener of `node:http`, which Express accepts too. Mount it before middleware that reads bodies. */
export function requestListener(service: Service): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const handle = handlerOf(service);
  return (incoming, outgoing) => void handle(incoming, outgoing);
}

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

function handlerOf(service: Service, overrideGlobalObjects = false): Handler {
  const listener = getRequestListener((request, connection) => service(request, connection), { overrideGlobalObjects });
  return async (incoming, outgoing) => {
    const fault = faultOfHead(incoming);
    if (fault === undefined) return await listener(incoming, outgoing);
    // The connection is closed: a proxy in front may read the head differently.
    refusing.add(incoming.socket);
    const { status, headers, body } = await refused(service, incoming.socket, fault);
    outgoing.writeHead(status, headers);
    outgoing.end(body);
  };
}

/** Returns the response to what is not a request: the service has it in its log and metrics. */
async function refused(service: Service, socket: Socket, failure: Failure) {
  const { localAddress, localPort } = socket;
  const host = localAddress?.includes(':') ? `[${localAddress}]` : (localAddress ?? 'localhost');
  const request = new Request(`http://${host}:${localPort ?? 80}/`);
  const response = await service(request, { incoming: { socket }, [NOT_CLEAR]: failure });
  const body = await response.text();
  const length = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  return { status: response.status, headers: { ...Object.fromEntries(response.headers), ...length }, body };
}

function limitsOf({ headersTimeoutMs = 10_000, requestTimeoutMs = 20_000 }: Checked<ListenOptions>): ServerOptions {
  return {
    maxHeaderSize: MAX_HEADER_BYTES,
    // The service refuses a request without a host itself, in its own form.
    requireHostHeader: false,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
    keepAliveTimeout: 65_000,
  };
}

async function drain(server: Server, connections: Connections, graceMs: number): Promise<void> {
  // Connections become idle when their requests end.
  const idle = setInterval(() => connections.endIdle(), 20);
  const late = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    connections.endIdle();
  });
  clearInterval(idle);
  clearTimeout(late);
}

const BAD_REQUEST = refusal(400, 'INVALID_PARAMETER', 'the request is not valid HTTP.');
const FAULTS: Readonly<Record<string, Failure>> = {
  HPE_HEADER_OVERFLOW: refusal(431, 'HEADERS_TOO_LARGE', HEADERS_TOO_LONG),
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, 'REQUEST_TIMEOUT', 'the request did not arrive in time.'),
};

/** Connections of which something was refused: Node reports each further part too. */
const refusing = new WeakSet<Socket>();

/** Responds to bytes that Node cannot read as a request. Those behind a request that closes its connection are ignored. */
async function refuseBytes(service: Service, error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'HPE_CLOSED_CONNECTION' || refusing.has(socket)) return;
  refusing.add(socket);
  const { status, headers, body } = await refused(service, socket, FAULTS[error.code ?? ''] ?? BAD_REQUEST);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`);
}

/** Headers that say who calls what. Node itself refuses two lengths. Servers differ in which one of several counts, and an attacker could show each of them another one. */
const SENT_ONCE: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'host',
  'idempotency-key',
  'origin',
  'x-api-key',
]);

const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Returns the failure for a head that is ambiguous or not valid, as far as Node leaves it open. */
function faultOfHead({ url = '', rawHeaders }: IncomingMessage): Failure | undefined {
  if (!url.startsWith('/'))
    return invalid('url', 'the target of the request is not a path: expected one that starts with "/".');
  const seen = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (SENT_ONCE.has(name) && seen.has(name)) return invalid(name, 'was sent twice: expected one.');
    seen.set(name, rawHeaders[index + 1] ?? '');
  }
  // Node hands such a request on, and then cannot read its body.
  if (!/^(?:chunked)?$/i.test(seen.get('transfer-encoding') ?? ''))
    return invalid('transfer-encoding', 'is not supported: expected "chunked".');
  const host = seen.get('host');
  if (host === undefined) return invalid('host', 'missing: expected the host of the service.');
  return HOST.test(host) && URL.canParse(`http://${host}`)
    ? undefined
    : invalid('host', 'is not a host: expected a name or an IP address, with a port.');
}

function invalid(header: string, why: string): Failure {
  return refusal(400, 'INVALID_PARAMETER', `${header}: ${why}`, header);
}
