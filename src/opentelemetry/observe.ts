/** Metrics and traces of the process for OpenTelemetry. */
import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
import { subscribeToEvents } from '../client/events.ts';
import { marketplaceCounter } from '../metrics/marketplace-metrics.ts';
import { objectWith, type Setting } from '../options/checks.ts';
import { optionalPackage } from '../options/modules.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { bullTelemetry, setBullTelemetry, subscribeToWorkers } from '../queue/telemetry.ts';
import type { Queue } from '../queue/types.ts';
import { readQueue, workerCounter } from '../queue/worker-metrics.ts';
import { countRequest, subscribeToRequests } from '../service/metrics.ts';
import { version } from '../version.ts';
import { callTracer } from './call-spans.ts';
import { Instruments } from './instruments.ts';
import { jobTracer } from './job-spans.ts';

/** A queue whose depth is measured: the result of `createQueue()`. */
export type ObservedQueue = Pick<Queue, 'status'>;

/** Options of {@link observe}. */
export interface ObserveOptions {
  /** Where metrics go. @default the global provider */
  meterProvider?: MeterProvider | undefined;
  /** Where spans go. @default the global provider */
  tracerProvider?: TracerProvider | undefined;
  /** Queues whose depth and oldest job are measured. One process is enough for each queue. They are not closed. @default none */
  queues?: readonly ObservedQueue[] | undefined;
}

/** Ends the observation. */
export type StopObserving = () => void;

const OPTIONS: OptionTable<ObserveOptions> = {
  meterProvider: { check: objectWith<MeterProvider>(['getMeter'], 'a MeterProvider of OpenTelemetry') },
  tracerProvider: { check: objectWith<TracerProvider>(['getTracer'], 'a TracerProvider of OpenTelemetry') },
  queues: { check: queueList },
};

/**
 * Sends metrics and traces of all marketplaces, services, queues and workers of the process to OpenTelemetry. Call it before you create queues and workers:
 * those that exist have no spans for jobs.
 *
 * @returns a function that ends it
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, or if `@opentelemetry/api` is not installed
 * @example
 * const stop = await observe();
 */
export async function observe(options: ObserveOptions = {}): Promise<StopObserving> {
  const { meterProvider, tracerProvider, queues = [] } = readOptions('observe', OPTIONS, options);
  const api = await optionalPackage(() => import('@opentelemetry/api'), {
    name: '@opentelemetry/api',
    parameter: 'observe',
    feature: 'buybox/opentelemetry',
  });
  const tracer = (tracerProvider ?? api.trace).getTracer('buybox', version);
  const instruments = new Instruments((meterProvider ?? api.metrics).getMeter('buybox', version));
  const jobs = jobTracer(api, tracer);
  const before = bullTelemetry();
  setBullTelemetry(jobs.telemetry);
  for (const queue of queues) readQueue(queue, instruments);
  const countJob = workerCounter(instruments);
  const stops = [
    subscribeToEvents(marketplaceCounter(instruments)),
    subscribeToEvents(callTracer(api, tracer)),
    subscribeToWorkers(countJob),
    subscribeToWorkers(jobs.onEvent),
    subscribeToRequests(({ entry, running, waiting, refused }) => {
      countRequest(instruments, entry);
      instruments.set('buybox_calls_running', {}, running);
      instruments.set('buybox_calls_waiting', {}, waiting);
      instruments.add('buybox_calls_refused_total', {}, refused);
    }),
    () => instruments.stop(),
    () => setBullTelemetry(before),
  ];
  return () => {
    for (const stop of stops.splice(0)) stop();
  };
}

function queueList({ name, value, ...setting }: Setting): readonly ObservedQueue[] {
  const check = objectWith<ObservedQueue>(['status'], 'a queue: the result of createQueue()');
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.map((entry, index) => check({ ...setting, name: `${name}[${index}]`, value: entry }));
}
