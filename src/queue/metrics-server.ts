/** The HTTP server of a worker: metrics and probes. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeAll } from '../client/close-all.ts';
import { UnavailableError } from '../contract/errors.ts';
import { Connections, listening } from '../http/listening.ts';
import { PROMETHEUS_TYPE } from '../metrics/registry.ts';
import { errorLabel } from '../metrics/table.ts';
import type { RedisConnection } from '../redis/connection.ts';
import type { Queue } from './types.ts';
import { workerMetrics } from './worker-metrics.ts';
import type { WorkerEvent } from './worker-types.ts';

/** The contents of the server of a worker. */
export interface WorkerServerOptions {
  /** Port; `0` for any free one. */
  port: number;
  /** IP address or host name to listen on. @default '127.0.0.1' */
  host?: string | undefined;
  /** The queue of the worker. The server does not close it. */
  queue: Pick<Queue, 'status'>;
  /** Writes for `/readyz`. The server closes it. */
  redis: Pick<RedisConnection, 'ready' | 'close'>;
  /** Aborted when the worker stops: `/readyz` then fails. */
  stopping: AbortSignal;
}

/** The running server of a worker. */
export interface WorkerServer extends AsyncDisposable {
  /** URL of the server. */
  url: string;
  /** Counts the events of the worker: pass it to `createWorker`. */
  onEvent: (event: WorkerEvent) => void;
  /** Closes the server and its connections. */
  close(): Promise<void>;
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
/** Probes and Prometheus send small requests from few connections. */
const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, maxHeaderSize: 8_192, requireHostHeader: false };
const MAX_CONNECTIONS = 100;

/**
 * Serves `/metrics` for Prometheus, `/livez` (the process responds), and `/readyz` and `/healthz`: Redis takes writes, and the worker does not stop.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a port or host that cannot be used
 */
export async function serveWorkerMetrics(options: WorkerServerOptions): Promise<WorkerServer> {
  const { port, host = '127.0.0.1', queue, redis, stopping } = options;
  const { onEvent, text } = workerMetrics(queue);
  const ready = async () => {
    try {
      if (stopping.aborted) throw new UnavailableError('The worker stops.');
      await redis.ready();
      return state(200, 'ok');
    } catch (error) {
      return state(503, `not ready: ${errorLabel(error)}`);
    }
  };
  const pages: Readonly<Record<string, () => Page | Promise<Page>>> = {
    '/metrics': async () => ({ status: 200, type: PROMETHEUS_TYPE, body: await text() }),
    '/livez': () => state(200, 'ok'),
    '/readyz': ready,
    '/healthz': ready,
  };
  const notFound = () => state(404, `not found: expected ${Object.keys(pages).join(', ')}`);
  const respond = async ({ method = '', url = '' }: IncomingMessage, response: ServerResponse) => {
    const page = pages[url.replace(/\?.*/s, '')] ?? notFound;
    const isRead = method === 'GET' || method === 'HEAD';
    const { status, type, body } = isRead ? await page() : state(405, 'method not allowed: expected GET');
    response.writeHead(status, { ...HEADERS, 'content-type': type, 'content-length': Buffer.byteLength(body) });
    response.end(method === 'HEAD' ? undefined : body);
  };
  const server = createServer(LIMITS);
  new Connections(server, (request, response) => void respond(request, response));
  server.maxConnections = MAX_CONNECTIONS;
  const url = await listening(server, host, port, 'metrics-');
  const closeServer = async () => {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  };
  const close = () => closeAll(closeServer, () => redis.close());
  return { url, onEvent, close, [Symbol.asyncDispose]: close };
}

type Page = ReturnType<typeof state>;

function state(status: number, text: string) {
  return { status, type: 'application/json', body: JSON.stringify({ status: text }) };
}
