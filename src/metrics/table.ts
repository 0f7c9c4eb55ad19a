/** The table of metrics: the texts for Prometheus, the instruments of OpenTelemetry and the documentation are made from it. */
import { errorKindOf } from '../contract/error-kinds.ts';
import { MarketplaceError } from '../contract/errors.ts';

/** A counter only grows, a gauge can fall, a histogram counts values by size. */
type MetricType = 'counter' | 'gauge' | 'histogram';

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

/** The names of a table's metrics of a type. */
export type NameOf<Table extends MetricTable, Type extends MetricType> = {
  [Name in keyof Table & string]: Table[Name]['type'] extends Type ? Name : never;
}[keyof Table & string];

/** Returns the current values of a metric that is read, one for each set of labels. */
export type Read = () => readonly Reading[] | Promise<readonly Reading[]>;

interface Reading {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Receives the values of the metrics of a table: the registry for Prometheus, and the instruments of OpenTelemetry. */
export interface MetricSink<Table extends MetricTable> {
  /** Adds to a counter. */
  add<Name extends NameOf<Table, 'counter'>>(name: Name, labels: LabelsOf<Table[Name]>, value?: number): void;
  /** Sets a gauge. */
  set<Name extends NameOf<Table, 'gauge'>>(name: Name, labels: LabelsOf<Table[Name]>, value: number): void;
  /** Adds a value to a histogram. */
  observe<Name extends NameOf<Table, 'histogram'>>(name: Name, labels: LabelsOf<Table[Name]>, value: number): void;
}

/** Returns the label of an error code. Those of another service behind this one count together, so that there are few labels. */
export function codeLabel(code: string): string {
  return code === '' || errorKindOf(code) !== undefined ? code : 'OTHER';
}

/** Returns the label of an error: its code, or `ABORTED` for the caller's own reason to abort. */
export function errorLabel(error: unknown): string {
  return error instanceof MarketplaceError ? codeLabel(error.code) : 'ABORTED';
}

/** Upper bounds for the duration of calls and requests [seconds]. */
const CALL_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;
/** Upper bounds for the time of reading a page [seconds]. */
const PARSE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
/** Upper bounds for a wait [seconds]. */
const WAIT_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 21_600] as const;

const SITE = ['marketplace', 'endpoint'] as const;
const SITE_AND_CODE = ['marketplace', 'endpoint', 'code'] as const;

function counter<const Labels extends readonly string[]>(labels: Labels, help: string) {
  return { type: 'counter', help, labels } as const;
}
function gauge<const Labels extends readonly string[]>(labels: Labels, help: string) {
  return { type: 'gauge', help, labels } as const;
}
function histogram<const Labels extends readonly string[]>(labels: Labels, buckets: readonly number[], help: string) {
  return { type: 'histogram', help, labels, buckets } as const;
}

/** Counted from the events of all marketplaces of the process. */
export const MARKETPLACE_METRICS = {
  buybox_marketplace_calls_total: counter(
    SITE_AND_CODE,
    'Calls of marketplaces that ended, by error code. The code of a successful call is empty.',
  ),
  buybox_marketplace_call_duration_seconds: histogram(
    SITE,
    CALL_SECONDS,
    'Time from the start of a call of a marketplace to its end, with retries and waits.',
  ),
  buybox_marketplace_call_wait_seconds: histogram(
    ['marketplace'],
    WAIT_SECONDS,
    'Time that calls of a marketplace waited for their turn: connections, pace, back-off or credits.',
  ),
  buybox_page_requests_total: counter(
    SITE,
    'Requests that were sent to sites or to a hosted service, with those of retries.',
  ),
  buybox_page_bytes_total: counter(['marketplace'], 'Bytes of the responses, as they arrived.'),
  buybox_pages_total: counter(SITE, 'Pages that were read successfully.'),
  buybox_parse_duration_seconds: histogram(
    ['page_type'],
    PARSE_SECONDS,
    'Time of reading a page, with the wait for a worker thread.',
  ),
  buybox_blocks_total: counter(
    SITE_AND_CODE,
    'Requests that the site refused: robot checks, other blocks and status 429.',
  ),
  buybox_gaps_total: counter(
    ['marketplace', 'endpoint', 'kind'],
    'Differences between a page and the expected one, by kind.',
  ),
  buybox_retries_total: counter(SITE_AND_CODE, 'Attempts that failed and were followed by another one, by error code.'),
  buybox_backoffs_total: counter(['marketplace'], 'Times that a block or a failure slowed down all calls to a host.'),
  buybox_proxy_failures_total: counter(['reason'], 'Times that a proxy was taken out of rotation, by reason.'),
  buybox_proxies_out: gauge([], 'Proxies that are out of rotation.'),
  buybox_marketplace_credits_charged_total: counter(SITE, 'Credits that marketplaces were charged.'),
  buybox_marketplace_credits_remaining: gauge([], 'Credits left after the last charge. Absent if there is no limit.'),
  buybox_drift_total: counter(['endpoint'], 'Responses of a hosted service that differed from the contract.'),
} as const;

/** Counted by a service. */
export const SERVICE_METRICS = {
  buybox_requests_total: counter(
    ['endpoint', 'status', 'code'],
    'Finished requests by endpoint, status and error code.',
  ),
  buybox_request_duration_seconds: histogram(['endpoint'], CALL_SECONDS, 'Time from request to response.'),
  buybox_credits_charged_total: counter([], 'Credits that API keys were charged.'),
  buybox_calls_running: gauge([], 'Calls that are running.'),
  buybox_calls_waiting: gauge([], 'Calls that wait for their turn.'),
  buybox_calls_refused_total: counter([], 'Calls that were refused because the queue was full or their wait too long.'),
  buybox_requests_refused_total: counter(['limit'], 'Requests that a limit per API key or IP address refused.'),
} as const;

/** Counted by a worker of a job queue, or read from the queue. */
export const QUEUE_METRICS = {
  buybox_queue_depth: gauge(['queue'], 'Jobs that could start now and wait for a worker.'),
  buybox_queue_jobs: gauge(['queue', 'state'], 'Jobs in the queue by state.'),
  buybox_queue_oldest_job_age_seconds: gauge(
    ['queue'],
    'Age of the next job that waits for a worker; 0 if none waits.',
  ),
  buybox_queue_paused: gauge(['queue'], '1 while the queue is paused, else 0.'),
  buybox_queue_workers: gauge(['queue'], 'Workers that are connected to the queue.'),
  buybox_jobs_total: counter(
    ['marketplace', 'endpoint', 'outcome', 'code'],
    'Jobs that ended, by outcome and error code: completed, or dead after their last attempt.',
  ),
  buybox_job_retries_total: counter(
    SITE_AND_CODE,
    'Attempts of jobs that failed and are followed by another one, by error code.',
  ),
  buybox_jobs_returned_total: counter(
    ['reason'],
    'Jobs that the worker handed back, by reason: stop, pause, or lost because it could not renew their locks.',
  ),
  buybox_jobs_stalled_total: counter([], 'Jobs that wait again because their worker died or hung.'),
  buybox_jobs_active: gauge([], 'Jobs that this worker runs now.'),
  buybox_job_duration_seconds: histogram(
    SITE,
    CALL_SECONDS,
    'Time of an attempt of a job, with the delivery of its result.',
  ),
  buybox_job_wait_seconds: histogram(
    SITE,
    WAIT_SECONDS,
    'Time that a job could have been taken before a worker took it.',
  ),
  buybox_delivery_failures_total: counter([], 'Deliveries of results that failed, and are repeated.'),
  buybox_worker_paused: gauge(
    [],
    '1 while this worker takes no jobs: no credits are left, the budget is used up, or the key is wrong.',
  ),
  buybox_worker_errors_total: counter([], 'Failures of Redis, or of the connection to it, that the worker noticed.'),
} as const;

/** Read from the process, with the names that other programs use. */
export const PROCESS_METRICS = {
  process_resident_memory_bytes: gauge([], 'Memory of the process.'),
  process_cpu_seconds_total: counter([], 'Processor time of the process.'),
  process_start_time_seconds: gauge([], 'When the process started, in seconds since 1970.'),
} as const;

/** All metrics. */
export const METRICS = { ...SERVICE_METRICS, ...QUEUE_METRICS, ...MARKETPLACE_METRICS, ...PROCESS_METRICS } as const;
