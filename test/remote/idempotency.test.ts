import { describe, expect, it, vi } from 'vitest';
import { createMarketplace, type MarketplaceEvent, withResponse } from '../../src/entries/index.ts';
import { memoryLedger } from '../../src/entries/local.ts';
import {
  buyPack,
  createKey,
  createService,
  listen,
  memoryStore,
  packOffer,
  sqliteStore,
} from '../../src/entries/service.ts';
import { now, referenceMarketplace } from '../conformance/target.ts';
import { freshFile } from '../ledger/ledgers.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { serviceOf } from './service.ts';

// The wait before a retry is a random part of a time that doubles: here it is none.
vi.spyOn(Math, 'random').mockReturnValue(0);

const ASIN = 'B0LANTERN1';

/** A response whose headers are cut off, one whose body is, and one of which nothing arrives. */
const CUTS: [string, number][] = [
  ['before its first byte', 0],
  ['in its headers', 40],
  ['in its body', 1_500],
];

describe.each([
  ['memoryStore', () => memoryStore({ now })],
  ['sqliteStore', () => sqliteStore(freshFile(), { now })],
])('a call whose response is cut off, with a service on %s', (_, open) => {
  /** A service with ten credits, and a marketplace that calls it through a proxy that cuts. */
  async function setUp(cuts: readonly number[], retries: number) {
    const store = open();
    const { id, key: apiKey } = await createKey(store, 'cut', now());
    await buyPack(store, id, packOffer('free', { requests: 10 }), now());
    const site = referenceMarketplace();
    const service = await listen(createService({ marketplace: site, store, now }), { port: 0, graceMs: 100 });
    const proxy = await startCuttingProxy(service.url, cuts);
    const events: MarketplaceEvent[] = [];
    const marketplace = createMarketplace({
      backend: 'remote',
      baseUrl: proxy.url,
      apiKey,
      now,
      retries,
      budget: { credits: 1, per: 'total' },
      onEvent: (event) => void events.push(event),
    });
    return {
      marketplace,
      proxy,
      events,
      remaining: () => store.ledger.remaining(id),
      async [Symbol.asyncDispose]() {
        await marketplace.close();
        await proxy[Symbol.asyncDispose]();
        await service.close();
        await site.close();
      },
    };
  }

  it.each(CUTS)('%s is charged once when it is retried, and gets the stored response', async (_, bytes) => {
    await using cut = await setUp([bytes], 1);
    const { headers, found, data, meta } = await withResponse(cut.marketplace, 'product', { asin: ASIN });
    expect(headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect({ found, data }).toMatchObject({ found: true, data: { asin: ASIN } });
    expect(meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 9 });
    expect(cut.events.filter(({ type }) => type === 'retry')).toHaveLength(1);
    expect(cut.proxy.connections()).toBe(2);
    expect(await cut.remaining()).toBe(9);
    // The budget of the marketplace counts it once as well.
    await expect(cut.marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      message: expect.stringContaining('1 credit in total used up: 1 used'),
    });
  });

  it('several times is charged once', async () => {
    await using cut = await setUp([40, 1_500], 2);
    expect((await cut.marketplace.scrape({ url: `https://www.amazon.com/dp/${ASIN}` })).found).toBe(true);
    expect(await cut.remaining()).toBe(9);
  });
});

describe("a remote call with the caller's idempotency key", () => {
  it('sends it with every attempt, and a random key without one', async () => {
    await using service = await serviceOf([{ status: 503 }, {}], { retries: 1, now });
    await service.marketplace.product({ asin: ASIN }, { idempotencyKey: 'job 1' });
    const { meta } = await service.marketplace.product({ asin: ASIN });
    const keys = service.asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['job 1', 'job 1', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(meta.usage.requests_consumed).toBe(1);
  });

  it('that an earlier call has paid costs nothing: neither credits nor budget', async () => {
    const store = memoryStore({ now });
    const { id, key: apiKey } = await createKey(store, 'jobs', now());
    await buyPack(store, id, packOffer('free', { requests: 10 }), now());
    await using site = referenceMarketplace();
    const service = await listen(createService({ marketplace: site, store, now }), { port: 0, graceMs: 100 });
    const ledger = memoryLedger({ now });
    const call = async () => {
      const budget = { credits: 2, per: 'total' } as const;
      const options = { baseUrl: service.url, apiKey, now, budget, ledger };
      await using marketplace = createMarketplace({ backend: 'remote', ...options });
      return (await marketplace.product({ asin: ASIN }, { idempotencyKey: 'job 1' })).meta.usage;
    };
    try {
      expect((await call()).requests_consumed).toBe(1);
      expect([(await call()).requests_consumed, (await call()).requests_consumed]).toEqual([0, 0]);
      expect(await store.ledger.remaining(id)).toBe(9);
      expect(await ledger.listPacks()).toMatchObject([{ charged: 1 }]);
    } finally {
      await service.close();
    }
  });
});
