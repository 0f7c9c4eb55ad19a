/** Traces of jobs: BullMQ's interface for them on OpenTelemetry. The span of a job links to the span that added it. */
import type { Attributes, Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { Span as BullSpan, Telemetry } from 'bullmq';
import { codeLabel, errorLabel } from '../metrics/code-label.ts';
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

/** Traces jobs. */
export class JobTracer {
  readonly #api: Api;
  readonly #tracer: Tracer;
  /** Where a context has the span that added the job. */
  readonly #addedBy: symbol;
  /** The spans of jobs that run. */
  readonly #running = new WeakSet<Span>();

  constructor(api: Api, tracer: Tracer) {
    this.#api = api;
    this.#tracer = tracer;
    this.#addedBy = api.createContextKey('buybox: the span that added the job');
  }

  /** Returns what BullMQ takes as its option `telemetry`. */
  telemetry(): Telemetry<Context> {
    const { context } = this.#api;
    return {
      tracer: { startSpan: (name, options, parent) => this.start(name, Number(options?.kind ?? 0), parent) },
      contextManager: {
        with: (active, run) => context.with(active, run),
        active: () => context.active(),
        root: () => this.#api.ROOT_CONTEXT,
        getMetadata: (active) => this.metadataOf(active),
        fromMetadata: (_active, metadata) => this.contextOf(metadata),
      },
    };
  }

  /** Adds what happened to a job to its span: events of a job are published while its span is active. */
  onEvent(event: WorkerEvent): void {
    const span = this.#api.trace.getActiveSpan();
    if (span === undefined || !this.#running.has(span) || !('marketplace' in event)) return;
    span.setAttributes({ 'buybox.marketplace': event.marketplace, 'buybox.attempts': event.attempt });
    if (event.type === 'retried') this.fail(span, errorLabel(event.error));
    if (event.type === 'dead') this.fail(span, codeLabel(event.code));
  }

  private start(name: string, kind: number, parent: Context | undefined): BullSpan<Context> {
    const { SpanKind, ROOT_CONTEXT, context, trace, INVALID_SPAN_CONTEXT } = this.#api;
    // The steps of bullmq itself, such as taking the next job and renewing locks, would be most of all spans.
    if (kind !== SpanKind.PRODUCER && kind !== SpanKind.CONSUMER) {
      return this.bullSpan(trace.wrapSpanContext(INVALID_SPAN_CONTEXT), (active) => active);
    }
    const isRun = kind === SpanKind.CONSUMER;
    const addedBy = parent?.getValue(this.#addedBy) as SpanContext | undefined;
    const links = addedBy === undefined ? [] : [{ context: addedBy }];
    const attributes = { 'messaging.system': 'bullmq', 'messaging.operation.type': isRun ? 'process' : 'send' };
    // A job runs long after it was added, and more than once: it has a trace of its own.
    const within = isRun ? (parent ?? ROOT_CONTEXT) : (parent ?? context.active());
    const span = this.#tracer.startSpan(name, { kind, attributes, links, root: isRun }, within);
    if (isRun) this.#running.add(span);
    return this.bullSpan(span, (active) => trace.setSpan(active, span));
  }

  private bullSpan(span: Span, setSpanOnContext: (context: Context) => Context): BullSpan<Context> {
    return {
      setSpanOnContext,
      setAttribute: (name, value) => void span.setAttributes(shown({ [name]: value })),
      setAttributes: (attributes) => void span.setAttributes(shown(attributes)),
      addEvent: (name) => void span.addEvent(name),
      // Without its message, which can quote the input.
      recordException: (error) => this.fail(span, errorLabel(error)),
      end: () => span.end(),
    };
  }

  private fail(span: Span, code: string): void {
    span.setAttribute('error.type', code).setStatus({ code: this.#api.SpanStatusCode.ERROR });
  }

  /** Returns the trace context that a job carries to its worker; empty for none. */
  private metadataOf(active: Context): string {
    const carrier: Record<string, string> = {};
    this.#api.propagation.inject(active, carrier);
    return Object.keys(carrier).length === 0 ? '' : JSON.stringify(carrier);
  }

  private contextOf(metadata: string): Context {
    const { propagation, trace, ROOT_CONTEXT } = this.#api;
    const extracted = propagation.extract(ROOT_CONTEXT, carrierOf(metadata));
    return trace.deleteSpan(extracted).setValue(this.#addedBy, trace.getSpanContext(extracted));
  }
}

/** Reads the trace context of a job. Another program may have written it. */
function carrierOf(metadata: string): Record<string, unknown> {
  try {
    const carrier: unknown = JSON.parse(metadata);
    return typeof carrier === 'object' && carrier !== null ? { ...carrier } : {};
  } catch {
    return {};
  }
}

function shown(attributes: Readonly<Record<string, unknown>>): Attributes {
  const entries = Object.entries(attributes).flatMap(([name, value]) => {
    const key = ATTRIBUTES[name];
    return key !== undefined && (typeof value === 'string' || typeof value === 'number') ? [[key, value] as const] : [];
  });
  return Object.fromEntries(entries);
}
