/**
 * `buybox/opentelemetry`: metrics and traces for OpenTelemetry. Needs the package @opentelemetry/api.
 *
 * @module buybox/opentelemetry
 */
export { type ObservedQueue, type ObserveOptions, observe, type StopObserving } from '../opentelemetry/observe.ts';
export type { QueueStatus } from '../queue/types.ts';
