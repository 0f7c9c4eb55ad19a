import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type TextMapPropagator,
  trace,
} from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { ObserveOptions } from '../../src/entries/opentelemetry.ts';
import { observe } from '../../src/entries/opentelemetry.ts';

/** The context manager that programs with an SDK for Node have. */
class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<Args extends unknown[], Run extends (...args: Args) => ReturnType<Run>>(
    active: Context,
    run: Run,
    self?: ThisParameterType<Run>,
    ...args: Args
  ): ReturnType<Run> {
    return this.#storage.run(active, () => run.call(self, ...args));
  }

  bind<Target>(_active: Context, target: Target): Target {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    return this;
  }
}

/** `traceparent` of the W3C. */
const PROPAGATOR: TextMapPropagator = {
  inject(active, carrier, setter) {
    const span = trace.getSpanContext(active);
    if (span !== undefined) setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-01`);
  },
  extract(active, carrier, getter) {
    const [, traceId, spanId] = String(getter.get(carrier, 'traceparent')).split('-');
    if (traceId === undefined || spanId === undefined) return active;
    return trace.setSpanContext(active, { traceId, spanId, traceFlags: 1, isRemote: true });
  },
  fields: () => ['traceparent'],
};

/** Registers what an SDK registers for the process. */
export function registerContexts(): void {
  context.setGlobalContextManager(new AsyncContexts());
  propagation.setGlobalPropagator(PROPAGATOR);
}

/** Observes the process, and collects spans and metrics in memory. */
export async function setUp(options: Pick<ObserveOptions, 'queues'> = {}) {
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 3_600_000 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const stop = await observe({ meterProvider, tracerProvider, ...options });
  /** Returns the values of all instruments: name, unit, attributes, value. */
  const metrics = async () => {
    await reader.forceFlush();
    const [last] = metricExporter.getMetrics().slice(-1);
    return (last?.scopeMetrics ?? []).flatMap(({ metrics }) =>
      metrics.flatMap(({ descriptor: { name, unit, description }, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => ({ name, unit, description, attributes, value })),
      ),
    );
  };
  const spans = (): ReadableSpan[] => exporter.getFinishedSpans();
  return { stop, spans, metrics, tracer: tracerProvider.getTracer('test') };
}
