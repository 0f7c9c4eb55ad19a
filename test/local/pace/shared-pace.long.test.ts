import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MarketplaceEvent, UnavailableError } from '../../../src/entries/index.ts';
import {
  createLocalMarketplace,
  type LocalMarketplaceOptions,
  type PageSource,
  type SharedPace,
} from '../../../src/entries/local.ts';
import { type RedisPaceOptions, redisPace } from '../../../src/entries/redis.ts';
import { type CuttableProxy, cuttableProxy, hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';
import { ASIN, CAPTCHA_PAGE, productPage, sourceOf } from '../pages.ts';

const PACE = { concurrency: 1, minGapMs: 200, jitterMs: 0 };

describe.skipIf(!hasRedis)('marketplaces with a shared pace', () => {
  let server: RedisServer;
  let proxy: CuttableProxy;
  let client: Redis;
  const opened: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await startRedis();
    proxy = await cuttableProxy(server.port);
    client = new Redis(server.url);
  });
  afterAll(async () => {
    client.disconnect();
    await proxy.close();
    await server.stop();
  });
  beforeEach(async () => {
    await client.flushall();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });

  function open(options: LocalMarketplaceOptions & { shared?: RedisPaceOptions; url?: string } = {}) {
    const { shared, url = server.url, ...rest } = options;
    const events: MarketplaceEvent[] = [];
    const sharedPace: SharedPace = redisPace(url, shared);
    const onEvent = (event: MarketplaceEvent) => void events.push(event);
    const marketplace = createLocalMarketplace({
      pages: sourceOf(productPage()),
      pace: PACE,
      retries: 0,
      onEvent,
      sharedPace,
      ...rest,
    });
    opened.push(marketplace);
    const of = (type: MarketplaceEvent['type']) => events.filter((event) => event.type === type);
    return { marketplace, of, call: (options?: object) => marketplace.product({ asin: ASIN }, options) };
  }

  /** A source whose pages arrive when the test says so. */
  function gatedPages() {
    const gate = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const pages: PageSource = async ({ url }) => {
      started.resolve();
      await gate.promise;
      return { url, status: 200, headers: {}, body: productPage() };
    };
    return { pages, started: started.promise, open: gate.resolve };
  }

  /** Number of scripts that the server has run. */
  async function scripts(): Promise<number> {
    const info = await client.info('commandstats');
    return [...info.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
  }

  it('report the reason and the expected wait of calls that wait for another marketplace', async () => {
    const pace = { ...PACE, minGapMs: 2_000 };
    const [one, other] = [open({ pace }), open({ pace })];
    await one.call();
    const { meta } = await other.call();
    expect(one.of('queue')).toEqual([]);
    expect(other.of('queue')).toMatchObject([{ reason: 'pace', position: 1, wait_ms: expect.any(Number) }]);
    expect(meta.queued_ms).toBeGreaterThan(0);
  });

  it('ask seldom while all places are taken: once for all calls of a process', async () => {
    const gated = gatedPages();
    const [one, other] = [open({ pages: gated.pages }), open({ pace: { ...PACE, minGapMs: 1 } })];
    const first = one.call();
    await gated.started;
    const others = Array.from({ length: 9 }, () => other.call());
    await expect.poll(() => other.of('queue').length).toBe(9);
    const [before, began] = [await scripts(), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, 500));
    const asked = (await scripts()) - before;
    // Each wait is at least half of the shortest one, 25 ms.
    expect(asked).toBeLessThanOrEqual((performance.now() - began) / 12.5 + 2);
    expect(asked).toBeGreaterThan(1);
    gated.open();
    await Promise.all([first, ...others]);
  });

  it('wait no longer for a call that is aborted', async () => {
    const gated = gatedPages();
    const [one, gone, other] = [open({ pages: gated.pages }), open(), open()];
    const first = one.call();
    await gated.started;
    const controller = new AbortController();
    const aborted = gone.call({ signal: controller.signal });
    await expect.poll(() => gone.of('queue').length).toBe(1);
    const waiting = other.call();
    await expect.poll(() => other.of('queue').length).toBe(1);
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    gated.open();
    await first;
    expect((await waiting).found).toBe(true);
  });

  it('free their places when they are closed', async () => {
    const gated = gatedPages();
    const shared = { leaseMs: 60_000 };
    const [one, other] = [open({ pages: gated.pages, shared }), open({ shared })];
    const first = one.call();
    await gated.started;
    const waiting = other.call();
    await expect.poll(() => other.of('queue').length).toBe(1);
    await Promise.all([one.marketplace.close(), expect(first).rejects.toThrow('closed')]);
    expect((await waiting).found).toBe(true);
    gated.open();
  });

  it('fetch nothing while the server is away: the calls wait, and then fail with an UnavailableError', async () => {
    const pages = sourceOf(productPage());
    const cut = open({ url: proxy.url, shared: { waitMs: 1_500 }, pages });
    await cut.call();
    proxy.cut();
    const error = await cut.call().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ retryable: true, billed: false, message: expect.stringContaining('1500 ms') });
    expect(pages.requests).toHaveLength(1);
    proxy.heal();
    expect((await cut.call()).found).toBe(true);
  });

  it('make each other wait after a block, and go on after a page', async () => {
    const backoff = { firstMs: 400, longestMs: 60_000 };
    const [one, other] = [open({ pages: sourceOf(CAPTCHA_PAGE, productPage()), backoff }), open({ backoff })];
    await expect(one.call()).rejects.toMatchObject({ code: 'CAPTCHA' });
    expect(one.of('backoff')).toMatchObject([{ wait_ms: 400 }]);
    await other.call();
    expect(other.of('queue')).toMatchObject([{ reason: 'backoff' }]);
    expect(other.of('queue')[0]).toHaveProperty('wait_ms');
    await expect.poll(() => client.hget('buybox:{pace:www.amazon.com}:state', 'failures')).toBeNull();
  });
});
