import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import type { JobInput } from '../../src/entries/queue.ts';
import { hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { fakeMarketplace, Opened, until } from './support.ts';

/** Jobs whose operations are counted. */
const COUNTED = 500;
/** Jobs that wait meanwhile. */
const WAITING = isNightly ? [10_000, 100_000] : [2_000, 20_000];

describe.skipIf(!hasRedis)('Redis operations', () => {
  let server: RedisServer;
  let client: Redis;
  const opened = new Opened();

  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.url);
  });
  afterAll(async () => {
    await opened.close();
    client.disconnect();
    await server.stop();
  });

  function* searches(from: number, to: number): Generator<JobInput> {
    for (let index = from; index < to; index++) yield { endpoint: 'search', params: { keyword: `lamp ${index}` } };
  }

  /** Returns how many commands of each kind the server has executed since the last reset: also those inside of scripts. */
  const commands = async () => {
    const text = await client.info('commandstats');
    const stats = [...text.matchAll(/cmdstat_([^:]+):calls=(\d+)/g)].map(
      ([, name, calls]) => [name, Number(calls)] as const,
    );
    // Those of this test, and those that a timer sends.
    return Object.fromEntries(
      stats.filter(([name]) => !/^(?:info|config|client|ping|bzpopmin|hello|select)/.test(name ?? '')),
    );
  };

  it(`a job needs the same number of them with ${WAITING.join(' and with ')} waiting jobs, and so does status`, async () => {
    const counts: { jobs: number; status: number; memory: number }[] = [];
    let next = 0;
    for (const waiting of WAITING) {
      const name = `q${waiting}`;
      const queue = opened.queue({ redis: server.url, name });
      expect(await queue.addAll(searches(next, next + waiting))).toMatchObject({ added: waiting });
      next += waiting;
      const memory = process.memoryUsage().rss;
      await client.config('RESETSTAT');
      expect(await queue.status()).toMatchObject({ waiting });
      const status = sum(await commands());
      await client.config('RESETSTAT');
      const { worker, of } = opened.worker({
        redis: server.url,
        name,
        marketplace: fakeMarketplace(),
        concurrency: 10,
      });
      await until(() => of('ended').length >= COUNTED);
      await worker.close();
      const jobs = sum(await commands()) / of('ended').length;
      counts.push({ jobs, status, memory });
    }
    const [small, large] = counts;
    expect(large?.status).toBe(small?.status);
    // The start and the end of a worker, and a counter each second, are spread over the jobs.
    expect(Math.abs((large?.jobs ?? 0) - (small?.jobs ?? 0))).toBeLessThan(1);
    expect(small?.jobs).toBeLessThan(40);
    console.log(JSON.stringify(counts));
  });
});

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
