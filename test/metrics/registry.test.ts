import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Registry } from '../../src/metrics/registry.ts';
import type { MetricTable } from '../../src/metrics/table.ts';
import { anyText } from '../hostile-texts.ts';

const TABLE = {
  jobs_total: { type: 'counter', help: 'Jobs\nthat \\ ended.', labels: ['queue', 'code'] },
  depth: { type: 'gauge', help: 'Depth.', labels: [] },
  read_total: { type: 'counter', help: 'Read.', labels: ['state'] },
  wait_seconds: { type: 'histogram', help: 'Wait.', labels: ['queue'], buckets: [0.1, 1, 10] },
  plain_total: { type: 'counter', help: 'Plain.', labels: [] },
} as const satisfies MetricTable;

describe('the registry of metrics', () => {
  it("writes counters, gauges and histograms in Prometheus's text format", async () => {
    const registry = new Registry(TABLE);
    registry.add('jobs_total', { queue: 'a', code: '' });
    registry.add('jobs_total', { code: '', queue: 'a' }, 2);
    registry.set('depth', {}, 3);
    registry.set('depth', {}, 1.5);
    for (const value of [0.1, 0.5, 99]) registry.observe('wait_seconds', { queue: 'a' }, value);
    registry.read('read_total', () => [{ labels: { state: 'x' }, value: 7 }]);
    expect(await registry.text()).toBe(`# HELP jobs_total Jobs\\nthat \\\\ ended.
# TYPE jobs_total counter
jobs_total{queue="a",code=""} 3
# HELP depth Depth.
# TYPE depth gauge
depth 1.5
# HELP read_total Read.
# TYPE read_total counter
read_total{state="x"} 7
# HELP wait_seconds Wait.
# TYPE wait_seconds histogram
wait_seconds_bucket{queue="a",le="0.1"} 1
wait_seconds_bucket{queue="a",le="1"} 2
wait_seconds_bucket{queue="a",le="10"} 2
wait_seconds_bucket{queue="a",le="+Inf"} 3
wait_seconds_sum{queue="a"} 99.6
wait_seconds_count{queue="a"} 3
# HELP plain_total Plain.
# TYPE plain_total counter
plain_total 0
`);
  });

  it('writes each label in one line, and it can be read back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText(20), fc.string()), async (code) => {
        const registry = new Registry(TABLE);
        registry.add('jobs_total', { queue: 'a', code });
        const line = (await registry.text()).split('\n').find((text) => text.startsWith('jobs_total')) ?? '';
        const [, escaped = ''] = /^jobs_total\{queue="a",code="((?:[^"\\\n]|\\[\\n"])*)"\} 1$/.exec(line) ?? [];
        const unescaped = escaped.replace(/\\(.)/gs, (_, letter: string) => (letter === 'n' ? '\n' : letter));
        expect(unescaped).toBe(code);
      }),
    );
  });

  it('counts label sets beyond the limit together, so that the sum is right', async () => {
    const registry = new Registry(TABLE, 2);
    for (const code of ['A', 'B', 'C', 'D', 'A']) registry.add('jobs_total', { queue: 'a', code });
    const lines = (await registry.text()).split('\n').filter((line) => line.startsWith('jobs_total'));
    expect(lines).toEqual([
      'jobs_total{queue="a",code="A"} 2',
      'jobs_total{queue="a",code="B"} 1',
      'jobs_total{queue="other",code="other"} 2',
    ]);
  });

  it('leaves out a metric that cannot be read, and writes the others', async () => {
    const registry = new Registry(TABLE);
    registry.read('depth', () => Promise.reject(new Error('Redis is down')));
    registry.read('read_total', () => {
      throw new Error('Redis is down');
    });
    const text = await registry.text();
    expect(text).not.toMatch(/depth|read_total/);
    expect(text).toContain('plain_total 0\n');
  });

  it('writes numbers that are not finite as Prometheus reads them', async () => {
    const registry = new Registry(TABLE);
    const values = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e21];
    registry.read('read_total', () => values.map((value, index) => ({ labels: { state: String(index) }, value })));
    expect((await registry.text()).match(/(?<=\} )\S+$/gm)).toEqual(['NaN', '+Inf', '-Inf', '1e+21']);
  });
});
