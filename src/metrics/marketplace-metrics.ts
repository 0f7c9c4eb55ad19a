/** Counts the events of marketplaces, and writes the text of `/metrics`. */
import { type MarketplaceEvent, subscribeToEvents } from '../client/events.ts';
import { UNLIMITED_CREDITS } from '../contract/envelope.ts';
import { Registry } from './registry.ts';
import { codeLabel, errorLabel, MARKETPLACE_METRICS, type MetricSink, PROCESS_METRICS } from './table.ts';

type Sink = MetricSink<typeof MARKETPLACE_METRICS>;

/** Returns a listener that counts events. */
export function marketplaceCounter(sink: Sink): (event: MarketplaceEvent) => void {
  /** The proxies that are out of rotation. */
  const out = new Set<string>();
  return (event) => {
    const { marketplace, endpoint } = event;
    const site = { marketplace, endpoint };
    switch (event.type) {
      case 'request':
        return sink.add('buybox_page_requests_total', site);
      case 'response':
        return sink.add('buybox_page_bytes_total', { marketplace }, event.bytes);
      case 'parsed':
        sink.add('buybox_pages_total', site);
        return sink.observe('buybox_parse_duration_seconds', { page_type: event.page_type }, event.duration_ms / 1000);
      case 'retry':
        return sink.add('buybox_retries_total', { ...site, code: errorLabel(event.error) });
      case 'backoff':
        return sink.add('buybox_backoffs_total', { marketplace });
      case 'blocked':
        return sink.add('buybox_blocks_total', { ...site, code: codeLabel(event.code) });
      case 'gaps':
        for (const { kind } of event.gaps) sink.add('buybox_gaps_total', { ...site, kind });
        return;
      case 'proxy':
        return countProxy(sink, out, event);
      case 'charged':
        return countCharge(sink, event);
      case 'drift':
        return sink.add('buybox_drift_total', { endpoint });
      case 'done':
        return countEnd(sink, event);
      case 'queue':
        return;
    }
  };
}

type EventOf<Type extends MarketplaceEvent['type']> = Extract<MarketplaceEvent, { type: Type }>;

function countProxy(sink: Sink, out: Set<string>, { proxy, state, reason }: EventOf<'proxy'>): void {
  if (state === 'out') {
    out.add(proxy);
    sink.add('buybox_proxy_failures_total', { reason: reason ?? 'unreachable' });
  } else out.delete(proxy);
  sink.set('buybox_proxies_out', {}, out.size);
}

function countCharge(sink: Sink, { marketplace, endpoint, consumed, remaining }: EventOf<'charged'>): void {
  sink.add('buybox_marketplace_credits_charged_total', { marketplace, endpoint }, consumed);
  if (remaining < UNLIMITED_CREDITS) sink.set('buybox_marketplace_credits_remaining', {}, remaining);
}

function countEnd(sink: Sink, event: EventOf<'done'>): void {
  const { marketplace, endpoint, elapsed_ms, queued_ms = 0 } = event;
  const code = 'error' in event ? errorLabel(event.error) : '';
  sink.add('buybox_marketplace_calls_total', { marketplace, endpoint, code });
  sink.observe('buybox_marketplace_call_duration_seconds', { marketplace, endpoint }, elapsed_ms / 1000);
  sink.observe('buybox_marketplace_call_wait_seconds', { marketplace }, queued_ms / 1000);
}

let shared: Registry<typeof MARKETPLACE_METRICS> | undefined;

/** Returns the metrics of all marketplaces of the process. Counting starts at the first call of this function, and never ends. */
export function marketplaceMetrics(): Registry<typeof MARKETPLACE_METRICS> {
  if (shared === undefined) {
    shared = new Registry(MARKETPLACE_METRICS);
    subscribeToEvents(marketplaceCounter(shared));
  }
  return shared;
}

/** Returns the metrics of this process. */
function processMetrics(): Registry<typeof PROCESS_METRICS> {
  const registry = new Registry(PROCESS_METRICS);
  const startedAt = performance.timeOrigin / 1000;
  registry.read('process_resident_memory_bytes', () => [{ labels: {}, value: process.memoryUsage.rss() }]);
  registry.read('process_cpu_seconds_total', () => {
    const { user, system } = process.cpuUsage();
    return [{ labels: {}, value: (user + system) / 1_000_000 }];
  });
  registry.read('process_start_time_seconds', () => [{ labels: {}, value: startedAt }]);
  return registry;
}

/** Returns a function that writes `/metrics`: the metrics of a program's own, of all marketplaces of the process, and of the process. */
export function metricsText(own: { text(): Promise<string> }): () => Promise<string> {
  const registries = [own, marketplaceMetrics(), processMetrics()];
  return async () => (await Promise.all(registries.map((registry) => registry.text()))).join('');
}
