import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketplace, QuotaExceededError, UnavailableError } from '../../../src/entries/index.ts';
import { LOCAL_KEY } from '../../../src/entries/local.ts';
import { redisLedger } from '../../../src/entries/redis.ts';
import { CAPTCHA_PAGE, productPage, sourceOf } from '../../local/pages.ts';
import { type CuttableProxy, cuttableProxy, hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';

const CALL = { asin: 'B0LANTERN1' };
const PACK = { id: 'one', requests: 3, purchasedAt: new Date(0), validDays: 100_000, connections: 5 };

describe.skipIf(!hasRedis)('marketplaces whose credits are in Redis', () => {
  let server: RedisServer;
  let network: CuttableProxy;
  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
    network = await cuttableProxy(server.port);
  });
  afterAll(async () => {
    await network.close();
    await server.stop();
  });

  it('spend one pack together, charge no failed call, and know their credits after a restart of Redis', async () => {
    const pages = [sourceOf(productPage()), sourceOf(CAPTCHA_PAGE, productPage())] as const;
    const [one, other] = pages.map((source) =>
      createMarketplace({ pages: source, ledger: redisLedger(server.url), packs: [PACK], retries: 0, backoff: false }),
    ) as [ReturnType<typeof createMarketplace>, ReturnType<typeof createMarketplace>];
    expect((await one.product(CALL)).meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    await expect(other.product(CALL)).rejects.toMatchObject({ code: 'CAPTCHA', billed: false });
    expect((await other.product(CALL)).meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 1 });
    await server.kill();
    await server.restart();
    const again = [
      await one.product(CALL, { idempotencyKey: 'a' }),
      await other.product(CALL, { idempotencyKey: 'a' }),
    ];
    expect(again.map(({ meta }) => meta.usage)).toEqual([
      { requests_consumed: 1, requests_remaining: 0 },
      { requests_consumed: 0, requests_remaining: 0 },
    ]);
    await expect(one.product(CALL)).rejects.toThrow(QuotaExceededError);
    await Promise.all([one.close(), other.close()]);
  });

  it('charge nothing for a call that cannot be charged because the connection is lost during its request', async () => {
    const ledger = redisLedger(network.url, { prefix: 'lost', waitMs: 1_500 });
    const near = redisLedger(server.url, { prefix: 'lost' });
    const source = sourceOf(productPage());
    let isCut = true;
    const pages: typeof source = Object.assign((...args: Parameters<typeof source>) => {
      if (isCut) network.cut();
      return source(...args);
    }, source);
    const marketplace = createMarketplace({ pages, ledger, packs: [PACK], retries: 0 });
    await expect(marketplace.product(CALL)).rejects.toThrow(UnavailableError);
    isCut = false;
    network.heal();
    await expect.poll(() => near.remaining(LOCAL_KEY)).toBe(3);
    const { meta } = await expectAvailable(() => marketplace.product(CALL));
    expect(meta.usage).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    await Promise.all([marketplace.close(), near.close()]);
  });
});

/** Repeats a call until the connection is back. */
async function expectAvailable<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
  }
}
