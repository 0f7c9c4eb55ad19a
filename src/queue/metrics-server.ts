/** The HTTP server of a worker: metrics and probes. */
import { closeAll } from '../client/close-all.ts';
import { UnavailableError } from '../contract/errors.ts';
import { type MetricsServer, serveMetrics } from '../metrics/server.ts';
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
export interface WorkerServer extends MetricsServer {
  /** Counts the events of the worker: pass it to `createWorker`. */
  onEvent: (event: WorkerEvent) => void;
}

/**
 * Serves `/metrics`, `/livez`, `/readyz` and `/healthz` for a worker. It is ready while Redis takes writes and the worker does not stop.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a port or host that cannot be used
 */
export async function serveWorkerMetrics(options: WorkerServerOptions): Promise<WorkerServer> {
  const { port, host, queue, redis, stopping } = options;
  const { onEvent, text } = workerMetrics(queue);
  const ready = async () => {
    if (stopping.aborted) throw new UnavailableError('The worker stops.');
    await redis.ready();
  };
  const server = await serveMetrics({ port, host, text, ready });
  const close = () => closeAll(server.close, () => redis.close());
  return { ...server, close, [Symbol.asyncDispose]: close, onEvent };
}
