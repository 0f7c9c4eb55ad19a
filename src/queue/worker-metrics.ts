/** Metrics of a worker: counted from its events, and read from its queue. */
import { metricsText } from '../metrics/marketplace-metrics.ts';
import { Registry } from '../metrics/registry.ts';
import { codeLabel, errorLabel, type MetricSink, type NameOf, QUEUE_METRICS, type Read } from '../metrics/table.ts';
import type { Queue, QueueStatus } from './types.ts';
import type { WorkerEvent } from './worker-types.ts';

type Sink = MetricSink<typeof QUEUE_METRICS>;

/** Returns a listener that counts the events of workers. */
export function workerCounter(sink: Sink): (event: WorkerEvent) => void {
  /** When the running jobs were taken, by worker and id. */
  const running = new Map<string, number>();
  return (event) => {
    if ('endpoint' in event && event.type !== 'undelivered') {
      const job = `${event.worker} ${event.id}`;
      const startedAt = running.get(job);
      if (event.type === 'started') running.set(job, performance.now());
      else if (running.delete(job) && startedAt !== undefined)
        sink.observe('buybox_job_duration_seconds', siteOf(event), (performance.now() - startedAt) / 1000);
      sink.set('buybox_jobs_active', {}, running.size);
    }
    count(sink, event);
  };
}

function count(sink: Sink, event: WorkerEvent) {
  switch (event.type) {
    case 'started':
      return sink.observe('buybox_job_wait_seconds', siteOf(event), event.wait_ms / 1000);
    case 'ended':
      return sink.add('buybox_jobs_total', { ...siteOf(event), outcome: 'completed', code: '' });
    case 'dead':
      return sink.add('buybox_jobs_total', { ...siteOf(event), outcome: 'dead', code: codeLabel(event.code) });
    case 'retried':
      return sink.add('buybox_job_retries_total', { ...siteOf(event), code: errorLabel(event.error) });
    case 'returned':
      return sink.add('buybox_jobs_returned_total', { reason: event.reason });
    case 'lost':
      return sink.add('buybox_jobs_returned_total', { reason: 'lost' });
    case 'stalled':
      return sink.add('buybox_jobs_stalled_total', {});
    case 'undelivered':
      return sink.add('buybox_delivery_failures_total', {});
    case 'paused':
      return sink.set('buybox_worker_paused', {}, 1);
    case 'resumed':
    case 'ready':
      return sink.set('buybox_worker_paused', {}, 0);
    case 'error':
      return sink.add('buybox_worker_errors_total', {});
  }
}

function siteOf({ marketplace, endpoint }: Extract<WorkerEvent, { endpoint: unknown }>) {
  return { marketplace, endpoint };
}

/** The metrics of the queue itself. All its workers report the same values. */
type QueueMetricName = Extract<NameOf<typeof QUEUE_METRICS, 'gauge'>, `buybox_queue_${string}`>;

/** Lets a target read the metrics of a queue. Reads at the same time ask Redis once. */
export function readQueue(
  queue: Pick<Queue, 'status'>,
  target: { read(name: QueueMetricName, read: Read): void },
): void {
  let pending: Promise<QueueStatus> | undefined;
  const reads = (name: QueueMetricName, valuesOf: (status: QueueStatus) => Record<string, number> | number) =>
    target.read(name, async () => {
      pending ??= queue.status().finally(() => {
        pending = undefined;
      });
      const status = await pending;
      const values = valuesOf(status);
      const labels = { queue: status.name };
      if (typeof values === 'number') return [{ labels, value: values }];
      return Object.entries(values).map(([state, value]) => ({ labels: { ...labels, state }, value }));
    });
  reads('buybox_queue_depth', ({ waiting }) => waiting);
  reads('buybox_queue_jobs', ({ waiting, paced, active, delayed, dead }) => ({
    waiting,
    paced,
    active,
    delayed,
    dead,
  }));
  reads('buybox_queue_oldest_job_age_seconds', ({ oldestWaitingMs = 0 }) => oldestWaitingMs / 1000);
  reads('buybox_queue_paused', ({ isPaused }) => Number(isPaused));
  reads('buybox_queue_workers', ({ workers }) => workers);
}

/** Returns the metrics of a worker, of its queue, of the marketplaces of its process, and of the process: what counts its events, and the text of `/metrics`. */
export function workerMetrics(queue: Pick<Queue, 'status'>) {
  const jobs = new Registry(QUEUE_METRICS);
  readQueue(queue, jobs);
  return { onEvent: workerCounter(jobs), text: metricsText(jobs) };
}
