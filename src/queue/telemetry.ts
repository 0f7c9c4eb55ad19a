/** The sources of `buybox/opentelemetry`: the traces of jobs, through BullMQ's own interface, and the events of all workers of the process. */
import { channel } from 'node:diagnostics_channel';
import type { Telemetry } from 'bullmq';
import type { WorkerEvent } from './worker-types.ts';

/** Shared by all copies of this package in the process: one for imports, one for `require`. */
const KEY = Symbol.for('buybox.bullmq.telemetry');

/** Returns what BullMQ takes as its option `telemetry`. `undefined` if nothing observes this process. */
export function bullTelemetry(): Telemetry | undefined {
  return Reflect.get(globalThis, KEY) as Telemetry | undefined;
}

/** Returns the option of BullMQ's queues and workers. */
export function telemetryOption(): { telemetry?: Telemetry } {
  const telemetry = bullTelemetry();
  return telemetry === undefined ? {} : { telemetry };
}

/** Sets or removes the telemetry of the queues and workers that are created from now on. */
export function setBullTelemetry(telemetry: Telemetry | undefined): void {
  Reflect.set(globalThis, KEY, telemetry);
}

/** The events of all workers of the process. */
export const workerEvents = channel('buybox:worker');

/** Calls the listener with the events of all workers of the process. Returns a function that ends it. */
export function subscribeToWorkers(listener: (event: WorkerEvent) => void): () => void {
  const receive = (message: unknown) => listener(message as WorkerEvent);
  workerEvents.subscribe(receive);
  return () => void workerEvents.unsubscribe(receive);
}
