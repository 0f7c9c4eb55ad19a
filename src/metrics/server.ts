/** A small HTTP server for the metrics and the state of a program that has no other server. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Connections, listening } from '../http/listening.ts';
import { errorLabel } from './code-label.ts';
import { PROMETHEUS_TYPE } from './registry.ts';

/** The contents of a metrics server. */
export interface MetricsServerOptions {
  /** Port; `0` for any free one. */
  port: number;
  /** IP address or host name to listen on. @default '127.0.0.1' */
  host?: string | undefined;
  /** Returns the text of `/metrics`. */
  text: () => Promise<string>;
  /** Resolves if the program can work. @throws the reason why not */
  ready: () => Promise<unknown>;
}

/** A running metrics server. */
export interface MetricsServer extends AsyncDisposable {
  /** URL of the server. */
  url: string;
  /** Closes the server and its connections. */
  close(): Promise<void>;
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** Probes and Prometheus send small requests from few connections. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8_192, requireHostHeader: false };
const MAX_CONNECTIONS = 100;

/**
 * Serves `/metrics` for Prometheus, `/livez` (the process responds), and `/readyz` and `/healthz` (it can work).
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a port or host that cannot be used
 */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const { port, host = '127.0.0.1' } = options;
  const server = createServer(LIMITS);
  new Connections(server, (request, response) => void respond(options, request, response));
  server.maxConnections = MAX_CONNECTIONS;
  const url = await listening(server, host, port, 'metrics-');
  const close = async () => {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  return { url, close, [Symbol.asyncDispose]: close };
}

async function respond(
  options: MetricsServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, type, body } = await pageOf(options, request);
  response.writeHead(status, { ...HEADERS, 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
}

interface Page {
  status: number;
  type: string;
  body: string;
}

async function pageOf({ text, ready }: MetricsServerOptions, { method, url = '' }: IncomingMessage): Promise<Page> {
  if (method !== 'GET' && method !== 'HEAD') return state(405, 'method not allowed: expected GET');
  switch (url.replace(/\?.*/s, '')) {
    case '/metrics':
      return { status: 200, type: PROMETHEUS_TYPE, body: await text() };
    case '/livez':
      return state(200, 'ok');
    case '/readyz':
    case '/healthz':
      return ready().then(
        () => state(200, 'ok'),
        (error: unknown) => state(503, `not ready: ${errorLabel(error)}`),
      );
    default:
      return state(404, 'not found: expected /metrics, /livez, /readyz or /healthz');
  }
}

function state(status: number, text: string): Page {
  return { status, type: 'application/json', body: JSON.stringify({ status: text }) };
}
