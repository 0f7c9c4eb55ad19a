/** Counts the requests of services, for `/metrics` and for other subscribers. */
import { channel } from 'node:diagnostics_channel';
import { codeLabel } from '../metrics/code-label.ts';
import type { MetricSink } from '../metrics/sink.ts';
import type { SERVICE_METRICS } from '../metrics/table.ts';
import type { LogEntry } from './facts.ts';

/** A finished request, and the state of its service. */
export interface ServedRequest {
  entry: LogEntry;
  /** Number of calls that run now. */
  running: number;
  /** Number of calls that wait now. */
  waiting: number;
  /** Number of calls that the queue has refused since the last request. */
  refused: number;
}

const requests = channel('buybox:service');

/** Passes a finished request to the subscribers of the channel `buybox:service`. */
export function publishRequest(request: () => ServedRequest): void {
  if (requests.hasSubscribers) requests.publish(request());
}

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
