import { type Context, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Telemetry } from 'bullmq';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlockedError } from '../../src/entries/index.ts';
import { bullTelemetry, workerEvents } from '../../src/queue/telemetry.ts';
import { registerContexts, setUp } from './setup.ts';

beforeAll(registerContexts);

let setup: Awaited<ReturnType<typeof setUp>>;
let telemetry: Telemetry<Context>;
beforeEach(async () => {
  setup = await setUp();
  telemetry = bullTelemetry() as Telemetry<Context>;
});
afterEach(() => setup.stop());

/** Runs what bullmq runs around each of its operations. Returns the metadata that a job would get. */
async function traced(kind: SpanKind, name: string, run: () => void, metadata?: string): Promise<string> {
  const { tracer, contextManager } = telemetry;
  const active = contextManager.active();
  const parent = metadata === undefined ? undefined : contextManager.fromMetadata(active, metadata);
  const span = tracer.startSpan(name, { kind: kind as never }, parent);
  span.setAttributes({
    'bullmq.queue.name': 'calls',
    'bullmq.job.id': 'job-1',
    'bullmq.job.name': 'product',
    'bullmq.job.options': '{"secret":1}',
    'bullmq.job.bulk.names': ['product', 'product'],
  });
  const own = span.setSpanOnContext(parent ?? active);
  await contextManager.with(own, async () => run());
  span.end();
  return contextManager.getMetadata(own);
}

const job = { queue: 'calls', worker: 'w', id: 'job-1', endpoint: 'product', marketplace: 'de', attempt: 2 } as const;

describe('traces of jobs', () => {
  it('link the span of a job to the span that added it', async () => {
    const metadata = await traced(SpanKind.PRODUCER, 'addBulk calls', () => undefined);
    await traced(SpanKind.CONSUMER, 'process calls', () => undefined, metadata);
    const [added, run] = setup.spans();
    expect(run?.links).toMatchObject([{ context: { spanId: added?.spanContext().spanId } }]);
    expect(run?.parentSpanContext).toBeUndefined();
    expect(run?.spanContext().traceId).not.toBe(added?.spanContext().traceId);
    expect(added?.attributes).toEqual({
      'messaging.system': 'bullmq',
      'messaging.operation.type': 'send',
      'messaging.destination.name': 'calls',
      'messaging.message.id': 'job-1',
      'buybox.endpoint': 'product',
    });
  });

  it('have the calls of a job as children', async () => {
    await traced(SpanKind.CONSUMER, 'process calls', () => setup.tracer.startSpan('call').end());
    const [call, run] = setup.spans();
    expect(call?.parentSpanContext?.spanId).toBe(run?.spanContext().spanId);
  });

  it('name the code of an attempt that failed', async () => {
    const error = new BlockedError('with texts of the page', { code: 'CAPTCHA' });
    await traced(SpanKind.CONSUMER, 'process calls', () =>
      workerEvents.publish({ ...job, type: 'retried', error, delay_ms: 5 }),
    );
    const [run] = setup.spans();
    expect(run).toMatchObject({
      attributes: { 'error.type': 'CAPTCHA', 'buybox.marketplace': 'de', 'buybox.attempts': 2 },
      status: { code: SpanStatusCode.ERROR },
    });
    expect(JSON.stringify([run?.attributes, run?.events, run?.status])).not.toContain('texts of the page');
  });

  it('leave the spans of others alone', async () => {
    const own = setup.tracer.startSpan('own');
    context.with(trace.setSpan(context.active(), own), () =>
      workerEvents.publish({ ...job, type: 'dead', code: 'CAPTCHA', error: undefined }),
    );
    own.end();
    expect(setup.spans()[0]?.attributes).toEqual({});
  });

  it("have no spans for bullmq's own steps, and keep the active span in them", async () => {
    const own = setup.tracer.startSpan('own');
    let active: string | undefined;
    await context.with(trace.setSpan(context.active(), own), () =>
      traced(SpanKind.INTERNAL, 'getNextJob calls', () => {
        active = trace.getActiveSpan()?.spanContext().spanId;
      }),
    );
    expect(active).toBe(own.spanContext().spanId);
    expect(setup.spans()).toEqual([]);
  });

  it.each(['', 'no JSON', 'null', '[]', '{"traceparent":1}', '{"traceparent":"00-zz"}'])(
    'run a job with the trace context %j, which another program wrote',
    async (metadata) => {
      await traced(SpanKind.CONSUMER, 'process calls', () => undefined, metadata);
      expect(setup.spans()).toMatchObject([{ name: 'process calls', links: [] }]);
    },
  );

  it('store no trace context if no span is active', () => {
    expect(telemetry.contextManager.getMetadata(telemetry.contextManager.root?.() as Context)).toBe('');
  });
});
