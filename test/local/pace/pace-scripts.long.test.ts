import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ASK, BACK_OFF, END, RENEW } from '../../../src/local/pace/pace-scripts.ts';
import { type RedisConnection, redisConnection } from '../../../src/redis/connection.ts';
import type { Script } from '../../../src/redis/script.ts';
import type { Pace } from '../../../src/sources/page-source.ts';
import { hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';

const PACE: Pace = { concurrency: 2, minGapMs: 1_000, jitterMs: 0 };
const [FIRST_MS, LONGEST_MS] = [2_000, 120_000];
const LEASE_MS = 5_000;
const HOUR = 3_600_000;
const KEYS = ['{site}:state', '{site}:places'];

describe.skipIf(!hasRedis)('the scripts of the shared pace, by a virtual clock', () => {
  let server: RedisServer;
  let client: Redis;
  let connection: RedisConnection;
  /** The clock of the server [milliseconds since the epoch]. */
  let now = 0;

  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.url);
    connection = redisConnection(client);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await client.flushall();
    now = Date.parse('2026-11-23T00:00:00Z');
  });

  const run = <Result>(script: Script, ...args: (string | number)[]) =>
    connection.run<Result>(script, KEYS, [now, ...args]);
  const ask = (id: string, { pace = PACE, drawn = 0, moves = 0, longest = LONGEST_MS } = {}) => {
    const { concurrency, minGapMs, jitterMs } = pace;
    const args = [id, moves, concurrency, minGapMs, jitterMs, drawn, longest, LEASE_MS];
    return run<[state: string, waitMs: number, lateMs: number, failures: number]>(ASK, ...args);
  };
  const end = (id: string) => run(END, id, LEASE_MS);
  const renew = (...ids: string[]) => run(RENEW, LEASE_MS, ...ids);
  const backOff = (retryAfterMs: number | '' = '') => run<number>(BACK_OFF, FIRST_MS, LONGEST_MS, retryAfterMs);

  it('give slots in the order of asking, with the gap and the jitter between them', async () => {
    const pace = { concurrency: 4, minGapMs: 1_000, jitterMs: 500 };
    expect(await ask('a', { pace, drawn: 200 })).toEqual(['granted', 0, 0, 0]);
    expect(await ask('b', { pace, drawn: 500 })).toEqual(['slot', 1_200, 0, 0]);
    expect(await ask('c', { pace })).toEqual(['slot', 2_700, 0, 0]);
    now += 1_200;
    expect(await ask('c', { pace })).toEqual(['slot', 1_500, 0, 0]);
    expect(await ask('b', { pace })).toEqual(['granted', 0, 0, 0]);
    now += 1_510;
    // The request asks again when its time is over. It learns how late that is.
    expect(await ask('c', { pace })).toEqual(['granted', 0, 10, 0]);
    // A slot in the past is lost: the next one is free at once.
    now += 10_000;
    expect(await ask('d', { pace })).toEqual(['granted', 0, 0, 0]);
  });

  it('neither back off nor end the back-off of others, for a process without one', async () => {
    await backOff(60_000);
    expect((await ask('a', { longest: 0 }))[0]).toBe('granted');
    expect(await ask('b')).toEqual(['backoff', 60_000, 0, 1]);
  });

  it('give a place before a slot, and no more places than allowed, however long requests take', async () => {
    const pace = { ...PACE, minGapMs: 0 };
    expect([await ask('a', { pace }), await ask('b', { pace })].map(([state]) => state)).toEqual([
      'granted',
      'granted',
    ]);
    now += 4_000;
    await renew('a', 'b');
    now += 4_000;
    expect(await ask('c', { pace })).toEqual(['place', 0, 0, 0]);
    await end('a');
    expect((await ask('c', { pace }))[0]).toBe('granted');
    expect((await ask('d', { pace }))[0]).toBe('place');
  });

  it('free the place of a killed process when its lease is over, and not before', async () => {
    const pace = { ...PACE, concurrency: 1 };
    await ask('killed', { pace });
    now += LEASE_MS - 1;
    expect(await ask('other', { pace })).toEqual(['place', 0, 0, 0]);
    now += 1;
    expect(await ask('other', { pace })).toEqual(['granted', 0, 0, 0]);
  });

  it('give the slot of a request that gives up to the next one', async () => {
    await ask('a');
    expect(await ask('gone')).toEqual(['slot', 1_000, 0, 0]);
    await end('gone');
    expect(await ask('b')).toEqual(['slot', 1_000, 0, 0]);
  });

  it('never have more slots than places: a request that gives up a slot in the middle keeps its place until then', async () => {
    const pace = { ...PACE, concurrency: 3 };
    await ask('a', { pace });
    await end('a');
    for (const id of ['gone', 'b', 'c']) await ask(id, { pace });
    await end('gone');
    expect(await ask('d', { pace })).toEqual(['place', 0, 0, 0]);
    now += 1_000;
    expect(await ask('d', { pace })).toEqual(['slot', 3_000, 0, 0]);
  });

  it('move a slot that its request has missed, and keep the gap to the next one', async () => {
    await ask('late');
    now += 700;
    expect(await ask('late', { moves: 1 })).toEqual(['granted', 0, 0, 0]);
    expect(await ask('next')).toEqual(['slot', 1_000, 0, 0]);
    now += 900;
    // Another request has reserved a slot meanwhile: that of the late one is behind it.
    expect(await ask('late', { moves: 1 })).toEqual(['slot', 1_100, 0, 0]);
  });

  it('give the same slot for a question that is sent again because its response was lost', async () => {
    await ask('a');
    expect(await ask('b')).toEqual(['slot', 1_000, 0, 0]);
    expect(await ask('b')).toEqual(['slot', 1_000, 0, 0]);
    await end('a');
    expect(await ask('c')).toEqual(['slot', 2_000, 0, 0]);
  });

  it('make all requests wait after a block, twice as long each time, until a page arrives', async () => {
    await ask('a');
    expect(await ask('reserved')).toEqual(['slot', 1_000, 0, 0]);
    expect(await backOff()).toBe(2_000);
    now += 1_000;
    // A slot that was reserved before the block is lost, and no place is taken meanwhile.
    expect(await ask('reserved')).toEqual(['backoff', 1_000, 0, 1]);
    expect(await ask('b')).toEqual(['backoff', 1_000, 0, 1]);
    await end('a');
    expect(await client.zcard('{site}:places')).toBe(0);
    now += 1_000;
    expect(await ask('reserved')).toEqual(['granted', 0, 0, 1]);
    expect(await backOff()).toBe(4_000);
    now += 4_000;
    expect(await backOff(600_000)).toBe(120_000);
    now += 120_000;
    await client.hdel('{site}:state', 'failures');
    expect(await backOff()).toBe(2_000);
  });

  it('count requests that are blocked in the same moment once, in whichever process: only a longer wait that the site asks for counts', async () => {
    expect(await Promise.all([backOff(), backOff()])).toEqual([2_000, 2_000]);
    now += 500;
    expect(await backOff()).toBe(1_500);
    expect(await backOff(1_000)).toBe(1_500);
    expect(await backOff(3_000)).toBe(3_000);
    expect(await ask('a')).toEqual(['backoff', 3_000, 0, 1]);
    now += 3_000;
    expect(await backOff()).toBe(4_000);
  });

  it.each([
    ['back', -HOUR],
    ['forward', HOUR],
  ])('wait no longer when somebody sets the clock of the server %s by an hour', async (_, jump) => {
    await ask('a');
    await ask('b');
    now += jump;
    await renew('a');
    const [, waitMs] = await ask('b');
    expect(waitMs).toBeLessThanOrEqual(2 * PACE.minGapMs + LEASE_MS);
    // The requests that run still count.
    expect((await ask('c'))[0]).toBe('place');
    await end('a');
    now += waitMs;
    expect((await ask('b'))[0]).toBe('granted');
    await backOff(60_000);
    now += jump;
    expect((await ask('c'))[1]).toBeLessThanOrEqual(LONGEST_MS);
    now += LONGEST_MS;
    expect((await ask('c'))[0]).not.toBe('backoff');
  });

  it('keep the gap and the number at once, whatever 12 machines do', async () => {
    const pace = { concurrency: 3, minGapMs: 100, jitterMs: 40 };
    const lateMs = 75;
    const random = randomOf(7);
    const starts: number[] = [];
    const running = new Set<string>();
    const machines = Array.from({ length: 12 }, (_, index) => ({ index, at: now, id: '', moves: 0 }));
    const renewals = new Map<string, number>();
    let count = 0;
    for (let step = 0; step < 4_000; step++) {
      const machine = machines.reduce((one, other) => (other.at < one.at ? other : one));
      now = Math.max(now, machine.at);
      const due = [...renewals].filter(([, at]) => at <= now).map(([id]) => id);
      if (due.length > 0) await renew(...due);
      for (const id of due) renewals.set(id, now + LEASE_MS / 3);
      const draw = random();
      if (running.delete(machine.id)) {
        renewals.delete(machine.id);
        // Some machines are killed: their requests end, and their leases lapse.
        if (draw > 0.01) await end(machine.id);
        if (draw < 0.015) await backOff();
        else await client.hdel('{site}:state', 'failures');
        machine.id = '';
        machine.at = now + 1 + random() * 50;
        continue;
      }
      if (machine.id === '') machine.id = `${machine.index}:${count++}`;
      else if (draw < 0.05) {
        // Some calls are aborted, and some machines are killed, while they wait.
        if (draw > 0.01) await end(machine.id);
        machine.id = '';
        machine.at = now + 1 + random() * 50;
        continue;
      }
      const drawn = Math.round(random() * pace.jitterMs);
      const [state, waitMs, ago] = await ask(machine.id, { pace, drawn, moves: machine.moves });
      machine.moves = Number(state === 'granted' && ago > lateMs);
      if (state === 'granted' && machine.moves === 0) {
        starts.push(now);
        running.add(machine.id);
        expect(running.size).toBeLessThanOrEqual(pace.concurrency);
        renewals.set(machine.id, now + LEASE_MS / 3);
        machine.at = now + random() * 400;
      } else if (state !== 'granted') {
        // Timers are late.
        machine.at = now + (state === 'place' ? 25 + random() * 100 : waitMs + random() ** 4 * 200);
      }
      machine.at = Math.ceil(machine.at);
    }
    expect(starts.length).toBeGreaterThan(150);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(pace.minGapMs - lateMs);
  });

  it('leave nothing behind for ever: all keys expire', async () => {
    await ask('a');
    await backOff();
    const keys = await client.keys('*');
    expect(keys.sort()).toEqual(KEYS.toSorted());
    for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
  });
});

/** Returns a function that returns the same numbers from 0 to 1 for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
