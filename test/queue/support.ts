/** Queues, workers and marketplaces of tests. */
import { Redis } from 'ioredis';
import type { AnyEnvelope, CallOptions, Marketplace } from '../../src/contract/marketplace.ts';
import { marketplaceFrom } from '../../src/contract/marketplace.ts';
import type { JobResult, Worker } from '../../src/entries/queue.ts';
import {
  createQueue,
  createWorker,
  type Queue,
  type QueueOptions,
  type WorkerEvent,
  type WorkerOptions,
} from '../../src/entries/queue.ts';

/** A call that a fake marketplace received. */
export interface FakeCall {
  endpoint: string;
  params: Record<string, unknown>;
  options: CallOptions;
}

/** Returns an envelope as a call returns it. */
export function envelopeOf({ params }: Pick<FakeCall, 'params'>): AnyEnvelope {
  return {
    success: true,
    found: true,
    page_type: 'product',
    data: { asin: params.asin, title: 'Lantern' },
    meta: { request_id: 'r', marketplace: params.marketplace },
  } as unknown as AnyEnvelope;
}

/** Returns a marketplace whose calls return, or throw, what a function says. */
export function fakeMarketplace(
  respond: (call: FakeCall) => Promise<AnyEnvelope> | AnyEnvelope = envelopeOf,
): Marketplace & { calls: FakeCall[] } {
  const calls: FakeCall[] = [];
  const marketplace = marketplaceFrom(
    async (endpoint, params, options = {}) => {
      const call: FakeCall = { endpoint, params: params as Record<string, unknown>, options };
      calls.push(call);
      return (await respond(call)) as never;
    },
    async () => undefined,
  );
  return Object.assign(marketplace, { calls });
}

/** A worker that remembers its results and events. */
export interface WatchedWorker {
  worker: Worker;
  results: JobResult[];
  events: WorkerEvent[];
  /** Resolves when the worker has closed. */
  ended: Promise<void>;
  /** Returns the events of a type. */
  of<Type extends WorkerEvent['type']>(type: Type): Extract<WorkerEvent, { type: Type }>[];
}

/** Opens queues and workers of a test, and closes them. */
export class Opened {
  readonly #queues: Queue[] = [];
  readonly #workers: Worker[] = [];

  queue(options: QueueOptions): Queue {
    const queue = createQueue(options);
    this.#queues.push(queue);
    return queue;
  }

  /** Starts a worker. */
  worker(options: Partial<WorkerOptions> & Pick<WorkerOptions, 'redis' | 'marketplace'>): WatchedWorker {
    const results: JobResult[] = [];
    const events: WorkerEvent[] = [];
    const worker = createWorker({
      results: (result) => void results.push(result),
      onEvent: (event) => events.push(event),
      ...options,
    });
    this.#workers.push(worker);
    return {
      worker,
      results,
      events,
      ended: worker.run(),
      of: (type) => events.filter((event) => event.type === type) as never,
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.splice(0).map((worker) => worker.close({ graceMs: 0 })));
    await Promise.all(this.#queues.splice(0).map((queue) => queue.close()));
  }
}

/** Returns a client that loses the response of a script, after something else has happened. @param lost Number of scripts before it. */
export function losing(url: string, lost: number, meanwhile: () => Promise<unknown>) {
  const near = new Redis(url);
  const { sendCommand } = near;
  let scripts = 0;
  near.sendCommand = (command, stream) => {
    const sent = sendCommand.call(near, command, stream) as Promise<unknown>;
    if (!command.name.startsWith('eval') || scripts++ !== lost) return sent;
    return sent.then(async () => {
      await meanwhile();
      throw new Error('Connection is closed.');
    });
  };
  return { near, isLost: () => scripts > lost };
}

/** Waits until a condition holds. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  for (const end = Date.now() + withinMs; !(await condition()); ) {
    if (Date.now() > end) throw new Error('the condition did not hold in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Returns the error of a promise that rejects. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
