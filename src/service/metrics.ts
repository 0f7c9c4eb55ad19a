/**
 * Metrics for Prometheus. The format is written by hand: there are few metrics, and the usual library adds three packages and a registry that is
 * global to the process.
 */
import type { FairQueue } from './fair-queue.ts';
import type { LogEntry } from './log.ts';

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

interface Histogram {
  counts: number[];
  sum: number;
  count: number;
}

/** Counts requests and their durations. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();
  #credits = 0;

  /** Counts a finished request. */
  add({ endpoint = 'none', status, code = '', requests_consumed, timing_ms }: LogEntry): void {
    const labels = `endpoint="${endpoint}",status="${status}",code="${escapeLabel(code)}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    this.#credits += requests_consumed;
    if (endpoint !== 'none') this.observe(endpoint, timing_ms / 1000);
  }

  /** Returns the text of `/metrics`. */
  text({ running, waiting, refused }: FairQueue): string {
    const lines = [
      '# HELP buybox_requests_total Finished requests by endpoint, status and error code.',
      '# TYPE buybox_requests_total counter',
      ...[...this.#requests].map(([labels, value]) => `buybox_requests_total{${labels}} ${value}`),
      '# HELP buybox_request_duration_seconds Time from request to response.',
      '# TYPE buybox_request_duration_seconds histogram',
      ...[...this.#durations].flatMap(([endpoint, histogram]) => histogramLines(endpoint, histogram)),
      '# HELP buybox_credits_charged_total Credits charged.',
      '# TYPE buybox_credits_charged_total counter',
      `buybox_credits_charged_total ${this.#credits}`,
      '# HELP buybox_calls_running Calls that are running.',
      '# TYPE buybox_calls_running gauge',
      `buybox_calls_running ${running}`,
      '# HELP buybox_calls_waiting Calls that wait for their turn.',
      '# TYPE buybox_calls_waiting gauge',
      `buybox_calls_waiting ${waiting}`,
      '# HELP buybox_calls_refused_total Calls that were refused because the queue was full or their wait too long.',
      '# TYPE buybox_calls_refused_total counter',
      `buybox_calls_refused_total ${refused}`,
      '# HELP process_resident_memory_bytes Memory of the process.',
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ];
    return `${lines.join('\n')}\n`;
  }

  private observe(endpoint: string, seconds: number): void {
    const histogram = this.#durations.get(endpoint) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
    histogram.counts = histogram.counts.map((count, index) => count + (seconds <= (BUCKETS[index] ?? 0) ? 1 : 0));
    histogram.sum += seconds;
    histogram.count++;
    this.#durations.set(endpoint, histogram);
  }
}

function histogramLines(endpoint: string, { counts, sum, count }: Histogram): string[] {
  const name = 'buybox_request_duration_seconds';
  const label = `endpoint="${endpoint}"`;
  return [
    ...counts.map((value, index) => `${name}_bucket{${label},le="${BUCKETS[index]}"} ${value}`),
    `${name}_bucket{${label},le="+Inf"} ${count}`,
    `${name}_sum{${label}} ${sum.toFixed(3)}`,
    `${name}_count{${label}} ${count}`,
  ];
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}
