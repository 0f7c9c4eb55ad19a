/**
 * Records an OpenTelemetry span for every call, with its requests, retries, blocks and gaps as events. It subscribes to Node's diagnostics channels,
 * so marketplaces need no option.
 *
 *   node examples/trace-with-opentelemetry.ts
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Span, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { MarketplaceError, type MarketplaceEvent } from 'buybox';
import { fixtureMarketplace } from './fixtures.ts';

const TYPES = ['request', 'response', 'parsed', 'retry', 'blocked', 'gaps', 'charged', 'drift', 'done'] as const;

/** Starts tracing, and returns a function that stops it. */
export function traceCalls(tracer: Tracer): () => void {
  const spans = new Map<string, Span>();
  const listener = (message: unknown) => {
    const event = message as MarketplaceEvent;
    const { request_id, endpoint, marketplace } = event;
    const span =
      spans.get(request_id) ?? tracer.startSpan(`buybox ${endpoint}`, { attributes: { request_id, marketplace } });
    spans.set(request_id, span);
    span.addEvent(event.type, attributesOf(event));
    if (event.type !== 'done') return;
    if ('error' in event) {
      const code = event.error instanceof MarketplaceError ? event.error.code : 'ABORTED';
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
    }
    span.end();
    spans.delete(request_id);
  };
  for (const type of TYPES) subscribe(`buybox:${type}`, listener);
  return () => {
    for (const type of TYPES) unsubscribe(`buybox:${type}`, listener);
  };
}

function attributesOf(event: MarketplaceEvent): Record<string, string | number | boolean> {
  const entries = Object.entries(event).filter(
    ([name, value]) => name !== 'page' && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(entries);
}

if (import.meta.main) {
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] });
  const stopTracing = traceCalls(provider.getTracer('example'));
  const marketplace = await fixtureMarketplace();
  try {
    await marketplace.product({ asin: 'B0LANTERN1' });
  } finally {
    await marketplace.close();
    stopTracing();
    await provider.shutdown();
  }
}
