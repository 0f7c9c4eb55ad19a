/** A worker of `buybox serve --cluster`: serves as one process does, and reports to the primary process. */
import cluster from 'node:cluster';
import type { Service } from '../../service/app.ts';
import type { ServeFlags } from '../serve.ts';
import { type ServeRole, serve } from '../serve-run.ts';
import type { Terminal } from '../terminal.ts';
import type { FromPrimary, FromWorker, ProcessText, Repeated } from './messages.ts';

const METRICS = '/metrics';
const SIGN_OUT = '/dashboard/sign-out';
/** The longest body of a sign-out, which has one field [bytes]. */
const LONGEST_FORM = 1_000;

/** Serves until the primary process or the system ends this one. */
export async function serveAsWorker(flags: ServeFlags, terminal: Terminal, processes: number): Promise<void> {
  const primary = new Primary();
  const role: ServeRole = {
    signal: AbortSignal.any([terminal.signal, primary.stops]),
    processes,
    ready: (facts) => primary.send({ type: 'ready', ...facts }),
    wrap: (service) => primary.withAll(service),
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

  /** Returns a service whose `/metrics` has the metrics of all processes, and whose sign-outs hold for all. */
  withAll(service: Service): Service {
    this.#service = service;
    return async (request, connection) => {
      const { method, headers } = request;
      const { pathname } = new URL(request.url);
      if (method === 'GET' && pathname === METRICS) {
        const response = await service(request, connection);
        if (!response.ok) return response;
        const { mergeTexts } = await import('../../metrics/merge.ts');
        const asked = { url: `http://localhost${METRICS}`, method, headers: [] };
        return new Response(mergeTexts(await this.collect(asked, await response.text())), {
          headers: response.headers,
        });
      }
      const isShort = Number(headers.get('content-length') ?? Infinity) <= LONGEST_FORM;
      if (method !== 'POST' || pathname !== SIGN_OUT || !isShort) return service(request, connection);
      const signOut = { url: request.url, method, headers: [...headers], body: await request.text() };
      const response = await service(requestOf(signOut), connection);
      if (response.status < 400) await this.collect(signOut, '');
      return response;
    };
  }

  private receive(message: FromPrimary): void {
    if (message.type === 'stop') this.#stop.abort();
    else if (message.type === 'collected') this.#open.get(message.id)?.(message.texts);
    else void this.repeat(message.id, message.request);
  }

  private async repeat(id: number, request: Repeated): Promise<void> {
    const response = await this.#service?.(requestOf(request));
    this.send({ type: 'response', id, text: (await response?.text()) ?? '' });
  }

  private async collect(request: Repeated, text: string): Promise<readonly ProcessText[]> {
    const id = this.#ids++;
    try {
      return await new Promise((resolve) => {
        this.#open.set(id, resolve);
        this.send({ type: 'collect', id, request, text });
      });
    } finally {
      this.#open.delete(id);
    }
  }
}

function requestOf({ url, ...init }: Repeated): Request {
  return new Request(url, init);
}
