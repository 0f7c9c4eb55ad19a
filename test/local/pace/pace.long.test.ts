import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';
import type { SeenRequest } from './pace-site.ts';
import type { WorkerSettings } from './pace-worker.ts';

const PACE = { concurrency: 2, minGapMs: 400, jitterMs: 50 };
/** No request is sent earlier than that before its time. */
const AHEAD_MS = 100;

describe.skipIf(!hasRedis)('a pace that several processes share', () => {
  let server: RedisServer;
  let client: Redis;
  const children = new Set<ChildProcess>();

  beforeAll(async () => {
    server = await startRedis();
    client = new Redis(server.url);
  });
  afterAll(async () => {
    client.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await client.flushall();
  });
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });

  function run(file: string, ...args: string[]): ChildProcess {
    const path = join(import.meta.dirname, file);
    const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    return child;
  }

  async function startSite(latencyMs: number) {
    const child = run('pace-site.ts', `${latencyMs}`);
    const [port] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer];
    const url = `http://127.0.0.1:${String(port).trim()}`;
    const seen = async () => (await (await fetch(`${url}/seen`)).json()) as SeenRequest[];
    const block = (name: string) => fetch(`${url}/block?name=${name}`);
    return { url, seen, block };
  }

  function startWorker(url: string, settings: Partial<WorkerSettings> & { name: string }) {
    const all = { pages: 4, parallel: 3, pace: PACE, together: 1, ...settings };
    const child = run('pace-worker.ts', server.url, url, JSON.stringify(all));
    let out = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    /** When the process has reported a block to the others [milliseconds since the epoch]. */
    const backedOffAt = () => Number(/backoff (\d+)/.exec(out)?.[1]);
    return { child, backedOffAt, ended: once(child, 'close') };
  }

  it('sends requests of four processes with the gap between them, no more at once than allowed, and all get their slots', async () => {
    const site = await startSite(700);
    const names = ['a', 'b', 'c', 'd'];
    const workers = names.map((name) => startWorker(site.url, { name, together: names.length }));
    await Promise.all(workers.map(({ ended }) => ended));
    const seen = await site.seen();
    expect(names.map((name) => seen.filter((request) => request.name === name).length)).toEqual([4, 4, 4, 4]);
    expect(shortestGap(seen)).toBeGreaterThanOrEqual(PACE.minGapMs - AHEAD_MS);
    const starts = seen.map(({ sentAt }) => sentAt);
    const whole = Math.max(...starts) - Math.min(...starts);
    expect(whole).toBeGreaterThanOrEqual((seen.length - 1) * PACE.minGapMs - AHEAD_MS);
    expect(mostAtOnce(seen)).toBe(2);
  });

  it('makes all processes wait when one of them is blocked', async () => {
    const site = await startSite(20);
    const pace = { concurrency: 2, minGapMs: 100, jitterMs: 0 };
    await site.block('a');
    const workers = ['a', 'b'].map((name) => startWorker(site.url, { name, pages: 12, pace, together: 2 }));
    await Promise.all(workers.map(({ ended }) => ended));
    const seen = await site.seen();
    const reportedAt = workers[0]?.backedOffAt() ?? Number.NaN;
    const after = seen.map(({ sentAt }) => sentAt - reportedAt).filter((ms) => ms > 0);
    // All wait for 1.5 s, except those whose slots came before the report.
    expect(after.filter((ms) => ms < 1_200).length).toBeLessThanOrEqual(pace.concurrency);
    expect(after.length).toBeGreaterThan(12);
  });

  it('frees the places of processes that are killed during a request, within their lease', async () => {
    const site = await startSite(1_500);
    const pace = { concurrency: 1, minGapMs: 50, jitterMs: 0 };
    const killed = startWorker(site.url, { name: 'killed', pace, parallel: 1 });
    await expect.poll(async () => (await site.seen()).length).toBe(1);
    killed.child.kill('SIGKILL');
    const other = startWorker(site.url, { name: 'other', pace, parallel: 2, pages: 2 });
    await other.ended;
    const seen = await site.seen();
    expect(seen.map(({ name }) => name)).toEqual(['killed', 'other', 'other']);
    expect(mostAtOnce(seen)).toBe(1);
  });
});

function shortestGap(seen: readonly SeenRequest[]): number {
  const starts = seen.map(({ sentAt }) => sentAt).sort((one, other) => one - other);
  return Math.min(...starts.slice(1).map((start, index) => start - (starts[index] ?? 0)));
}

function mostAtOnce(seen: readonly SeenRequest[]): number {
  return Math.max(...seen.map((one) => seen.filter((other) => isRunning(other, one.startedAt)).length));
}

function isRunning({ startedAt, endedAt = Number.POSITIVE_INFINITY }: SeenRequest, at: number): boolean {
  return startedAt <= at && at < endedAt;
}
