/** Serves a service over HTTP with Node's own server, with limits for slow and large requests. */

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { errorBody } from '../contract/error-body.ts';
import { Connections, cannotListen } from '../http/listening.ts';
import { filledString, milliseconds, trueOrFalse, wholeNumber } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import type { Service } from './app.ts';
import { type Failure, refusal } from './failure.ts';
import { API_HEADERS } from './headers.ts';
import { RequestContext } from './request-context.ts';
import { faultOfHead } from './request-head.ts';
import { failureResponse } from './responses.ts';
import { limitSockets } from './sockets.ts';

/** Options of {@link listen}. */
export interface ListenOptions {
  /** Port; `0` for any free port. @default 8787 */
  port?: number | undefined;
  /** Host name or IP address to listen on; `0.0.0.0` for all interfaces. @default '127.0.0.1' */
  host?: string | undefined;
  /** Milliseconds that `close` waits for running calls. @default 30_000 */
  graceMs?: number | undefined;
  /** Replaces the global `Request` and `Response` with faster ones. Only for a process that does nothing else. @default false */
  replaceGlobals?: boolean | undefined;
  /** Timeout for receiving the headers of a request, in milliseconds. @default 10_000 */
  headersTimeoutMs?: number | undefined;
  /** Timeout for receiving a whole request, in milliseconds. @default 20_000 */
  requestTimeoutMs?: number | undefined;
  /** Largest number of connections. Further ones are closed at once. @default 10_000 */
  maxSockets?: number | undefined;
  /** Largest number of connections of an IP address, except loopback. Behind a proxy, all callers have its address. @default 2_000 */
  maxSocketsPerAddress?: number | undefined;
  /** Timeout of an idle connection, in milliseconds. It must be longer than a call with its wait, or callers are disconnected. @default 180_000 */
  idleTimeoutMs?: number | undefined;
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
  graceMs: { check: (setting) => milliseconds(setting, 0) },
  replaceGlobals: { check: trueOrFalse },
  headersTimeoutMs: { check: (setting) => milliseconds(setting, 0) },
  requestTimeoutMs: { check: (setting) => milliseconds(setting, 0) },
  maxSockets: { check: (setting) => wholeNumber(setting, 1) },
  maxSocketsPerAddress: { check: (setting) => wholeNumber(setting, 1) },
  idleTimeoutMs: { check: (setting) => milliseconds(setting, 0) },
};

const MAX_HEADER_BYTES = 16_384;
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
  server.on('clientError', refuseBytes);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(host, port, cause)));
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = () => {
    // Aborted calls still have to free their credits.
    closing ??= drain(server, connections, graceMs).then(() => allEnded(running));
    return closing;
  };
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns a service as a request listener of `node:http`, which Express accepts too. Mount it before middleware that reads bodies. */
export function requestListener(service: Service): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const handle = handlerOf(service);
  return (incoming, outgoing) => void handle(incoming, outgoing);
}

function handlerOf(
  service: Service,
  overrideGlobalObjects = false,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const listener = getRequestListener((request, connection) => service(request, connection), {
    overrideGlobalObjects,
    // The service never rejects: this is a request that is not valid, such as one without a valid host.
    errorHandler: () => badRequest(),
  });
  return async (incoming, outgoing) => {
    const fault = faultOfHead(incoming);
    if (fault === undefined) await listener(incoming, outgoing);
    else refuseHead(incoming, outgoing, fault);
  };
}

/** Waits for aborted calls to end. The wait is limited, as a marketplace may ignore the signal. */
async function allEnded(running: ReadonlySet<Promise<void>>): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(ABORT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(running), timeout]);
  timer.abort();
}

function limitsOf({ headersTimeoutMs = 10_000, requestTimeoutMs = 20_000 }: ListenOptions): ServerOptions {
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

const STATUS_OF_FAULT: Record<string, { status: number; code: string; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'HEADERS_TOO_LARGE',
    message: `headers: too long: expected at most ${MAX_HEADER_BYTES} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'REQUEST_TIMEOUT', message: 'the request did not arrive in time.' },
};
const BAD_REQUEST = { status: 400, code: 'INVALID_PARAMETER', message: 'the request is not valid HTTP.' };

/** Responds to a head that is not valid, and closes the connection: a proxy in front may read it differently. */
function refuseHead({ socket }: IncomingMessage, outgoing: ServerResponse, failure: Failure): void {
  const context = new RequestContext(localUrl(socket), undefined, Date.now);
  const body = JSON.stringify(errorBody(failure, context.meta()));
  outgoing.writeHead(failure.status, {
    ...API_HEADERS,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': context.requestId,
    connection: 'close',
  });
  outgoing.end(body);
}

function localUrl({ localAddress, localPort }: Socket): string {
  return `http://${localAddress?.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}/`;
}

function badRequest(): Response {
  const context = new RequestContext('http://localhost/', undefined, Date.now);
  const { status, code, message } = BAD_REQUEST;
  return failureResponse(context, refusal(status, code, message));
}

/** Responds to bytes that Node cannot read as a request. The response has the same form as those of the service. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, message } = STATUS_OF_FAULT[error.code ?? ''] ?? BAD_REQUEST;
  const context = new RequestContext(localUrl(socket), undefined, Date.now);
  const body = JSON.stringify(errorBody(refusal(status, code, message), context.meta()));
  const head = `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nx-request-id: ${context.requestId}\r\nconnection: close\r\n\r\n${body}`);
}
