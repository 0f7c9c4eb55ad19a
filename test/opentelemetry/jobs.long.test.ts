import { context, trace } from '@opentelemetry/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { createQueue, createWorker, type JobResult } from '../../src/entries/queue.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { serveWorkerMetrics } from '../../src/queue/metrics-server.ts';
import { redisConnection } from '../../src/redis/connection.ts';
import { hasRedis, startRedis } from '../redis/server.ts';
import { registerContexts, setUp } from './setup.ts';

beforeAll(registerContexts);

describe.skipIf(!hasRedis)('a job on a real Redis', () => {
  it('has a trace from the program that added it to the request of its call, and is counted', async () => {
    const redis = await startRedis();
    const { stop, spans, metrics, tracer } = await setUp();
    await using queue = createQueue({ redis: redis.url });
    const stopping = new AbortController();
    await using server = await serveWorkerMetrics({
      port: 0,
      queue,
      redis: redisConnection(redis.url),
      stopping: stopping.signal,
    });
    await using marketplace = createMarketplace({ pages: fixturePages(), retries: 0 });
    const results = Promise.withResolvers<JobResult>();
    const worker = createWorker({
      redis: redis.url,
      marketplace,
      results: (result) => results.resolve(result),
      onEvent: server.onEvent,
    });
    try {
      const own = tracer.startSpan('own');
      await context.with(trace.setSpan(context.active(), own), () => queue.add('product', { asin: 'B0LANTERN1' }));
      own.end();
      const waiting = await fetch(`${server.url}/metrics`).then((response) => response.text());
      expect(waiting).toContain('buybox_queue_depth{queue="calls"} 1\n');
      const ended = worker.run();
      await results.promise;
      await worker.close();
      await ended;
      const [added, run, call] = ['addBulk calls', 'process calls', 'buybox product'].map((name) =>
        spans().find((span) => span.name === name),
      );
      expect(added?.parentSpanContext?.spanId).toBe(own.spanContext().spanId);
      expect(run?.links[0]?.context.spanId).toBe(added?.spanContext().spanId);
      expect(call?.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
      expect(run?.attributes).toMatchObject({
        'messaging.destination.name': 'calls',
        'buybox.endpoint': 'product',
        'buybox.marketplace': 'us',
        'buybox.attempts': 1,
      });
      const names = new Set(spans().map(({ name }) => name));
      expect([...names].toSorted()).toEqual(['GET', 'addBulk calls', 'buybox product', 'own', 'process calls']);
      const text = await fetch(`${server.url}/metrics`).then((response) => response.text());
      const site = 'marketplace="us",endpoint="product"';
      for (const line of [
        'buybox_queue_depth{queue="calls"} 0',
        `buybox_jobs_total{${site},outcome="completed",code=""} 1`,
        'buybox_jobs_active 0',
        `buybox_job_duration_seconds_count{${site}} 1`,
      ])
        expect(text).toContain(`${line}\n`);
      expect((await metrics()).find(({ name }) => name === 'buybox.jobs')).toMatchObject({ value: 1 });
    } finally {
      stop();
      await worker.close();
      await redis.stop();
    }
  });
});
