/** The metrics of a service, for `/metrics` and for other subscribers. */
import { channel } from 'node:diagnostics_channel';
import { metricsText } from '../metrics/marketplace-metrics.ts';
import { Registry } from '../metrics/registry.ts';
import { codeLabel, type MetricSink, SERVICE_METRICS } from '../metrics/table.ts';
import { LIMIT_NAMES, type LogEntry } from './facts.ts';
import type { FairQueue } from './gates/fair-queue.ts';

/** A finished request, and the state of its service. */
interface ServedRequest {
  entry: LogEntry;
  /** Number of calls that run now. */
  running: number;
  /** Number of calls that wait now. */
  waiting: number;
  /** Number of calls that the queue has refused since the last request. */
  refused: number;
}

/** Subscribers get a {@link ServedRequest} for each finished request. */
const requests = channel('buybox:service');

/** Calls the listener with the finished requests of all services of the process. Returns a function that ends it. */
export function subscribeToRequests(listener: (request: ServedRequest) => void): () => void {
  const receive = (message: unknown) => listener(message as ServedRequest);
  requests.subscribe(receive);
  return () => void requests.unsubscribe(receive);
}

/** Counts a finished request. */
export function countRequest(sink: MetricSink<typeof SERVICE_METRICS>, entry: LogEntry): void {
  const { endpoint, status, code = '', requests_consumed, timing_ms, limit } = entry;
  if (limit !== undefined) sink.add('buybox_requests_refused_total', { limit });
  const labels = { endpoint: endpoint ?? 'none', status: String(status), code: codeLabel(code) };
  sink.add('buybox_requests_total', labels);
  sink.add('buybox_credits_charged_total', {}, requests_consumed);
  if (endpoint !== undefined) sink.observe('buybox_request_duration_seconds', { endpoint }, timing_ms / 1000);
}

/** The metrics of a service. */
export type Metrics = ReturnType<typeof serviceMetrics>;

/** Returns the metrics of a service, of the marketplaces of its process, and of the process. */
export function serviceMetrics(queue: FairQueue) {
  const service = new Registry(SERVICE_METRICS);
  for (const limit of LIMIT_NAMES) service.add('buybox_requests_refused_total', { limit }, 0);
  service.read('buybox_calls_running', () => [{ labels: {}, value: queue.running }]);
  service.read('buybox_calls_waiting', () => [{ labels: {}, value: queue.waiting }]);
  service.read('buybox_calls_refused_total', () => [{ labels: {}, value: queue.refused }]);
  /** Number of refused calls that subscribers know. */
  let published = 0;
  return {
    /** Returns the text of `/metrics`. */
    text: metricsText(service),
    /** Counts a finished request, and publishes it. */
    add(entry: LogEntry): void {
      countRequest(service, entry);
      if (!requests.hasSubscribers) return;
      const { running, waiting, refused } = queue;
      requests.publish({ entry, running, waiting, refused: refused - published } satisfies ServedRequest);
      published = refused;
    },
  };
}
