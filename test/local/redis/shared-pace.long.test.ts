import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MarketplaceEvent, UnavailableError } from '../../../src/index.ts';
import {
  createLocalMarketplace,
  type LocalMarketplaceOptions,
  type PageSource,
  type SharedPace,
} from '../../../src/local.ts';
import { type RedisPaceOptions, redisPace } from '../../../src/redis.ts';
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

  it('ask few times for a turn: also when all places are taken, and however long the wait is', async () => {
    const gated = gatedPages();
    const [one, other] = [open({ pages: gated.pages }), open()];
    const first = one.call();
    await gated.started;
    const others = [other.call(), other.call(), other.call()];
    await expect.poll(() => other.of('queue').length).toBe(3);
    const before = await scripts();
    // Four times the gap.
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect((await scripts()) - before).toBeLessThanOrEqual(1);
    gated.open();
    await Promise.all([first, ...others]);
    // For each page: the turn, one more question, and its end.
    expect((await scripts()) - before).toBeLessThanOrEqual(4 * 4);
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

  it('free their turns and sessions when they are closed', async () => {
    const gated = gatedPages();
    const shared = { leaseMs: 60_000, leaseSessions: true };
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
    await expect.poll(() => client.hget('buybox:{pace:www.amazon.com}:state', 'failures:')).toBeNull();
  });

  describe('and leased sessions', () => {
    const shared = { leaseMs: 1_000, leaseSessions: true };
    const proxies = (...bodies: string[]) => Object.assign(sourceOf(...bodies), { sessionCount: 2 });
    const pace = { concurrency: 10, minGapMs: 0, jitterMs: 0 };

    it('use different sessions, and drop a blocked one for all', async () => {
      const blocked = proxies(CAPTCHA_PAGE);
      const pages = proxies(productPage());
      const backoff = false;
      const [one, other] = [open({ pages: blocked, shared, pace, backoff }), open({ pages, shared, pace, backoff })];
      await expect(one.call()).rejects.toMatchObject({ code: 'CAPTCHA' });
      await other.call();
      expect(
        [...blocked.requests, ...pages.requests].map(({ session, sessionNumber }) => [session, sessionNumber]),
      ).toEqual([
        ['us-1-1', 1],
        ['us-2-1', 2],
      ]);
      await one.marketplace.close();
      await other.marketplace.close();
      const last = sourceOf(productPage());
      await open({ pages: last, shared, pace, backoff }).call();
      expect(last.requests[0]).toMatchObject({ session: 'us-1-2', sessionNumber: 1 });
    });

    it('use the next proxy after a block, and the first one again at the end of the list', async () => {
      const pages = Object.assign(sourceOf(CAPTCHA_PAGE, productPage(), CAPTCHA_PAGE, productPage()), {
        sessionCount: 2,
      });
      const { call } = open({ pages, shared, pace, retries: 1 });
      await call();
      await call();
      expect(pages.requests.map(({ session }) => session)).toEqual(['us-1-1', 'us-2-1', 'us-2-1', 'us-1-2']);
    });

    it('wait for a session while others use all, within the limit of the call', async () => {
      const gated = gatedPages();
      const [one, other] = [open({ pages: gated.pages, shared, pace }), open({ shared, pace })];
      const first = one.call();
      await gated.started;
      await expect(other.call({ queueTimeoutMs: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
      expect(other.of('queue')).toMatchObject([{ reason: 'sessions', position: 1 }]);
      const waiting = other.call();
      await expect.poll(() => other.of('queue').length).toBe(2);
      gated.open();
      await first;
      // The first process gives its session back because another one waits.
      expect((await waiting).found).toBe(true);
    });

    it('back off one proxy only', async () => {
      const backoff = { firstMs: 60_000, longestMs: 60_000 };
      const [one, other] = [
        open({ pages: proxies(CAPTCHA_PAGE), shared, pace, backoff }),
        open({ pages: proxies(productPage()), shared, pace, backoff }),
      ];
      await expect(one.call()).rejects.toMatchObject({ code: 'CAPTCHA' });
      await other.call();
      expect(other.of('queue')).toEqual([]);
      await expect(one.call({ queueTimeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' });
      expect(one.of('queue')).toMatchObject([{ reason: 'backoff' }]);
    });
  });
});
