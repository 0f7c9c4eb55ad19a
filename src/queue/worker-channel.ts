/** The channel of the events of all workers of the process. */
import { channel } from 'node:diagnostics_channel';
import type { WorkerEvent } from './worker-types.ts';

const workers = channel('buybox:worker');

/** Whether `publishWorkerEvent` has a receiver. */
export function hasWorkerSubscribers(): boolean {
  return workers.hasSubscribers;
}

/** Passes an event to the subscribers of the channel `buybox:worker`. */
export function publishWorkerEvent(event: WorkerEvent): void {
  workers.publish(event);
}

/** Calls the listener with the events of all workers of the process. Returns a function that ends it. */
export function subscribeToWorkers(listener: (event: WorkerEvent) => void): () => void {
  const receive = (message: unknown) => listener(message as WorkerEvent);
  workers.subscribe(receive);
  return () => void workers.unsubscribe(receive);
}
