import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { BlockedError, UnavailableError } from '../../src/entries/index.ts';
import { serveWorkerMetrics } from '../../src/queue/metrics-server.ts';
import type { QueueStatus } from '../../src/queue/types.ts';
import { workerMetrics } from '../../src/queue/worker-metrics.ts';
import type { WorkerEvent } from '../../src/queue/worker-types.ts';
import { redisConnection } from '../../src/redis/connection.ts';

const STATUS: QueueStatus = {
  name: 'calls',
  isPaused: false,
  paced: 1,
  waiting: 12,
  active: 3,
  delayed: 2,
  dead: 1,
  oldestWaitingMs: 4500,
  workers: 4,
  repeats: 0,
  rateMs: 60_000,
  rates: [],
};

const WORKER = { queue: 'calls', worker: 'w' };
const JOB = { ...WORKER, id: '1', endpoint: 'product', marketplace: 'de', attempt: 1 } as const;
const SITE = 'marketplace="de",endpoint="product"';
const started: WorkerEvent = { ...JOB, type: 'started', wait_ms: 2000 };
const error = new BlockedError('blocked', { code: 'CAPTCHA' });

/** Returns the lines of the text after the events. */
async function linesAfter(...events: WorkerEvent[]): Promise<string[]> {
  const metrics = workerMetrics({ status: () => Promise.resolve(STATUS) });
  for (const event of events) metrics.onEvent(event);
  return (await metrics.text()).split('\n');
}

describe('metrics of a worker', () => {
  it('have the depth of the queue, the jobs by state, and the age of the oldest job', async () => {
    const lines = await linesAfter();
    for (const line of [
      'buybox_queue_depth{queue="calls"} 12',
      'buybox_queue_jobs{queue="calls",state="active"} 3',
      'buybox_queue_jobs{queue="calls",state="dead"} 1',
      'buybox_queue_oldest_job_age_seconds{queue="calls"} 4.5',
      'buybox_queue_paused{queue="calls"} 0',
      'buybox_queue_workers{queue="calls"} 4',
    ])
      expect(lines).toContain(line);
  });

  it.each<[WorkerEvent[], string]>([
    [[started], `buybox_job_wait_seconds_sum{${SITE}} 2`],
    [[started], 'buybox_jobs_active 1'],
    [[started, { ...JOB, type: 'ended', found: true, duration_ms: 5 }], 'buybox_jobs_active 0'],
    [
      [started, { ...JOB, type: 'ended', found: true, duration_ms: 5 }],
      `buybox_jobs_total{${SITE},outcome="completed",code=""} 1`,
    ],
    [[started, { ...JOB, type: 'ended', found: true, duration_ms: 5 }], `buybox_job_duration_seconds_count{${SITE}} 1`],
    [
      [started, { ...JOB, type: 'dead', code: 'CAPTCHA', error }],
      `buybox_jobs_total{${SITE},outcome="dead",code="CAPTCHA"} 1`,
    ],
    [[{ ...JOB, type: 'dead', code: 'theirs', error }], `buybox_jobs_total{${SITE},outcome="dead",code="OTHER"} 1`],
    [[started, { ...JOB, type: 'retried', error, delay_ms: 1 }], `buybox_job_retries_total{${SITE},code="CAPTCHA"} 1`],
    [[started, { ...JOB, type: 'retried', error, delay_ms: 1 }], 'buybox_jobs_active 0'],
    [[started, { ...JOB, type: 'returned', reason: 'stop' }], 'buybox_jobs_returned_total{reason="stop"} 1'],
    [[started, { ...JOB, type: 'lost' }], 'buybox_jobs_returned_total{reason="lost"} 1'],
    [[started, { ...JOB, type: 'undelivered', error, delay_ms: 1 }], 'buybox_jobs_active 1'],
    [[{ ...JOB, type: 'undelivered', error, delay_ms: 1 }], 'buybox_delivery_failures_total 1'],
    [[{ ...WORKER, type: 'stalled', id: '1' }], 'buybox_jobs_stalled_total 1'],
    [[{ ...WORKER, type: 'paused', error, wait_ms: 1 }], 'buybox_worker_paused 1'],
    [
      [
        { ...WORKER, type: 'paused', error, wait_ms: 1 },
        { ...WORKER, type: 'resumed' },
      ],
      'buybox_worker_paused 0',
    ],
    [[{ ...WORKER, type: 'error', error }], 'buybox_worker_errors_total 1'],
  ])('count %j', async (events, line) => {
    expect(await linesAfter(...events)).toContain(line);
  });

  it('ask Redis once for all values of the queue', async () => {
    let asked = 0;
    const metrics = workerMetrics({
      status: () => {
        asked++;
        return Promise.resolve(STATUS);
      },
    });
    await metrics.text();
    expect(asked).toBe(1);
    await metrics.text();
    expect(asked).toBe(2);
  });

  it('have no values of the queue while Redis is away, and all others', async () => {
    const metrics = workerMetrics({ status: () => Promise.reject(new UnavailableError('no Redis')) });
    metrics.onEvent(started);
    const text = await metrics.text();
    expect(text).not.toContain('buybox_queue_');
    expect(text).toContain('buybox_jobs_active 1\n');
  });
});

/** Starts the server of a worker, whose Redis can be away. */
async function setUp() {
  const stopping = new AbortController();
  const redis = { isAway: false };
  const status = async () => {
    if (redis.isAway) throw new UnavailableError('redis://:secret@host is away');
    return STATUS;
  };
  const probe = { ready: async () => void (await status()), close: async () => undefined };
  const server = await serveWorkerMetrics({ port: 0, queue: { status }, redis: probe, stopping: stopping.signal });
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${server.url}${path}`, init);
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  return { server, get, stopping, redis };
}

describe('the server of a worker', () => {
  it('serves the metrics', async () => {
    const { server, get } = await setUp();
    await using _ = server;
    server.onEvent(started);
    const { status, type, text } = await get('/metrics?from=prometheus');
    expect({ status, type }).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' });
    expect(text).toContain('buybox_jobs_active 1\n');
  });

  it('is ready while Redis responds, and alive without it', async () => {
    const { server, get, redis } = await setUp();
    await using _ = server;
    for (const path of ['/readyz', '/healthz', '/livez']) expect((await get(path)).status).toBe(200);
    redis.isAway = true;
    for (const path of ['/readyz', '/healthz'])
      expect(await get(path)).toMatchObject({ status: 503, text: '{"status":"not ready: UNAVAILABLE"}' });
    expect((await get('/livez')).status).toBe(200);
    redis.isAway = false;
    expect((await get('/readyz')).status).toBe(200);
  });

  it('is not ready while the worker stops', async () => {
    const { server, get, stopping } = await setUp();
    await using _ = server;
    stopping.abort();
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/livez')).status).toBe(200);
  });

  it('refuses other paths and methods', async () => {
    const { server, get } = await setUp();
    await using _ = server;
    expect((await get('/')).status).toBe(404);
    expect((await get('/metrics', { method: 'POST', body: 'x' })).status).toBe(405);
    expect(await get('/metrics', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  it('names the flag of a port in use', async () => {
    const { server } = await setUp();
    await using _ = server;
    const port = Number(new URL(server.url).port);
    const again = serveWorkerMetrics({
      port,
      queue: { status: () => Promise.resolve(STATUS) },
      redis: redisConnection('redis://127.0.0.1'),
      stopping: AbortSignal.abort(),
    });
    await expect(again).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'metrics-port',
      message: `metrics-port: ${port} is in use on 127.0.0.1: expected a free port. Choose another with --metrics-port, or 0 for any free one.`,
    });
  });

  it('closes connections that stay open', async () => {
    const { server } = await setUp();
    const open = request(`${server.url}/livez`, { headers: { connection: 'keep-alive' } });
    const closed = new Promise<void>((resolve) => open.on('socket', (socket) => socket.once('close', () => resolve())));
    open.on('error', () => undefined);
    open.end();
    await new Promise((resolve) => open.once('response', resolve));
    await server.close();
    await closed;
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow();
  });
});
