import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LATENCY_BOUNDS,
  LATENCY_COUNTERS,
  LATENCY_PRECISION,
  latencyCounter,
  percentile,
} from '../../src/service/latency.ts';

function countersOf(durations: readonly number[]): Record<string, number> {
  const counters: Record<string, number> = {};
  for (const ms of durations) counters[latencyCounter(ms)] = (counters[latencyCounter(ms)] ?? 0) + 1;
  return counters;
}

/** The percentile by nearest rank, from the durations themselves. */
function exact(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
}

describe('percentiles of durations', () => {
  it('are within the documented precision of the exact ones', () => {
    const duration = fc.oneof(fc.nat(30), fc.nat(2_000), fc.nat(125_000));
    fc.assert(
      fc.property(fc.array(duration, { minLength: 1, maxLength: 300 }), (durations) => {
        for (const share of [0.5, 0.95]) {
          const expected = exact(durations, share);
          const error = Math.abs((percentile(countersOf(durations), share) ?? Number.NaN) - expected);
          expect(error).toBeLessThanOrEqual(Math.max(1, expected * LATENCY_PRECISION));
        }
      }),
    );
  });

  it('have the precision for every single duration', () => {
    for (let ms = 0; ms <= 125_000; ms++) {
      const error = Math.abs((percentile({ [latencyCounter(ms)]: 1 }, 0.5) ?? Number.NaN) - ms);
      if (error > Math.max(1, ms * LATENCY_PRECISION)) expect.fail(`${ms} ms is ${error} ms off`);
    }
  });

  it('do not exist without durations, and end at the last bound', () => {
    expect(percentile({}, 0.5)).toBeUndefined();
    expect(percentile({ found: 3 }, 0.5)).toBeUndefined();
    expect(percentile(countersOf([10_000_000]), 0.5)).toBe(125_000);
  });

  it('have one counter for each bucket, in rising order', () => {
    expect(LATENCY_COUNTERS).toHaveLength(LATENCY_BOUNDS.length + 1);
    expect(LATENCY_BOUNDS).toEqual([...new Set(LATENCY_BOUNDS)].sort((a, b) => a - b));
    for (const [index, bound] of LATENCY_BOUNDS.entries()) {
      expect(latencyCounter(bound)).toBe(`ms_${bound}`);
      expect(latencyCounter(bound + 1)).toBe(LATENCY_COUNTERS[index + 1]);
    }
  });
});
