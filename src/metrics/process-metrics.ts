/** Metrics of the process. */
import { Registry } from './registry.ts';
import { PROCESS_METRICS } from './table.ts';

/** Returns the metrics of this process. */
export function processMetrics(): Registry<typeof PROCESS_METRICS> {
  const registry = new Registry(PROCESS_METRICS);
  const startedAt = performance.timeOrigin / 1000;
  registry.read('process_resident_memory_bytes', () => [{ labels: {}, value: process.memoryUsage.rss() }]);
  registry.read('process_cpu_seconds_total', () => [{ labels: {}, value: cpuSeconds() }]);
  registry.read('process_start_time_seconds', () => [{ labels: {}, value: startedAt }]);
  return registry;
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
