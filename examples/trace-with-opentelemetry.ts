/**
 * Sends a span for every call, with its requests, retries, blocks and gaps, to OpenTelemetry. Here they are printed; a program in production starts the
 * SDK of OpenTelemetry with an exporter to its own backend. Marketplaces need no option.
 *
 *   node examples/trace-with-opentelemetry.ts
 */
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { observe } from 'buybox/opentelemetry';
import { fixtureMarketplace } from './fixtures.ts';

const tracerProvider = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
});
const stop = await observe({ tracerProvider });
const marketplace = await fixtureMarketplace();
try {
  await marketplace.product({ asin: 'B0LANTERN1' });
} finally {
  await marketplace.close();
  stop();
  await tracerProvider.shutdown();
}
