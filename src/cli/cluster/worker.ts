/** A worker of `buybox serve --cluster`: serves as one process does, and reports to the primary process. */
import cluster from 'node:cluster';
import type { Service } from '../../service/app.ts';
import type { ServeFlags } from '../serve.ts';
import { type ServeRole, serve } from '../serve-run.ts';
import type { Terminal } from '../terminal.ts';
import type { FromPrimary, FromWorker, ProcessText } from './messages.ts';

const METRICS = '/metrics';

/** Serves until the primary process or the system ends this one. */
export async function serveAsWorker(flags: ServeFlags, terminal: Terminal, processes: number): Promise<void> {
  const primary = new Primary();
  const role: ServeRole = {
    signal: AbortSignal.any([terminal.signal, primary.stops]),
    processes,
    ready: (facts) => primary.send({ type: 'ready', ...facts }),
    wrap: (service) => primary.withMetricsOfAll(service),
    stopping: () => undefined,
  };
  // The primary process says what all have in common.
  const quiet: Terminal = { ...terminal, note: () => undefined };
  try {
    await serve(flags, quiet, role);
  } finally {
    cluster.worker?.disconnect();
  }
}

/** The primary process, as a worker sees it. */
class Primary {
  readonly #stop = new AbortController();
  readonly #open = new Map<number, (texts: readonly ProcessText[]) => void>();
  #service: Service | undefined;
  #ids = 0;

  constructor() {
    process.on('message', (message: FromPrimary) => this.receive(message));
  }

  /** Aborted when the primary process stops the worker. */
  get stops(): AbortSignal {
    return this.#stop.signal;
  }

  send(message: FromWorker): void {
    process.send?.(message);
  }

  /** Returns a service whose `/metrics` has the metrics of all processes. */
  withMetricsOfAll(service: Service): Service {
    this.#service = service;
    return async (request, connection) => {
      const response = await service(request, connection);
      const isMetrics = request.method === 'GET' && new URL(request.url).pathname === METRICS;
      if (!isMetrics || !response.ok) return response;
      const { mergeTexts } = await import('../../metrics/merge.ts');
      return new Response(mergeTexts(await this.collect(await response.text())), { headers: response.headers });
    };
  }

  private receive(message: FromPrimary): void {
    if (message.type === 'stop') this.#stop.abort();
    else if (message.type === 'collected') this.#open.get(message.id)?.(message.texts);
    else void this.report(message.id);
  }

  private async report(id: number): Promise<void> {
    const response = await this.#service?.(new Request(`http://localhost${METRICS}`));
    this.send({ type: 'metrics', id, text: (await response?.text()) ?? '' });
  }

  private async collect(text: string): Promise<readonly ProcessText[]> {
    const id = this.#ids++;
    try {
      return await new Promise((resolve) => {
        this.#open.set(id, resolve);
        this.send({ type: 'collect', id, text });
      });
    } finally {
      this.#open.delete(id);
    }
  }
}
