import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMarketplace, UnavailableError } from '../../src/entries/index.ts';
import { savedPages } from '../../src/entries/local.ts';
import { observe } from '../../src/entries/opentelemetry.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { METRICS, PROCESS_METRICS } from '../../src/metrics/table.ts';
import { instrumentOf } from '../../src/opentelemetry/instruments.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { bullTelemetry, workerEvents } from '../../src/queue/telemetry.ts';
import { setUpService } from '../service/setup.ts';
import { registerContexts, setUp } from './setup.ts';

beforeAll(registerContexts);

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function observed(options: Parameters<typeof setUp>[0] = {}) {
  const setup = await setUp(options);
  stops.push(setup.stop);
  return setup;
}

const named = (spans: ReadableSpan[], name: string) => spans.filter((span) => span.name === name);
const attributeOf = (name: string) => (span: ReadableSpan) => span.attributes[name];

describe('traces of calls', () => {
  it('have a span for the call and one for its request', async () => {
    const { spans, tracer } = await observed();
    await using marketplace = createMarketplace({ pages: fixturePages() });
    const parent = tracer.startSpan('own work');
    await context.with(trace.setSpan(ROOT_CONTEXT, parent), () => marketplace.product({ asin: 'B0LANTERN1' }));
    const [request, call] = spans();
    expect(call).toMatchObject({
      name: 'buybox product',
      kind: SpanKind.INTERNAL,
      parentSpanContext: { spanId: parent.spanContext().spanId },
      attributes: {
        'buybox.endpoint': 'product',
        'buybox.marketplace': 'us',
        'buybox.found': true,
        'buybox.attempts': 1,
      },
      status: { code: SpanStatusCode.UNSET },
    });
    expect(call?.events.map(({ name }) => name)).toEqual(['parsed', 'charged']);
    expect(request).toMatchObject({
      name: 'GET',
      kind: SpanKind.CLIENT,
      parentSpanContext: { spanId: call?.spanContext().spanId },
      attributes: {
        'http.request.method': 'GET',
        'url.scheme': 'https',
        'url.path': '/dp/B0LANTERN1',
        'server.address': 'www.amazon.com',
        'server.port': 443,
        'http.response.status_code': 200,
      },
    });
    expect(request?.attributes['http.response.body.size']).toBeGreaterThan(1_000);
  });

  it('name the code of an error, and the number of the attempt', async () => {
    const { spans } = await observed();
    await using marketplace = createMarketplace({ pages: fixturePages(), retries: 1, backoff: false });
    await marketplace.product({ asin: 'B0CAPTCHA1' }).catch(() => undefined);
    const [call] = named(spans(), 'buybox product');
    expect(call).toMatchObject({
      attributes: { 'error.type': 'CAPTCHA', 'buybox.attempts': 2 },
      status: { code: SpanStatusCode.ERROR },
    });
    expect(call?.events.map(({ name }) => name)).toEqual(['blocked', 'retry', 'blocked']);
    expect(call?.events[1]?.attributes).toMatchObject({ 'error.type': 'CAPTCHA', attempt: 1 });
    const requests = named(spans(), 'GET');
    expect(requests.map(attributeOf('http.request.resend_count'))).toEqual([undefined, 1]);
    expect(requests.map(attributeOf('http.response.status_code'))).toEqual([200, 200]);
  });

  it('name the status of a response that is an error', async () => {
    const { spans } = await observed();
    const pages = async ({ url }: { url: string }) => ({ url, status: 503, headers: {}, body: '' });
    await using marketplace = createMarketplace({ pages, retries: 0, backoff: false });
    await marketplace.product({ asin: 'B0LANTERN1' }).catch(() => undefined);
    expect(spans().map(attributeOf('error.type'))).toEqual(['503', 'UNAVAILABLE']);
  });

  it('end the request of a page source that throws', async () => {
    const { spans } = await observed();
    const pages = () => Promise.reject(new UnavailableError('down'));
    await using marketplace = createMarketplace({ pages, retries: 0 });
    await marketplace.product({ asin: 'B0LANTERN1' }).catch(() => undefined);
    expect(spans().map(attributeOf('error.type'))).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  });

  it('keep the requests of calls at the same time apart', async () => {
    const { spans } = await observed();
    await using marketplace = createMarketplace({ pages: fixturePages() });
    await Promise.all(['B0LANTERN1', 'B0HAMMOCK1'].map((asin) => marketplace.product({ asin })));
    const calls = named(spans(), 'buybox product').map((span) => span.spanContext().spanId);
    const parents = named(spans(), 'GET').map(({ parentSpanContext }) => parentSpanContext?.spanId);
    expect(parents.toSorted()).toEqual(calls.toSorted());
    expect(new Set(calls).size).toBe(2);
  });

  it('have no HTML, no query and no texts of pages', async () => {
    const { spans, metrics } = await observed();
    const pages = savedPages(FIXTURES_FOLDER);
    await using marketplace = createMarketplace({ pages, retries: 0 });
    await marketplace.search({ keyword: 'camping lantern' });
    await marketplace.product({ asin: 'B0CAFETRA1', marketplace: 'br' });
    await marketplace.product({ asin: 'B0CAPTCHA1' }).catch(() => undefined);
    const texts = spans().map(({ name, attributes, events, status }) =>
      JSON.stringify({ name, attributes, events, status }),
    );
    const shown = `${texts.join()}${JSON.stringify(await metrics())}`;
    expect(shown).toContain('"gaps"');
    expect(shown).not.toMatch(/<html|lantern&|camping|the page is in/i);
  });
});

describe('metrics for OpenTelemetry', () => {
  it('count the calls of marketplaces', async () => {
    const { metrics } = await observed();
    await using marketplace = createMarketplace({ pages: fixturePages(), retries: 0 });
    await marketplace.product({ asin: 'B0LANTERN1' });
    await marketplace.product({ asin: 'B0CAPTCHA1' }).catch(() => undefined);
    const all = await metrics();
    const site = { marketplace: 'us', endpoint: 'product' };
    expect(all).toContainEqual(expect.objectContaining({ name: 'buybox.pages', attributes: site, value: 1 }));
    expect(all).toContainEqual(
      expect.objectContaining({ name: 'buybox.blocks', attributes: { ...site, code: 'CAPTCHA' }, value: 1 }),
    );
    expect(all.find(({ name }) => name === 'buybox.parse_duration')).toMatchObject({
      unit: 's',
      description: METRICS.buybox_parse_duration_seconds.help,
      value: { count: 1, buckets: { boundaries: [...METRICS.buybox_parse_duration_seconds.buckets] } },
    });
  });

  it('count the requests of a service', async () => {
    const { metrics } = await observed();
    const { get } = await setUpService();
    await get('/v1/product?asin=B0LANTERN1');
    const all = await metrics();
    const labels = { endpoint: 'product', status: '200', code: '' };
    expect(all).toContainEqual(expect.objectContaining({ name: 'buybox.requests', attributes: labels, value: 1 }));
    expect(all).toContainEqual(expect.objectContaining({ name: 'buybox.calls_running', value: 0 }));
  });

  it('count the events of workers, and read the depth of queues', async () => {
    const status = { name: 'calls', isPaused: false, waiting: 7, paced: 1, active: 0, delayed: 0, dead: 0 };
    const queue = { status: async () => ({ ...status, workers: 1, repeats: 0, rateMs: 60_000, rates: [] }) };
    const { metrics } = await observed({ queues: [queue] });
    const job = { queue: 'calls', worker: 'w', id: '1', endpoint: 'product', marketplace: 'de', attempt: 1 } as const;
    workerEvents.publish({ ...job, type: 'ended', found: true, duration_ms: 5 });
    const all = await metrics();
    expect(all).toContainEqual(expect.objectContaining({ name: 'buybox.jobs', value: 1 }));
    expect(all).toContainEqual(
      expect.objectContaining({ name: 'buybox.queue_depth', attributes: { queue: 'calls' }, value: 7 }),
    );
  });

  it('leave out a queue whose Redis is away', async () => {
    const { metrics } = await observed({ queues: [{ status: () => Promise.reject(new UnavailableError('away')) }] });
    expect((await metrics()).filter(({ name }) => name.startsWith('buybox.queue'))).toEqual([]);
  });

  it.each(Object.keys(METRICS).filter((name) => !Object.hasOwn(PROCESS_METRICS, name)))(
    'become %s again in Prometheus',
    (metric) => {
      const { name, unit } = instrumentOf(metric);
      // As exporters to Prometheus make names: dots, then the unit, then the suffix of counters.
      const suffix = unit === undefined ? '' : { s: '_seconds', By: '_bytes' }[unit];
      const total = METRICS[metric as keyof typeof METRICS].type === 'counter' ? '_total' : '';
      expect(`${name.replaceAll('.', '_')}${suffix}${total}`).toBe(metric);
    },
  );
});

describe('the function observe', () => {
  it('ends everything with the function that it returns', async () => {
    const { stop, spans, metrics } = await setUp();
    expect(bullTelemetry()).toBeDefined();
    stop();
    stop();
    await using marketplace = createMarketplace({ pages: fixturePages() });
    await marketplace.product({ asin: 'B0LANTERN1' });
    expect(spans()).toEqual([]);
    expect(await metrics()).toEqual([]);
    expect(bullTelemetry()).toBeUndefined();
  });

  it('does nothing without an SDK', async () => {
    stops.push(await observe());
    await using marketplace = createMarketplace({ pages: fixturePages() });
    expect(await marketplace.product({ asin: 'B0LANTERN1' })).toMatchObject({ found: true });
  });

  it.each([
    [{ meterProvider: {} }, 'meterProvider'],
    [{ tracerProvider: 'x' }, 'tracerProvider'],
    [{ queues: [{}] }, 'queues[0]'],
    [{ meters: 1 }, 'meters'],
  ])('refuses %j by name', async (options, parameter) => {
    await expect(observe(options as never)).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION', parameter });
  });
});
