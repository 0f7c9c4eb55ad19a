/** The primary process of `buybox serve --cluster`: starts the workers, which share the port, and replaces those that end. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Environment } from '../../options/checks.ts';
import type { Terminal } from '../terminal.ts';
import { Collector, send } from './collector.ts';
import type { FromWorker, Ready } from './messages.ts';
import { restartDelay } from './restart-delay.ts';

/** A worker could not start. It has printed why. */
export interface FailedStart {
  exitCode: number;
}

/** The workers of a cluster. Each has a number, which its replacements inherit. */
export class Workers {
  readonly #terminal: Terminal;
  readonly #environment: Environment;
  readonly #running = new Map<number, Worker>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  readonly #collector = new Collector(this.#running);
  #isStopping = false;

  /** @param environment Variables of the workers, in addition to those of this process. */
  constructor(terminal: Terminal, environment: Environment) {
    this.#terminal = terminal;
    this.#environment = environment;
  }

  /** Starts the workers. The first one shows whether the settings work: if it fails, no other starts. */
  async start(count: number): Promise<Ready | FailedStart> {
    const first = await this.fork(1);
    if ('exitCode' in first) return first;
    const others = Array.from({ length: count - 1 }, (_, index) => this.fork(index + 2));
    await Promise.all(others);
    return first;
  }

  /** Stops the workers: they finish their running requests. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#restarts) clearTimeout(timer);
    const workers = [...this.#running.values()];
    const ends = workers.map((worker) => once(worker, 'exit'));
    for (const worker of workers) send(worker, { type: 'stop' });
    await Promise.all(ends);
  }

  /** Starts a worker. Resolves when it listens, or has ended. */
  private fork(number: number, fastEnds = 0): Promise<Ready | FailedStart> {
    const worker = cluster.fork({ ...this.#environment });
    const since = performance.now();
    this.#running.set(number, worker);
    return new Promise((resolve) => {
      let isReady = false;
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') {
          isReady = true;
          resolve({ url: message.url, key: message.key });
        } else this.#collector.receive(number, message);
      });
      worker.once('exit', (code, signal) => {
        this.#running.delete(number);
        resolve({ exitCode: code ?? 1 });
        // The first worker that never listened ends the command.
        const isFailedStart = !isReady && number === 1 && fastEnds === 0;
        if (!isFailedStart) this.replace(number, signal ?? `exit code ${code}`, fastEnds, performance.now() - since);
      });
    });
  }

  private replace(number: number, reason: string, fastEnds: number, ranMs: number): void {
    if (this.#isStopping) return;
    const { delayMs, ends } = restartDelay(fastEnds, ranMs);
    this.#terminal.note(`process ${number} ended (${reason}): starting another one in ${delayMs / 1000} s`);
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      void this.fork(number, ends);
    }, delayMs);
    this.#restarts.add(timer);
  }
}
