import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Pace } from '../../../src/local/pace.ts';
import { RedisPace } from '../../../src/local/redis/redis-pace.ts';
import type { Turn } from '../../../src/local/shared/pace-store.ts';
import { redisConnection } from '../../../src/redis/connection.ts';
import { hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';

const PACE: Pace = { concurrency: 2, minGapMs: 1_000, jitterMs: 0 };
const BACKOFF = { firstMs: 2_000, longestMs: 120_000 };
const HOUR = 3_600_000;
const { signal } = new AbortController();

describe.skipIf(!hasRedis)('the scripts of the shared pace, by a virtual clock', () => {
  let server: RedisServer;
  let client: Redis;
  /** The clock of the server [milliseconds since the epoch]. */
  let now = 0;

  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.url);
    client.setMaxListeners(50);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await client.flushall();
    now = Date.parse('2026-11-23T00:00:00Z');
  });

  /** A process, which asks for turns. */
  function processOf(pace: Partial<Pace> = {}) {
    const store = new RedisPace(redisConnection(client), { leaseMs: 5_000 }, () => now);
    const own = { ...PACE, ...pace };
    let count = 0;
    return {
      store,
      turn: (proxy?: string): Turn => ({ id: `${store.processId}:${count++}`, host: 'site', proxy }),
      ask: (turn: Turn) => store.ask(turn, own, BACKOFF, signal),
      end: (turn: Turn) => store.end(turn, own),
    };
  }

  it('grant one turn at a time, with the gap between them, in the order of asking', async () => {
    const [one, other] = [processOf(), processOf()];
    const [first, second, third] = [one.turn(), other.turn(), one.turn()];
    expect(await one.ask(first)).toMatchObject({ isGranted: true });
    expect(await other.ask(second)).toMatchObject({ isGranted: false, waitMs: 1_000, expectedMs: 1_000, position: 1 });
    await one.end(first);
    expect(await one.ask(third)).toMatchObject({ isGranted: false, waitMs: 2_000, reason: 'pace', position: 2 });
    now += 999;
    expect(await other.ask(second)).toMatchObject({ isGranted: false, waitMs: 1 });
    now += 1;
    expect(await one.ask(third)).toMatchObject({ isGranted: false, position: 2 });
    expect(await other.ask(second)).toMatchObject({ isGranted: true });
    expect(await one.ask(third)).toMatchObject({ isGranted: false, waitMs: 1_000, position: 1 });
    now += 1_000;
    expect(await one.ask(third)).toMatchObject({ isGranted: true });
  });

  it('grant no more turns than allowed at once, however long they take', async () => {
    const one = processOf({ minGapMs: 0 });
    const turns = Array.from({ length: 5 }, () => one.turn());
    const granted = async () => {
      const replies = [];
      for (const turn of turns) replies.push((await one.ask(turn)).isGranted);
      return replies;
    };
    const [first, second, third] = turns as [Turn, Turn, Turn, Turn, Turn];
    expect(await granted()).toEqual([true, true, false, false, false]);
    now += 4_000;
    await one.store.renew([first, second]);
    expect(await one.ask(third)).toMatchObject({ isGranted: false, waitMs: 5_000, expectedMs: undefined });
    await one.end(first);
    expect((await one.ask(turns[3] as Turn)).isGranted).toBe(false);
    expect((await one.ask(third)).isGranted).toBe(true);
  });

  it('free the turn of a killed process when its lease is over', async () => {
    const [killed, other] = [processOf({ concurrency: 1 }), processOf({ concurrency: 1 })];
    await killed.ask(killed.turn());
    const waiting = other.turn();
    now += 4_999;
    expect(await other.ask(waiting)).toMatchObject({ isGranted: false });
    now += 1;
    expect(await other.ask(waiting)).toMatchObject({ isGranted: true });
  });

  it('pass over a request whose process was killed while it waited', async () => {
    const [killed, other] = [processOf(), processOf()];
    await other.ask(other.turn());
    await killed.ask(killed.turn());
    const waiting = other.turn();
    await other.ask(waiting);
    now += 3_499;
    expect(await other.ask(waiting)).toMatchObject({ isGranted: false, position: 2 });
    now += 1;
    expect(await other.ask(waiting)).toMatchObject({ isGranted: true });
  });

  it('give a request that left the queue to nobody', async () => {
    const one = processOf();
    await one.ask(one.turn());
    const [gone, waiting] = [one.turn(), one.turn()];
    await one.ask(gone);
    await one.ask(waiting);
    await one.end(gone);
    now += 1_000;
    expect(await one.ask(waiting)).toMatchObject({ isGranted: true });
  });

  it('start the gap again for a turn that is asked for again, and never grant it beside another one', async () => {
    const one = processOf();
    const [late, next] = [one.turn(), one.turn()];
    await one.ask(late);
    now += 700;
    expect(await one.ask(late)).toMatchObject({ isGranted: true });
    expect(await one.ask(next)).toMatchObject({ isGranted: false, waitMs: 1_000 });
    now += 1_000;
    expect(await one.ask(next)).toMatchObject({ isGranted: true });
    // Another request started meanwhile: the late one keeps its place and waits for the gap.
    expect(await one.ask(late)).toMatchObject({ isGranted: false, waitMs: 1_000, position: 1 });
    now += 1_000;
    expect(await one.ask(late)).toMatchObject({ isGranted: true });
  });

  it('make all processes wait after a block, twice as long each time, until a page arrives', async () => {
    const [one, other] = [processOf(), processOf()];
    expect(await one.store.backOff(one.turn(), BACKOFF, undefined)).toBe(2_000);
    expect(await other.ask(other.turn())).toMatchObject({
      isGranted: false,
      reason: 'backoff',
      waitMs: 2_000,
      failures: 1,
    });
    now += 2_000;
    expect(await other.store.backOff(other.turn(), BACKOFF, undefined)).toBe(4_000);
    now += 4_000;
    expect(await one.store.backOff(one.turn(), BACKOFF, 600_000)).toBe(120_000);
    now += 120_000;
    const turn = one.turn();
    expect(await one.ask(turn)).toMatchObject({ isGranted: true, failures: 3 });
    await one.store.reset({ host: 'site' });
    await one.end(turn);
    now += 1_000;
    expect(await other.ask(other.turn())).toMatchObject({ isGranted: true, failures: 0 });
    expect(await one.store.backOff(one.turn(), BACKOFF, undefined)).toBe(2_000);
  });

  it('count failures during a back-off once, in whichever process: only a longer wait that the site asks for counts', async () => {
    const [one, other] = [processOf(), processOf()];
    expect(await one.store.backOff(one.turn(), BACKOFF, undefined)).toBe(2_000);
    now += 500;
    expect(await one.store.backOff(one.turn(), BACKOFF, undefined)).toBe(1_500);
    expect(await other.store.backOff(other.turn(), BACKOFF, 1_000)).toBe(1_500);
    expect(await other.store.backOff(other.turn(), BACKOFF, 3_000)).toBe(3_000);
    expect(await other.ask(other.turn())).toMatchObject({ isGranted: false, waitMs: 3_000, failures: 1 });
    now += 3_000;
    expect(await one.store.backOff(one.turn(), BACKOFF, undefined)).toBe(4_000);
  });

  it('keep requests through other proxies going while one proxy waits', async () => {
    const one = processOf();
    await one.store.backOff(one.turn('a'), BACKOFF, undefined);
    const blocked = one.turn('a');
    expect(await one.ask(blocked)).toMatchObject({ isGranted: false, reason: 'backoff' });
    expect(await one.ask(one.turn('b'))).toMatchObject({ isGranted: true });
    now += 2_000;
    expect(await one.ask(blocked)).toMatchObject({ isGranted: true });
  });

  it.each([
    ['back', -HOUR],
    ['forward', HOUR],
  ])('wait no longer when somebody sets the clock of the server %s by an hour', async (_, jump) => {
    const one = processOf();
    const [first, second] = [one.turn(), one.turn()];
    await one.ask(first);
    await one.store.backOff(one.turn('a'), BACKOFF, 60_000);
    now += jump;
    await one.store.renew([first]);
    expect((await one.ask(second)).waitMs).toBeLessThanOrEqual(1_000);
    const blocked = one.turn('a');
    expect((await one.ask(blocked)).waitMs).toBeLessThanOrEqual(120_000);
    await one.end(blocked);
    now += 1_000;
    expect(await one.ask(second)).toMatchObject({ isGranted: true });
    // The turns that run still count.
    const third = one.turn();
    now += 1_000;
    expect(await one.ask(third)).toMatchObject({ isGranted: false });
    now += 5_000;
    expect(await one.ask(third)).toMatchObject({ isGranted: true });
  });

  it('leave nothing behind for ever: all keys expire', async () => {
    const one = processOf();
    await one.ask(one.turn());
    await one.ask(one.turn());
    await one.store.backOff(one.turn(), BACKOFF, undefined);
    const keys = await client.keys('*');
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
  });
});
