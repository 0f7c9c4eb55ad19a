/** The service on a port: Node's own HTTP server, with limits for callers that are slow or send too much. */
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { errorBody } from '../contract/error-body.ts';
import type { Service } from './app.ts';
import { refusal } from './failure.ts';
import { RequestContext } from './request-context.ts';
import { failed } from './responses.ts';

/** Where and how a service listens. */
export interface ListenOptions {
  /** `0` for any free one. @default 8787 */
  port?: number | undefined;
  /** Name or address to listen at; `0.0.0.0` for all of the machine's. @default '127.0.0.1' */
  host?: string | undefined;
  /** How long `close` waits for calls that run, in milliseconds. @default 30_000 */
  graceMs?: number | undefined;
  /** Puts faster `Request` and `Response` in place of the process's global ones: for a process that does nothing else. @default false */
  replaceGlobals?: boolean | undefined;
  /** How long the headers of a request may take to arrive, in milliseconds. @default 10_000 */
  headersTimeoutMs?: number | undefined;
  /** How long a whole request may take to arrive, in milliseconds. @default 20_000 */
  requestTimeoutMs?: number | undefined;
}

/** A service that listens. */
export interface Listening extends AsyncDisposable {
  /** Its address. */
  url: string;
  /** Takes no more requests, waits for those that run, then ends; those that last longer than `graceMs` are broken off and not charged. */
  close(): Promise<void>;
}

const MAX_HEADER_BYTES = 16_384;
/** How long calls that were broken off may take to end. */
const BREAK_OFF_MS = 2_000;
/** Silence on a connection, in milliseconds: longer than any call, so that only one who does not read is cut off. */
const SILENCE_MS = 180_000;

/** Makes a service listen. */
export async function listen(service: Service, options: ListenOptions = {}): Promise<Listening> {
  const { port = 8787, host = '127.0.0.1', graceMs = 30_000 } = options;
  const handle = handlerOf(service, options.replaceGlobals);
  const running = new Set<Promise<void>>();
  const server = createServer(limitsOf(options), (incoming, outgoing) => {
    const handled = handle(incoming, outgoing).finally(() => running.delete(handled));
    running.add(handled);
  });
  const connections = new Connections(server);
  server.setTimeout(SILENCE_MS);
  server.on('clientError', refuseBytes);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = () => {
    // A call that was broken off still has its credit to give back.
    closing ??= drain(server, connections, graceMs).then(() => settled(running));
    return closing;
  };
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A service as a listener of `node:http`, and so as a handler of Express. Mount it before anything that reads bodies. */
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
    // The service itself never fails: what comes here is a request that is none, such as one without a usable host.
    errorHandler: () => unreadable(),
  });
  return async (incoming, outgoing) => {
    await listener(incoming, outgoing);
  };
}

/** Waits for what was broken off; not for ever, as a marketplace may not listen to its signal. */
async function settled(running: ReadonlySet<Promise<void>>): Promise<void> {
  const patience = new AbortController();
  const tooLong = sleep(BREAK_OFF_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(running), tooLong]);
  patience.abort();
}

function limitsOf({ headersTimeoutMs = 10_000, requestTimeoutMs = 20_000 }: ListenOptions): ServerOptions {
  return {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
    keepAliveTimeout: 65_000,
  };
}

/** Which connections are at work. Node itself takes one that has sent nothing yet for busy, and would wait for it. */
class Connections {
  readonly #all = new Set<Socket>();
  readonly #running = new Map<Socket, number>();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#all.add(socket);
      socket.once('close', () => this.#all.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.#running.set(socket, (this.#running.get(socket) ?? 0) + 1);
      response.once('close', () => {
        const left = (this.#running.get(socket) ?? 1) - 1;
        if (left > 0) this.#running.set(socket, left);
        else this.#running.delete(socket);
      });
    });
  }

  /** Ends those that are not. */
  endIdle(): void {
    for (const socket of this.#all) if (!this.#running.has(socket)) socket.destroySoon();
  }
}

async function drain(server: Server, connections: Connections, graceMs: number): Promise<void> {
  // A connection that is busy at first is idle later.
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
    message: `the headers must not be longer than ${MAX_HEADER_BYTES} bytes`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'REQUEST_TIMEOUT', message: 'the request did not arrive in time' },
};
const BAD_REQUEST = { status: 400, code: 'INVALID_PARAMETER', message: 'this is no HTTP request' };

function unreadable(): Response {
  const context = new RequestContext('http://localhost/', undefined, Date.now);
  const { status, code, message } = BAD_REQUEST;
  return failed(context, refusal(status, code, message));
}

/** What is no whole request never reaches the service; it is answered in the same form. */
function refuseBytes(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, message } = STATUS_OF_FAULT[error.code ?? ''] ?? BAD_REQUEST;
  const context = new RequestContext(`http://${socket.localAddress}:${socket.localPort}/`, undefined, Date.now);
  const body = JSON.stringify(errorBody(refusal(status, code, message), context.meta()));
  const head = `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nx-request-id: ${context.requestId}\r\nconnection: close\r\n\r\n${body}`);
}
