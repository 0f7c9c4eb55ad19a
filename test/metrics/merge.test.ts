import { expect, it } from 'vitest';
import { mergeTexts } from '../../src/metrics/merge.ts';
import { Registry } from '../../src/metrics/registry.ts';
import type { MetricTable } from '../../src/metrics/table.ts';

const TABLE = {
  jobs_total: { type: 'counter', help: 'Jobs.', labels: ['code'] },
  memory_bytes: { type: 'gauge', help: 'Memory.', labels: [] },
  wait_seconds: { type: 'histogram', help: 'Wait.', labels: [], buckets: [1] },
} as const satisfies MetricTable;

it('merges the metrics of processes: one head each, and the process as a label', async () => {
  const registries = [1, 2].map((memory) => {
    const registry = new Registry(TABLE);
    registry.set('memory_bytes', {}, memory);
    registry.observe('wait_seconds', {}, memory);
    return registry;
  });
  registries[1]?.add('jobs_total', { code: 'A} 1\n# HELP x' });
  const texts = await Promise.all(registries.map((registry) => registry.text()));
  expect(
    mergeTexts(texts.map((text, index) => ({ process: String(index + 1), text }))),
  ).toBe(`# HELP memory_bytes Memory.
# TYPE memory_bytes gauge
memory_bytes{process="1"} 1
memory_bytes{process="2"} 2
# HELP wait_seconds Wait.
# TYPE wait_seconds histogram
wait_seconds_bucket{process="1",le="1"} 1
wait_seconds_bucket{process="1",le="+Inf"} 1
wait_seconds_sum{process="1"} 1
wait_seconds_count{process="1"} 1
wait_seconds_bucket{process="2",le="1"} 0
wait_seconds_bucket{process="2",le="+Inf"} 1
wait_seconds_sum{process="2"} 2
wait_seconds_count{process="2"} 1
# HELP jobs_total Jobs.
# TYPE jobs_total counter
jobs_total{process="2",code="A} 1\\n# HELP x"} 1
`);
});
