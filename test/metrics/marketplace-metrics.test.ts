import { describe, expect, it } from 'vitest';
import type { MarketplaceEvent } from '../../src/entries/index.ts';
import { BlockedError, createMarketplace } from '../../src/entries/index.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { marketplaceCounter, marketplaceMetrics } from '../../src/metrics/marketplace-metrics.ts';
import { Registry } from '../../src/metrics/registry.ts';
import { MARKETPLACE_METRICS } from '../../src/metrics/table.ts';

const BASE = { request_id: 'r', endpoint: 'product', marketplace: 'de', attempt: 1, elapsed_ms: 1500 } as const;
const blocked = new BlockedError('blocked', { code: 'CAPTCHA' });

/** Counts events. Returns the lines of the text. */
async function linesOf(...events: MarketplaceEvent[]): Promise<string[]> {
  const registry = new Registry(MARKETPLACE_METRICS);
  for (const event of events) marketplaceCounter(registry)(event);
  return (await registry.text()).split('\n');
}

describe('metrics of marketplaces', () => {
  it.each<[MarketplaceEvent, string]>([
    [
      { ...BASE, type: 'request', url: 'https://x' },
      'buybox_page_requests_total{marketplace="de",endpoint="product"} 1',
    ],
    [{ ...BASE, type: 'response', status: 200, bytes: 900 }, 'buybox_page_bytes_total{marketplace="de"} 900'],
    [
      { ...BASE, type: 'parsed', page_type: 'product', found: true, duration_ms: 20 },
      'buybox_pages_total{marketplace="de",endpoint="product"} 1',
    ],
    [
      { ...BASE, type: 'parsed', page_type: 'product', found: true, duration_ms: 20 },
      'buybox_parse_duration_seconds_bucket{page_type="product",le="0.025"} 1',
    ],
    [
      { ...BASE, type: 'retry', error: blocked, delay_ms: 1 },
      'buybox_retries_total{marketplace="de",endpoint="product",code="CAPTCHA"} 1',
    ],
    [
      { ...BASE, type: 'blocked', code: 'CAPTCHA', page: '' },
      'buybox_blocks_total{marketplace="de",endpoint="product",code="CAPTCHA"} 1',
    ],
    [
      { ...BASE, type: 'blocked', code: 'of another service', page: '' },
      'buybox_blocks_total{marketplace="de",endpoint="product",code="OTHER"} 1',
    ],
    [{ ...BASE, type: 'backoff', host: 'x', wait_ms: 1 }, 'buybox_backoffs_total{marketplace="de"} 1'],
    [
      { ...BASE, type: 'gaps', gaps: [{ landmark: 'a', kind: 'missing', detail: 'b' }], page: '' },
      'buybox_gaps_total{marketplace="de",endpoint="product",kind="missing"} 1',
    ],
    [
      { ...BASE, type: 'charged', consumed: 1, remaining: 41 },
      'buybox_marketplace_credits_charged_total{marketplace="de",endpoint="product"} 1',
    ],
    [{ ...BASE, type: 'charged', consumed: 1, remaining: 41 }, 'buybox_marketplace_credits_remaining 41'],
    [{ ...BASE, type: 'drift', path: 'a', expected: 'b', got: 'c' }, 'buybox_drift_total{endpoint="product"} 1'],
    [
      { ...BASE, type: 'done', found: true },
      'buybox_marketplace_calls_total{marketplace="de",endpoint="product",code=""} 1',
    ],
    [
      { ...BASE, type: 'done', error: new Error('left') },
      'buybox_marketplace_calls_total{marketplace="de",endpoint="product",code="ABORTED"} 1',
    ],
    [
      { ...BASE, type: 'done', found: true },
      'buybox_marketplace_call_duration_seconds_sum{marketplace="de",endpoint="product"} 1.5',
    ],
    [
      { ...BASE, type: 'done', found: true, queued_ms: 400 },
      'buybox_marketplace_call_wait_seconds_sum{marketplace="de"} 0.4',
    ],
  ])('counts %j', async (event, line) => {
    expect(await linesOf(event)).toContain(line);
  });

  it('counts the proxies that are out of rotation', async () => {
    const registry = new Registry(MARKETPLACE_METRICS);
    const count = marketplaceCounter(registry);
    const change = (proxy: string, state: 'out' | 'back') =>
      count({ ...BASE, type: 'proxy', proxy, state, ...(state === 'out' ? { reason: 'tls' as const } : {}) });
    change('a', 'out');
    change('b', 'out');
    change('a', 'out');
    change('b', 'back');
    const text = await registry.text();
    expect(text).toContain('buybox_proxies_out 1\n');
    expect(text).toContain('buybox_proxy_failures_total{reason="tls"} 3\n');
    expect(text).not.toMatch(/proxy="/);
  });

  it('has no remaining credits if there is no limit', async () => {
    const lines = await linesOf({ ...BASE, type: 'charged', consumed: 0, remaining: Number.MAX_SAFE_INTEGER });
    expect(lines.filter((line) => line.startsWith('buybox_marketplace_credits_remaining'))).toEqual([]);
  });

  it('counts the calls of every marketplace of the process', async () => {
    const metrics = marketplaceMetrics();
    const lines = [
      'buybox_pages_total{marketplace="us",endpoint="product"}',
      'buybox_blocks_total{marketplace="us",endpoint="product",code="CAPTCHA"}',
      'buybox_marketplace_calls_total{marketplace="us",endpoint="product",code="CAPTCHA"}',
    ];
    // Other tests of this process have made calls too.
    const counts = async () => {
      const text = await metrics.text();
      return lines.map((line) => Number(text.split(`${line} `)[1]?.split('\n')[0] ?? 0));
    };
    const before = await counts();
    await using marketplace = createMarketplace({ pages: fixturePages(), retries: 0 });
    await marketplace.product({ asin: 'B0LANTERN1' });
    await marketplace.product({ asin: 'B0CAPTCHA1' }).catch(() => undefined);
    expect(await counts()).toEqual(before.map((count) => count + 1));
    expect(marketplaceMetrics()).toBe(metrics);
  });
});
