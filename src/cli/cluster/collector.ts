/** Collects the responses of the workers of a cluster to one request, in its primary process. */
import type { Worker } from 'node:cluster';
import type { FromPrimary, FromWorker, ProcessText, Repeated } from './messages.ts';

/** Milliseconds to wait for the response of a process. That of one that is too busy is left out. */
const REPORT_MS = 2_000;

type Message = Extract<FromWorker, { type: 'collect' | 'response' }>;

/** Asks workers for their responses. */
export class Collector {
  readonly #workers: ReadonlyMap<number, Worker>;
  readonly #open = new Map<number, (report: ProcessText) => void>();
  #ids = 0;

  constructor(workers: ReadonlyMap<number, Worker>) {
    this.#workers = workers;
  }

  /** Handles a message of a worker. */
  receive(number: number, message: Message): void {
    if (message.type === 'collect') void this.collect(number, message);
    else this.#open.get(message.id)?.({ process: String(number), text: message.text });
  }

  private async collect(asker: number, { id, request, text }: Extract<Message, { type: 'collect' }>): Promise<void> {
    const others = [...this.#workers].filter(([number]) => number !== asker);
    const responses = await Promise.all(others.map(([, worker]) => this.responseOf(worker, request)));
    const worker = this.#workers.get(asker);
    const texts = [{ process: String(asker), text }, ...responses.filter((response) => response !== undefined)];
    if (worker !== undefined) send(worker, { type: 'collected', id, texts });
  }

  private responseOf(worker: Worker, request: Repeated): Promise<ProcessText | undefined> {
    const id = this.#ids++;
    return new Promise<ProcessText | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), REPORT_MS);
      this.#open.set(id, (report) => {
        clearTimeout(timer);
        resolve(report);
      });
      send(worker, { type: 'repeat', id, request });
    }).finally(() => this.#open.delete(id));
  }
}

/** Sends a message to a worker, unless it is ending. */
export function send(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
