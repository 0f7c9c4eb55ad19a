import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { RateLimitError, UnavailableError } from '../../../src/entries/index.ts';
import { RedisLedger, redisLedger } from '../../../src/ledger/stores/redis-ledger.ts';
import { type RedisConnection, redisConnection } from '../../../src/redis/connection.ts';
import { hasRedis, startRedis } from '../../redis/server.ts';
import { chargedOf, FarServer, KEY, LEASE, packOf } from './two-ledgers.ts';

const DAY = 86_400_000;
const FREE = { requests_consumed: 0 };
/** Calls of a key, after which it must be as small as after 1,000. */
const CALLS = isNightly ? 100_000 : 10_000;
const CHARGED = { requests_consumed: 1 };

describe.skipIf(!hasRedis)('redisLedger', () => {
  let far: FarServer;
  beforeAll(async () => {
    far = await FarServer.start();
  });
  afterEach(() => far.heal());
  afterAll(() => far[Symbol.asyncDispose]());

  it('refuses calls while the server is gone: never free, and never a hang', async () => {
    const { ledger } = await far.ledgers(3);
    far.network.cut();
    await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({ name: 'UnavailableError', retryable: true });
    await expect(ledger.remaining(KEY)).rejects.toThrow(UnavailableError);
    await ledger.close();
    await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({ retryable: false });
  });

  it('measures leases with the clock of the server', async () => {
    const { other: ledger } = await far.ledgers(1);
    const short = await ledger.reserve(KEY, { leaseMs: 2_000 });
    await ledger.renew([short], { leaseMs: 2_500 });
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    await expect
      .poll(() =>
        ledger.reserve(KEY, LEASE).then(
          () => 'free',
          () => 'held',
        ),
      )
      .toBe('free');
  });

  it('keeps the time that leases have left when somebody sets the clock of the server back', async () => {
    const clock = { now: 10 * DAY };
    const connection = redisConnection(far.server.url, { prefix: far.newPrefix() });
    const ledger = far.opening(new RedisLedger(connection, { leaseNow: () => clock.now }));
    await ledger.addPack(KEY, packOf(2));
    const alive = await ledger.reserve(KEY, { leaseMs: 1_000 });
    await ledger.reserve(KEY, { leaseMs: 1_000 });
    clock.now -= DAY;
    await ledger.renew([alive], { leaseMs: 2_000 });
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    clock.now += 1_000;
    await ledger.reserve(KEY, LEASE);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    expect(await ledger.commit(alive)).toMatchObject(CHARGED);
  });

  it('still charges and frees credits when the memory of the server is full, and reserves none', async () => {
    const full = await startRedis({ settings: ['--maxmemory-policy', 'noeviction'] });
    try {
      const ledger = far.opening(redisLedger(full.url));
      await ledger.addPack(KEY, packOf(9));
      const [first, second] = [
        await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' }),
        await ledger.reserve(KEY, LEASE),
      ];
      const admin = far.opening(redisConnection(full.url));
      await admin.command('CONFIG', 'SET', 'maxmemory', '1');
      await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({
        message: expect.stringContaining('memory is full'),
      });
      expect(await ledger.commit(first)).toEqual({ ...CHARGED, requests_remaining: 8 });
      expect(await ledger.release(second)).toEqual({ ...FREE, requests_remaining: 8 });
      await admin.command('CONFIG', 'SET', 'maxmemory', '0');
      expect(await chargedOf(ledger)).toEqual([1]);
      for (let call = 0; call < 8; call++) await ledger.reserve(KEY, LEASE);
      await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(RateLimitError);
    } finally {
      await full.stop();
    }
  });

  it('needs one command to reserve and one to charge, and renews all leases of a key with one', async () => {
    const { prefix, other: ledger } = await far.ledgers(2_000);
    const connection = far.opening(redisConnection(far.server.url, { prefix }));
    const reservations = await Promise.all(Array.from({ length: 10 }, () => ledger.reserve(KEY, LEASE)));
    await ledger.renew(reservations, LEASE);
    await ledger.commit(reservations[0] ?? { id: '', keyId: KEY });
    const count = await commandsOf(connection, async () => {
      for (const reservation of reservations.slice(1)) await ledger.commit(reservation);
      const next = await Promise.all(Array.from({ length: 10 }, () => ledger.reserve(KEY, LEASE)));
      await ledger.renew(next, LEASE);
      for (const reservation of next) await ledger.release(reservation);
    });
    expect(count).toBe(9 + 10 + 1 + 10);
  });

  it(`keeps as few keys and bytes after ${CALLS} calls as after 1,000`, async () => {
    const { prefix, other: ledger } = await far.ledgers(1_000_000);
    const connection = far.opening(redisConnection(far.server.url, { prefix }));
    const calls = async (number: number) => {
      for (let call = 0; call < number; call += 10)
        await Promise.all(
          Array.from({ length: 10 }, async (_, at) => {
            const reservation = await ledger.reserve(KEY, LEASE);
            await (at % 5 === 4 ? ledger.release(reservation) : ledger.commit(reservation));
          }),
        );
    };
    const size = async () => {
      const names = ['packs', 'held', 'reserved', 'done'].map((name) => `${prefix}:{k:${KEY}}:${name}`);
      const sizes = await Promise.all(names.map((name) => connection.command<number | null>('MEMORY', 'USAGE', name)));
      return sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
    };
    await calls(1_000);
    const [keys, bytes] = [await connection.command<number>('DBSIZE'), await size()];
    await calls(CALLS - 1_000);
    expect(await connection.command<number>('DBSIZE')).toBe(keys);
    expect(await size()).toBeLessThan(bytes + 1_000);
    expect(await chargedOf(ledger)).toEqual([CALLS * 0.8]);
  });

  it('forgets packs that expired long ago, and lists all packs without a search over other keys', async () => {
    const clock = { now: Date.now() };
    const prefix = far.newPrefix();
    const ledger = far.opening(redisLedger(far.server.url, { prefix, now: () => clock.now }));
    const month = { requests: 5, validDays: 30, connections: 1 };
    await ledger.addPack(KEY, { ...month, id: 'old' });
    await ledger.addPack('b', { ...month, id: 'other' });
    expect((await ledger.listPacks()).map(({ id, keyId }) => [id, keyId])).toEqual(
      expect.arrayContaining([
        ['old', KEY],
        ['other', 'b'],
      ]),
    );
    clock.now += 430 * DAY;
    await ledger.addPack(KEY, { ...month, id: 'new' });
    expect((await ledger.listPacks(KEY)).map(({ id }) => id)).toEqual(['new']);
    const connection = far.opening(redisConnection(far.server.url, { prefix }));
    const stats = await connection.command<string>('INFO', 'commandstats');
    expect(stats).not.toMatch(/cmdstat_(?:keys|scan):/);
    const ttl = await connection.command<number>('PTTL', `${prefix}:{k:b}:packs`);
    expect(ttl).toBeGreaterThan(400 * DAY);
    expect(ttl).toBeLessThanOrEqual(430 * DAY);
  });
});

/** Returns how many scripts the server runs during some work. */
async function commandsOf(connection: RedisConnection, work: () => Promise<void>): Promise<number> {
  const read = async () => {
    const stats = await connection.command<string>('INFO', 'commandstats');
    return [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}
