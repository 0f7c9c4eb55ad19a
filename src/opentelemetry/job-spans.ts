/** Traces of jobs: BullMQ's interface for them on OpenTelemetry. The span of a job links to the span that added it. */
import type { Attributes, Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { Span as BullSpan, Telemetry } from 'bullmq';
import { isRecord, jsonOf } from '../contract/json.ts';
import { codeLabel, errorLabel } from '../metrics/table.ts';
import type { WorkerEvent } from '../queue/worker-types.ts';
import type { Api } from './call-spans.ts';

/**
 * The attributes of BullMQ that spans have, by their names in OpenTelemetry. Others are left out: they contain options, results, or one entry for each
 * job of a bulk.
 */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  'bullmq.queue.name': 'messaging.destination.name',
  'bullmq.queue.operation': 'messaging.operation.name',
  'bullmq.job.id': 'messaging.message.id',
  'bullmq.job.name': 'buybox.endpoint',
  'bullmq.job.bulk.count': 'messaging.batch.message_count',
};

/** Traces jobs: returns what BullMQ takes as its option `telemetry`, and a listener that adds what happened to a job to its span. */
export function jobTracer(api: Api, tracer: Tracer) {
  const { SpanKind, SpanStatusCode, ROOT_CONTEXT, INVALID_SPAN_CONTEXT, context, propagation, trace } = api;
  /** Where a context has the span that added the job. */
  const addedBy = api.createContextKey('buybox: the span that added the job');
  /** The spans of jobs that run. */
  const running = new WeakSet<Span>();

  function start(name: string, kind: number, parent: Context | undefined): BullSpan<Context> {
    // The steps of bullmq itself, such as taking the next job and renewing locks, would be most of all spans.
    if (kind !== SpanKind.PRODUCER && kind !== SpanKind.CONSUMER)
      return bullSpan(trace.wrapSpanContext(INVALID_SPAN_CONTEXT), (active) => active);
    const isRun = kind === SpanKind.CONSUMER;
    const adding = parent?.getValue(addedBy) as SpanContext | undefined;
    const links = adding === undefined ? [] : [{ context: adding }];
    const attributes = { 'messaging.system': 'bullmq', 'messaging.operation.type': isRun ? 'process' : 'send' };
    // A job runs long after it was added, and more than once: it has a trace of its own.
    const within = isRun ? (parent ?? ROOT_CONTEXT) : (parent ?? context.active());
    const span = tracer.startSpan(name, { kind, attributes, links, root: isRun }, within);
    if (isRun) running.add(span);
    return bullSpan(span, (active) => trace.setSpan(active, span));
  }

  function bullSpan(span: Span, setSpanOnContext: (context: Context) => Context): BullSpan<Context> {
    return {
      setSpanOnContext,
      setAttribute: (name, value) => void span.setAttributes(shown({ [name]: value })),
      setAttributes: (attributes) => void span.setAttributes(shown(attributes)),
      addEvent: (name) => void span.addEvent(name),
      // Without its message, which can quote the input.
      recordException: (error) => fail(span, errorLabel(error)),
      end: () => span.end(),
    };
  }

  function fail(span: Span, code: string): void {
    span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
  }

  const telemetry: Telemetry<Context> = {
    tracer: { startSpan: (name, options, parent) => start(name, Number(options?.kind ?? 0), parent) },
    contextManager: {
      with: (active, run) => context.with(active, run),
      active: () => context.active(),
      root: () => ROOT_CONTEXT,
      /** Returns the trace context that a job carries to its worker; empty for none. */
      getMetadata(active) {
        const carrier: Record<string, string> = {};
        propagation.inject(active, carrier);
        return Object.keys(carrier).length === 0 ? '' : JSON.stringify(carrier);
      },
      fromMetadata(_active, metadata) {
        const extracted = propagation.extract(ROOT_CONTEXT, carrierOf(metadata));
        return trace.deleteSpan(extracted).setValue(addedBy, trace.getSpanContext(extracted));
      },
    },
  };

  /** Events of a job are published while its span is active. */
  function onEvent(event: WorkerEvent): void {
    const span = trace.getActiveSpan();
    if (span === undefined || !running.has(span) || !('marketplace' in event)) return;
    span.setAttributes({ 'buybox.marketplace': event.marketplace, 'buybox.attempts': event.attempt });
    if (event.type === 'retried') fail(span, errorLabel(event.error));
    if (event.type === 'dead') fail(span, codeLabel(event.code));
  }

  return { telemetry, onEvent };
}

/** Reads the trace context of a job. Another program may have written it. */
function carrierOf(metadata: string): object {
  const carrier = jsonOf(metadata);
  return isRecord(carrier) ? { ...carrier } : {};
}

function shown(attributes: Readonly<Record<string, unknown>>): Attributes {
  const entries = Object.entries(attributes).flatMap(([name, value]) => {
    const key = ATTRIBUTES[name];
    return key !== undefined && (typeof value === 'string' || typeof value === 'number') ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
