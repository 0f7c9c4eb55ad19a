import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RedisSessions } from '../../../src/local/redis/redis-sessions.ts';
import { RedisWakes } from '../../../src/local/redis/redis-wakes.ts';
import { redisConnection } from '../../../src/redis/connection.ts';
import { hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';

const { signal } = new AbortController();
const NAMES = ['a', 'b'];

describe.skipIf(!hasRedis)('the scripts of leased sessions, by a virtual clock', () => {
  let server: RedisServer;
  let client: Redis;
  let now = 0;
  let processes = 0;

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

  function processOf(): RedisSessions {
    const connection = redisConnection(client);
    const processId = `p${processes++}`;
    const wakes = new RedisWakes(connection, processId);
    wakes.close();
    return new RedisSessions(connection, { processId, leaseMs: 5_000, wakes, time: () => now });
  }

  it('lease each session to one process, until it is given back', async () => {
    const [one, other] = [processOf(), processOf()];
    expect(await one.lease('us', NAMES, signal)).toEqual({ index: 0, generation: 1 });
    expect(await other.lease('us', NAMES, signal)).toEqual({ index: 1, generation: 1 });
    expect(await one.lease('us', NAMES, signal)).toBeUndefined();
    expect(await one.lease('de', NAMES, signal)).toEqual({ index: 0, generation: 1 });
    expect(await other.renew('us', ['b'])).toEqual({ wanted: 1, lost: [] });
    await other.giveBack('us', ['a', 'b']);
    expect(await one.lease('us', NAMES, signal)).toEqual({ index: 1, generation: 1 });
  });

  it('free the sessions of a killed process when their lease is over, and keep renewed ones', async () => {
    const [one, killed, other] = [processOf(), processOf(), processOf()];
    await one.lease('us', NAMES, signal);
    await killed.lease('us', NAMES, signal);
    now += 4_999;
    expect(await one.renew('us', ['a'])).toEqual({ wanted: 0, lost: [] });
    expect(await other.lease('us', NAMES, signal)).toBeUndefined();
    now += 1;
    expect(await other.lease('us', NAMES, signal)).toEqual({ index: 1, generation: 1 });
    expect(await killed.renew('us', ['b'])).toEqual({ wanted: 0, lost: ['b'] });
  });

  it('drop a blocked session once for all processes', async () => {
    const [one, other] = [processOf(), processOf()];
    await one.lease('us', NAMES, signal);
    await one.drop('us', 'a', 1);
    await one.drop('us', 'a', 1);
    await one.giveBack('us', ['a']);
    // The session that was never blocked comes first.
    expect(await other.lease('us', NAMES, signal)).toEqual({ index: 1, generation: 1 });
    expect(await other.lease('us', ['a'], signal)).toEqual({ index: 0, generation: 2 });
  });

  it('free a session whose lease ends later than it can, because somebody set the clock of the server back', async () => {
    const [killed, other] = [processOf(), processOf()];
    await killed.lease('us', ['a'], signal);
    now -= 3_600_000;
    expect(await other.lease('us', ['a'], signal)).toEqual({ index: 0, generation: 1 });
  });
});
