/** The traces of jobs: BullMQ's own interface, which `buybox/opentelemetry` implements. */
import type { Telemetry } from 'bullmq';

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
