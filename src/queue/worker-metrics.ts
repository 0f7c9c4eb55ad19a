/** Metrics of a worker: counted from its events, and read from its queue. */
import { codeLabel, errorLabel } from '../metrics/code-label.ts';
import { metricsText } from '../metrics/marketplace-metrics.ts';
import { Registry } from '../metrics/registry.ts';
import type { MetricSink, NameOf, Read } from '../metrics/sink.ts';
import { QUEUE_METRICS } from '../metrics/table.ts';
import type { Queue, QueueStatus } from './types.ts';
import type { WorkerEvent } from './worker-types.ts';

type Sink = MetricSink<typeof QUEUE_METRICS>;

/** The metrics of the queue itself. All its workers report the same values. */
export type QueueMetricName = Extract<NameOf<typeof QUEUE_METRICS, 'gauge'>, `buybox_queue_${string}`>;

/** Returns a listener that counts the events of workers. */
export function workerCounter(sink: Sink): (event: WorkerEvent) => void {
  /** When the running jobs were taken, by worker and id. */
  const running = new Map<string, number>();
  /** Counts the end of an attempt. An attempt that began before the first event has no duration. */
  const end = ({ worker, id, marketplace, endpoint }: JobEvent) => {
    const startedAt = running.get(`${worker} ${id}`);
    if (startedAt === undefined) return;
    running.delete(`${worker} ${id}`);
    sink.set('buybox_jobs_active', {}, running.size);
    const seconds = (performance.now() - startedAt) / 1000;
    sink.observe('buybox_job_duration_seconds', { marketplace, endpoint }, seconds);
  };
  return (event) => {
    if ('endpoint' in event && ENDS.has(event.type)) end(event);
    if (event.type === 'started') {
      running.set(`${event.worker} ${event.id}`, performance.now());
      sink.set('buybox_jobs_active', {}, running.size);
    }
    count(sink, event);
  };
}

type JobEvent = Extract<WorkerEvent, { endpoint: unknown }>;

/** The events that end an attempt. */
const ENDS: ReadonlySet<WorkerEvent['type']> = new Set(['ended', 'retried', 'returned', 'dead', 'lost']);

function count(sink: Sink, event: WorkerEvent): void {
  switch (event.type) {
    case 'started':
      sink.observe('buybox_job_wait_seconds', siteOf(event), event.wait_ms / 1000);
      break;
    case 'ended':
      sink.add('buybox_jobs_total', { ...siteOf(event), outcome: 'completed', code: '' });
      break;
    case 'dead':
      sink.add('buybox_jobs_total', { ...siteOf(event), outcome: 'dead', code: codeLabel(event.code) });
      break;
    case 'retried':
      sink.add('buybox_job_retries_total', { ...siteOf(event), code: errorLabel(event.error) });
      break;
    case 'returned':
      sink.add('buybox_jobs_returned_total', { reason: event.reason });
      break;
    case 'lost':
      sink.add('buybox_jobs_returned_total', { reason: 'lost' });
      break;
    case 'stalled':
      sink.add('buybox_jobs_stalled_total', {});
      break;
    case 'undelivered':
      sink.add('buybox_delivery_failures_total', {});
      break;
    case 'paused':
      sink.set('buybox_worker_paused', {}, 1);
      break;
    case 'resumed':
    case 'ready':
      sink.set('buybox_worker_paused', {}, 0);
      break;
    case 'error':
      sink.add('buybox_worker_errors_total', {});
      break;
  }
}

function siteOf({ marketplace, endpoint }: JobEvent): { marketplace: string; endpoint: string } {
  return { marketplace, endpoint };
}

/** Returns functions that read the metrics of a queue. Reads at the same time ask Redis once. */
export function queueReads(queue: Pick<Queue, 'status'>): Readonly<Record<QueueMetricName, Read>> {
  let pending: Promise<QueueStatus> | undefined;
  const status = () => {
    pending ??= queue.status().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  const read =
    (value: (status: QueueStatus) => number): Read =>
    async () => {
      const now = await status();
      return [{ labels: { queue: now.name }, value: value(now) }];
    };
  return {
    buybox_queue_depth: read(({ waiting }) => waiting),
    buybox_queue_jobs: async () => {
      const { name, waiting, paced, active, delayed, dead } = await status();
      const counts = Object.entries({ waiting, paced, active, delayed, dead });
      return counts.map(([state, value]) => ({ labels: { queue: name, state }, value }));
    },
    buybox_queue_oldest_job_age_seconds: read(({ oldestWaitingMs = 0 }) => oldestWaitingMs / 1000),
    buybox_queue_paused: read(({ isPaused }) => Number(isPaused)),
    buybox_queue_workers: read(({ workers }) => workers),
  };
}

/** Returns the metrics of a worker, of its queue, of the marketplaces of its process, and of the process: what counts its events, and the text of `/metrics`. */
export function workerMetrics(queue: Pick<Queue, 'status'>) {
  const jobs = new Registry(QUEUE_METRICS);
  for (const [name, read] of Object.entries(queueReads(queue))) jobs.read(name as QueueMetricName, read);
  return { onEvent: workerCounter(jobs), text: metricsText(jobs) };
}
