/** The table of metrics: the texts for Prometheus, the instruments of OpenTelemetry and the documentation are made from it. */

/** A counter only grows, a gauge can fall, a histogram counts values by size. */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric. Its name has its unit at the end: `_seconds`, `_bytes`; counters end with `_total`. */
export interface MetricDefinition {
  readonly type: MetricType;
  /** The counted thing, in one sentence. */
  readonly help: string;
  /** Names of the labels, in the order in which they are written. */
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in ascending order. */
  readonly buckets?: readonly number[];
}

/** Metrics by name. */
export type MetricTable = Readonly<Record<string, MetricDefinition>>;

/** The labels of a metric, with their values. */
export type LabelsOf<Definition extends MetricDefinition> = Readonly<Record<Definition['labels'][number], string>>;

/** Upper bounds for the duration of calls and requests [seconds]. */
const CALL_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;
/** Upper bounds for the time of reading a page [seconds]. */
const PARSE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
/** Upper bounds for a wait [seconds]. */
const WAIT_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 21_600] as const;

const SITE = ['marketplace', 'endpoint'] as const;
const SITE_AND_CODE = ['marketplace', 'endpoint', 'code'] as const;

/** Counted from the events of all marketplaces of the process. */
export const MARKETPLACE_METRICS = {
  buybox_marketplace_calls_total: {
    type: 'counter',
    help: 'Calls of marketplaces that ended, by error code. The code of a successful call is empty.',
    labels: SITE_AND_CODE,
  },
  buybox_marketplace_call_duration_seconds: {
    type: 'histogram',
    help: 'Time from the start of a call of a marketplace to its end, with retries and waits.',
    labels: SITE,
    buckets: CALL_SECONDS,
  },
  buybox_marketplace_call_wait_seconds: {
    type: 'histogram',
    help: 'Time that calls of a marketplace waited for their turn: connections, pace, back-off or credits.',
    labels: ['marketplace'],
    buckets: WAIT_SECONDS,
  },
  buybox_page_requests_total: {
    type: 'counter',
    help: 'Requests that were sent to sites or to a hosted service, with those of retries.',
    labels: SITE,
  },
  buybox_page_bytes_total: {
    type: 'counter',
    help: 'Bytes of the responses, as they arrived.',
    labels: ['marketplace'],
  },
  buybox_pages_total: { type: 'counter', help: 'Pages that were read successfully.', labels: SITE },
  buybox_parse_duration_seconds: {
    type: 'histogram',
    help: 'Time of reading a page, with the wait for a worker thread.',
    labels: ['page_type'],
    buckets: PARSE_SECONDS,
  },
  buybox_blocks_total: {
    type: 'counter',
    help: 'Requests that the site refused: robot checks, other blocks and status 429.',
    labels: SITE_AND_CODE,
  },
  buybox_gaps_total: {
    type: 'counter',
    help: 'Differences between a page and the expected one, by kind.',
    labels: ['marketplace', 'endpoint', 'kind'],
  },
  buybox_retries_total: {
    type: 'counter',
    help: 'Attempts that failed and were followed by another one, by error code.',
    labels: SITE_AND_CODE,
  },
  buybox_backoffs_total: {
    type: 'counter',
    help: 'Times that a block or a failure slowed down all calls to a host.',
    labels: ['marketplace'],
  },
  buybox_proxy_failures_total: {
    type: 'counter',
    help: 'Times that a proxy was taken out of rotation, by reason.',
    labels: ['reason'],
  },
  buybox_proxies_out: { type: 'gauge', help: 'Proxies that are out of rotation.', labels: [] },
  buybox_marketplace_credits_charged_total: {
    type: 'counter',
    help: 'Credits that marketplaces were charged.',
    labels: SITE,
  },
  buybox_marketplace_credits_remaining: {
    type: 'gauge',
    help: 'Credits left after the last charge. Absent if there is no limit.',
    labels: [],
  },
  buybox_drift_total: {
    type: 'counter',
    help: 'Responses of a hosted service that differed from the contract.',
    labels: ['endpoint'],
  },
} as const satisfies MetricTable;

/** Counted by a service. */
export const SERVICE_METRICS = {
  buybox_requests_total: {
    type: 'counter',
    help: 'Finished requests by endpoint, status and error code.',
    labels: ['endpoint', 'status', 'code'],
  },
  buybox_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from request to response.',
    labels: ['endpoint'],
    buckets: CALL_SECONDS,
  },
  buybox_credits_charged_total: { type: 'counter', help: 'Credits that API keys were charged.', labels: [] },
  buybox_calls_running: { type: 'gauge', help: 'Calls that are running.', labels: [] },
  buybox_calls_waiting: { type: 'gauge', help: 'Calls that wait for their turn.', labels: [] },
  buybox_calls_refused_total: {
    type: 'counter',
    help: 'Calls that were refused because the queue was full or their wait too long.',
    labels: [],
  },
  buybox_requests_refused_total: {
    type: 'counter',
    help: 'Requests that a limit per API key or IP address refused.',
    labels: ['limit'],
  },
} as const satisfies MetricTable;

/** Counted by a worker of a job queue, or read from the queue. */
export const QUEUE_METRICS = {
  buybox_queue_depth: { type: 'gauge', help: 'Jobs that could start now and wait for a worker.', labels: ['queue'] },
  buybox_queue_jobs: { type: 'gauge', help: 'Jobs in the queue by state.', labels: ['queue', 'state'] },
  buybox_queue_oldest_job_age_seconds: {
    type: 'gauge',
    help: 'Age of the next job that waits for a worker; 0 if none waits.',
    labels: ['queue'],
  },
  buybox_queue_paused: { type: 'gauge', help: '1 while the queue is paused, else 0.', labels: ['queue'] },
  buybox_queue_workers: { type: 'gauge', help: 'Workers that are connected to the queue.', labels: ['queue'] },
  buybox_jobs_total: {
    type: 'counter',
    help: 'Jobs that ended, by outcome and error code: completed, or dead after their last attempt.',
    labels: ['marketplace', 'endpoint', 'outcome', 'code'],
  },
  buybox_job_retries_total: {
    type: 'counter',
    help: 'Attempts of jobs that failed and are followed by another one, by error code.',
    labels: SITE_AND_CODE,
  },
  buybox_jobs_returned_total: {
    type: 'counter',
    help: 'Jobs that the worker handed back, by reason: stop, pause, or lost because it could not renew their locks.',
    labels: ['reason'],
  },
  buybox_jobs_stalled_total: {
    type: 'counter',
    help: 'Jobs that wait again because their worker died or hung.',
    labels: [],
  },
  buybox_jobs_active: { type: 'gauge', help: 'Jobs that this worker runs now.', labels: [] },
  buybox_job_duration_seconds: {
    type: 'histogram',
    help: 'Time of an attempt of a job, with the delivery of its result.',
    labels: SITE,
    buckets: CALL_SECONDS,
  },
  buybox_job_wait_seconds: {
    type: 'histogram',
    help: 'Time that a job could have been taken before a worker took it.',
    labels: SITE,
    buckets: WAIT_SECONDS,
  },
  buybox_delivery_failures_total: {
    type: 'counter',
    help: 'Deliveries of results that failed, and are repeated.',
    labels: [],
  },
  buybox_worker_paused: {
    type: 'gauge',
    help: '1 while this worker takes no jobs: no credits are left, the budget is used up, or the key is wrong.',
    labels: [],
  },
  buybox_worker_errors_total: {
    type: 'counter',
    help: 'Failures of Redis, or of the connection to it, that the worker noticed.',
    labels: [],
  },
} as const satisfies MetricTable;

/** Read from the process, with the names that other programs use. */
export const PROCESS_METRICS = {
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process.', labels: [] },
  process_cpu_seconds_total: { type: 'counter', help: 'Processor time of the process.', labels: [] },
  process_start_time_seconds: { type: 'gauge', help: 'When the process started, in seconds since 1970.', labels: [] },
} as const satisfies MetricTable;

/** All metrics. */
export const METRICS = {
  ...SERVICE_METRICS,
  ...QUEUE_METRICS,
  ...MARKETPLACE_METRICS,
  ...PROCESS_METRICS,
} as const satisfies MetricTable;
