import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { QuotaExceededError, UnavailableError } from '../../../src/index.ts';
import { RedisLedger, redisLedger } from '../../../src/ledger/redis/redis-ledger.ts';
import type { Ledger } from '../../../src/local.ts';
import { type RedisConnection, redisConnection } from '../../../src/redis/connection.ts';
import { type CuttableProxy, cuttableProxy, hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';

const KEY = 'a';
const LEASE = { leaseMs: 60_000 };
const DAY = 86_400_000;
const FREE = { requests_consumed: 0 };
const CHARGED = { requests_consumed: 1 };

describe.skipIf(!hasRedis)('redisLedger', () => {
  let server: RedisServer;
  let proxy: CuttableProxy;
  let prefixes = 0;
  const opened: { close(): Promise<void> }[] = [];
  const opening = <T extends { close(): Promise<void> }>(each: T): T => {
    opened.push(each);
    return each;
  };

  beforeAll(async () => {
    server = await startRedis();
    proxy = await cuttableProxy(server.port);
    // From here on the server knows the scripts: a lost response is that of a script that ran.
    const first = redisLedger(server.url, { prefix: 'first' });
    await first.addPack(KEY, pack(1));
    await first.commit(await first.reserve(KEY, LEASE));
    await first.close();
  });
  afterEach(async () => {
    proxy.heal();
    await Promise.all(opened.splice(0).map((each) => each.close()));
  });
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });

  const pack = (requests: number) => ({
    id: 'one',
    requests,
    purchasedAt: new Date(0),
    validDays: 100_000,
    connections: 10,
  });
  const chargedOf = async (ledger: Ledger) => (await ledger.listPacks(KEY)).map(({ charged }) => charged);

  /** Two ledgers of the same credits: one behind the network that can be cut, one beside it. */
  async function setUp(requests: number, waitMs = 1_500) {
    const prefix = `faults-${prefixes++}`;
    const ledger = opening(redisLedger(proxy.url, { prefix, waitMs }));
    const other = opening(redisLedger(server.url, { prefix }));
    await ledger.addPack(KEY, pack(requests));
    return { prefix, ledger, other };
  }

  /** Repeats work until the connection is back. */
  async function whenBack<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < 100; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
      }
    }
    throw new Error('the connection does not come back');
  }

  it('takes back a charge whose response was lost, when the call is released', async () => {
    const { ledger, other } = await setUp(3);
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    proxy.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    expect(await chargedOf(other)).toEqual([1]);
    proxy.heal();
    expect(await whenBack(() => ledger.release(reservation))).toEqual({ ...FREE, requests_remaining: 3 });
    expect(await ledger.release(reservation)).toEqual({ ...FREE, requests_remaining: 3 });
    const again = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    expect(await ledger.commit(again)).toEqual({ ...CHARGED, requests_remaining: 2 });
  });

  it('keeps a charge whose response was lost, if a call with the same charge id has been free because of it', async () => {
    const { ledger, other } = await setUp(3);
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    proxy.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    const again = await other.reserve(KEY, { ...LEASE, chargeId: 'job' });
    expect(await other.commit(again)).toEqual({ ...FREE, requests_remaining: 2 });
    proxy.heal();
    expect(await whenBack(() => ledger.release(reservation))).toEqual({ ...FREE, requests_remaining: 2 });
    const third = await other.reserve(KEY, { ...LEASE, chargeId: 'job' });
    expect(await other.commit(third)).toEqual({ ...FREE, requests_remaining: 2 });
  });

  it('charges a call that was to be free, if the charge of its charge id is taken back meanwhile', async () => {
    const { ledger, other } = await setUp(3);
    const reservation = await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' });
    proxy.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    const again = await other.reserve(KEY, { ...LEASE, chargeId: 'job' });
    proxy.heal();
    expect(await whenBack(() => ledger.release(reservation))).toEqual({ ...FREE, requests_remaining: 3 });
    expect(await other.commit(again)).toEqual({ ...CHARGED, requests_remaining: 2 });
  });

  it('charges once when a commit is repeated whose response was lost, and says so', async () => {
    const { ledger, other } = await setUp(3);
    const reservation = await ledger.reserve(KEY, LEASE);
    proxy.mute();
    await expect(ledger.commit(reservation)).rejects.toThrow(UnavailableError);
    proxy.heal();
    expect(await whenBack(() => ledger.commit(reservation))).toEqual({ ...CHARGED, requests_remaining: 2 });
    expect(await ledger.commit(reservation)).toEqual({ ...FREE, requests_remaining: 2 });
    expect(await chargedOf(other)).toEqual([1]);
  });

  it('charges and reserves once when responses are lost while a call waits', async () => {
    const { ledger, other } = await setUp(2, 20_000);
    proxy.mute();
    const reserving = ledger.reserve(KEY, LEASE);
    // The server has the reservation, and the process does not know it.
    await expect.poll(async () => (await held(other)).length).toBe(1);
    proxy.heal();
    const reservation = await reserving;
    const second = await other.reserve(KEY, LEASE);
    await expect(other.reserve(KEY, LEASE)).rejects.toThrow(QuotaExceededError);
    proxy.mute();
    const committing = ledger.commit(reservation);
    await expect.poll(() => chargedOf(other)).toEqual([1]);
    proxy.heal();
    expect(await committing).toEqual({ ...CHARGED, requests_remaining: 1 });
    await other.release(second);
    expect(await chargedOf(other)).toEqual([1]);

    async function held(_: Ledger): Promise<unknown[]> {
      const connection = opening(redisConnection(server.url));
      return connection.command<unknown[]>('ZRANGE', `faults-${prefixes - 1}:{k:${KEY}}:held`, 0, -1);
    }
  });

  it('refuses calls while the server is gone: never free, and never a hang', async () => {
    const { ledger } = await setUp(3);
    proxy.cut();
    await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({ name: 'UnavailableError', retryable: true });
    await expect(ledger.remaining(KEY)).rejects.toThrow(UnavailableError);
    await ledger.close();
    await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({ retryable: false });
  });

  it('measures leases with the clock of the server', async () => {
    const { other: ledger } = await setUp(1);
    const short = await ledger.reserve(KEY, { leaseMs: 300 });
    await ledger.renew([short], { leaseMs: 700 });
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(QuotaExceededError);
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
    const connection = redisConnection(server.url, { prefix: `faults-${prefixes++}` });
    const ledger = opening(new RedisLedger(connection, { leaseNow: () => clock.now }));
    await ledger.addPack(KEY, pack(2));
    const alive = await ledger.reserve(KEY, { leaseMs: 1_000 });
    await ledger.reserve(KEY, { leaseMs: 1_000 });
    clock.now -= DAY;
    await ledger.renew([alive], { leaseMs: 2_000 });
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(QuotaExceededError);
    clock.now += 1_000;
    await ledger.reserve(KEY, LEASE);
    await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(QuotaExceededError);
    expect(await ledger.commit(alive)).toMatchObject(CHARGED);
  });

  it('still charges and frees credits when the memory of the server is full, and reserves none', async () => {
    const full = await startRedis({ settings: ['--maxmemory-policy', 'noeviction'] });
    try {
      const ledger = opening(redisLedger(full.url));
      await ledger.addPack(KEY, pack(9));
      const [first, second] = [
        await ledger.reserve(KEY, { ...LEASE, chargeId: 'job' }),
        await ledger.reserve(KEY, LEASE),
      ];
      const admin = opening(redisConnection(full.url));
      await admin.command('CONFIG', 'SET', 'maxmemory', '1');
      await expect(ledger.reserve(KEY, LEASE)).rejects.toMatchObject({
        message: expect.stringContaining('memory is full'),
      });
      expect(await ledger.commit(first)).toEqual({ ...CHARGED, requests_remaining: 8 });
      expect(await ledger.release(second)).toEqual({ ...FREE, requests_remaining: 8 });
      await admin.command('CONFIG', 'SET', 'maxmemory', '0');
      expect(await chargedOf(ledger)).toEqual([1]);
      for (let call = 0; call < 8; call++) await ledger.reserve(KEY, LEASE);
      await expect(ledger.reserve(KEY, LEASE)).rejects.toThrow(QuotaExceededError);
    } finally {
      await full.stop();
    }
  });

  it('waits for replicas, and a call that too few confirm is not charged', async () => {
    const replica = await startRedis({ settings: ['--replicaof', '127.0.0.1', `${server.port}`] });
    const prefix = `faults-${prefixes++}`;
    const waiting = opening(redisLedger(server.url, { prefix, waitReplicas: 1, replicaTimeoutMs: 300 }));
    try {
      await waiting.addPack(KEY, pack(9));
      const admin = opening(redisConnection(replica.url, { waitMs: 30_000 }));
      const isLinked = async () =>
        (await admin.command<string>('INFO', 'replication')).includes('master_link_status:up');
      await expect.poll(isLinked).toBe(true);
      expect(await waiting.commit(await waiting.reserve(KEY, LEASE))).toMatchObject(CHARGED);
      // What was confirmed survives a fail-over.
      await server.kill();
      await admin.command('REPLICAOF', 'NO', 'ONE');
      const promoted = opening(redisLedger(replica.url, { prefix }));
      expect(await chargedOf(promoted)).toEqual([1]);
    } finally {
      await replica.stop();
      await server.restart();
    }
    await waiting.addPack(KEY, pack(9));
    const before = await chargedOf(waiting);
    const reservation = await waiting.reserve(KEY, LEASE);
    await expect(waiting.commit(reservation)).rejects.toMatchObject({
      name: 'UnavailableError',
      message: expect.stringContaining('0 of 1 replicas'),
    });
    await waiting.release(reservation);
    expect(await chargedOf(waiting)).toEqual(before);
  });

  it('needs one command to reserve and one to charge, and renews all leases of a key with one', async () => {
    const { prefix, other: ledger } = await setUp(2_000);
    const connection = opening(redisConnection(server.url, { prefix }));
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

  it('keeps as few keys and bytes after 100,000 calls as after 1,000', async () => {
    const { prefix, other: ledger } = await setUp(1_000_000);
    const connection = opening(redisConnection(server.url, { prefix }));
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
    await calls(99_000);
    expect(await connection.command<number>('DBSIZE')).toBe(keys);
    expect(await size()).toBeLessThan(bytes + 1_000);
    expect(await chargedOf(ledger)).toEqual([80_000]);
  });

  it('forgets packs that expired long ago, and lists all packs without a search over other keys', async () => {
    const clock = { now: Date.now() };
    const prefix = `faults-${prefixes++}`;
    const ledger = opening(redisLedger(server.url, { prefix, now: () => clock.now }));
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
    const connection = opening(redisConnection(server.url, { prefix }));
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
