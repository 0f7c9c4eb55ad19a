/** The metrics of a service: `/metrics` for Prometheus. */
import { marketplaceMetrics } from '../metrics/marketplace-metrics.ts';
import { processMetrics } from '../metrics/process-metrics.ts';
import { Registry } from '../metrics/registry.ts';
import { SERVICE_METRICS } from '../metrics/table.ts';
import type { LogEntry } from './facts.ts';
import type { FairQueue } from './gates/fair-queue.ts';
import { LIMIT_NAMES } from './gates/limit.ts';
import { countRequest, publishRequest } from './request-metrics.ts';

/** The metrics of a service, of the marketplaces of its process, and of the process. */
export class Metrics {
  readonly #service = new Registry(SERVICE_METRICS);
  readonly #marketplaces = marketplaceMetrics();
  readonly #process = processMetrics();
  readonly #queue: FairQueue;
  /** Number of refused calls that subscribers know. */
  #published = 0;

  constructor(queue: FairQueue) {
    this.#queue = queue;
    for (const limit of LIMIT_NAMES) this.#service.add('buybox_requests_refused_total', { limit }, 0);
    this.#service.read('buybox_calls_running', () => [{ labels: {}, value: queue.running }]);
    this.#service.read('buybox_calls_waiting', () => [{ labels: {}, value: queue.waiting }]);
    this.#service.read('buybox_calls_refused_total', () => [{ labels: {}, value: queue.refused }]);
  }

  /** Counts a finished request, and publishes it. */
  add(entry: LogEntry): void {
    countRequest(this.#service, entry);
    publishRequest(() => {
      const { running, waiting, refused } = this.#queue;
      const since = refused - this.#published;
      this.#published = refused;
      return { entry, running, waiting, refused: since };
    });
  }

  /** Returns the text of `/metrics`. */
  async text(): Promise<string> {
    const texts = [this.#service, this.#marketplaces, this.#process].map((registry) => registry.text());
    return (await Promise.all(texts)).join('');
  }
}
