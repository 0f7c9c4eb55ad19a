/** Traces of calls: a span for each call, and one for each of its HTTP requests. */
import type { Attributes, Span, Tracer } from '@opentelemetry/api';
import type { MarketplaceEvent } from '../client/events.ts';
import { endpoints } from '../contract/endpoints.ts';
import { codeLabel, errorLabel } from '../metrics/table.ts';

/** The module `@opentelemetry/api`. */
export type Api = typeof import('@opentelemetry/api');

/** The spans of a call. */
interface CallSpans {
  readonly call: Span;
  /** Span of the HTTP request that runs. */
  request?: Span | undefined;
}

type EventOf<Type extends MarketplaceEvent['type']> = Extract<MarketplaceEvent, { type: Type }>;

/** Returns a listener that makes spans of events. A call is a child of the span that is active when it starts. */
export function callTracer(
  { SpanKind, SpanStatusCode, context, trace }: Api,
  tracer: Tracer,
): (event: MarketplaceEvent) => void {
  const running = new Map<string, CallSpans>();

  function startCall({ request_id, endpoint, marketplace, elapsed_ms }: MarketplaceEvent): CallSpans {
    const call = tracer.startSpan(`buybox ${endpoint}`, {
      kind: SpanKind.INTERNAL,
      startTime: Date.now() - elapsed_ms,
      attributes: { 'buybox.endpoint': endpoint, 'buybox.marketplace': marketplace, 'buybox.request_id': request_id },
    });
    const spans = { call };
    running.set(request_id, spans);
    return spans;
  }

  function startRequest(call: Span, { url, endpoint, attempt }: EventOf<'request'>): Span {
    const { protocol, hostname, port, pathname } = new URL(url);
    // Requests to a hosted service have the method of the endpoint, pages are fetched with GET.
    const { method: own, path } = endpoints[endpoint];
    const method = pathname.endsWith(path) ? own : 'GET';
    // Without the query: it has what shoppers and callers search for.
    const attributes: Attributes = {
      'http.request.method': method,
      'url.scheme': protocol.slice(0, -1),
      'url.path': pathname,
      'server.address': hostname,
      'server.port': Number(port) || (protocol === 'http:' ? 80 : 443),
      ...(attempt > 1 ? { 'http.request.resend_count': attempt - 1 } : {}),
    };
    return tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(context.active(), call));
  }

  /** Ends the span of the request that runs, if there is one. @param code Why it failed. */
  function endRequest(spans: CallSpans, code?: string): void {
    if (spans.request !== undefined && code !== undefined) fail(spans.request, code);
    spans.request?.end();
    spans.request = undefined;
  }

  function endCall(spans: CallSpans, event: EventOf<'done'>): void {
    const { call } = spans;
    const code = 'error' in event ? errorLabel(event.error) : undefined;
    endRequest(spans, code);
    call.setAttribute('buybox.attempts', event.attempt);
    if (event.queued_ms !== undefined) call.setAttribute('buybox.queued_ms', event.queued_ms);
    if ('found' in event) call.setAttribute('buybox.found', event.found);
    if (code !== undefined) fail(call, code);
    call.end();
    running.delete(event.request_id);
  }

  function fail(span: Span, code: string): void {
    span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
  }

  return (event) => {
    const spans = running.get(event.request_id) ?? startCall(event);
    if (event.type === 'done') return endCall(spans, event);
    if (event.type === 'retry') endRequest(spans, errorLabel(event.error));
    if (event.type === 'request') {
      endRequest(spans);
      spans.request = startRequest(spans.call, event);
    }
    if (event.type === 'response') {
      const { status, bytes } = event;
      spans.request?.setAttributes({ 'http.response.status_code': status, 'http.response.body.size': bytes });
      if (status >= 400) spans.request?.setAttribute('error.type', String(status));
      endRequest(spans);
    }
    const attributes = attributesOf(event);
    if (attributes !== undefined) spans.call.addEvent(event.type, attributes);
  };
}

/**
 * Returns what the span of a call shows of an event; `undefined` for nothing. A list of what is shown, so that pages, texts of pages and URLs never are:
 * they can contain the place and the name of a shopper.
 */
function attributesOf(event: MarketplaceEvent): Attributes | undefined {
  switch (event.type) {
    case 'queue':
      return { reason: event.reason, position: event.position, wait_ms: event.wait_ms };
    case 'parsed':
      return { page_type: event.page_type, found: event.found, duration_ms: event.duration_ms };
    case 'retry':
      return { 'error.type': errorLabel(event.error), delay_ms: event.delay_ms, attempt: event.attempt };
    case 'backoff':
      return { 'server.address': event.host, wait_ms: event.wait_ms };
    case 'blocked':
      return { 'error.type': codeLabel(event.code) };
    case 'gaps':
      return { kinds: event.gaps.map(({ kind }) => kind), landmarks: event.gaps.map(({ landmark }) => landmark) };
    case 'proxy':
      return { state: event.state, reason: event.reason };
    case 'charged':
      return { consumed: event.consumed, remaining: event.remaining };
    case 'drift':
      return { path: event.path };
    default:
      return undefined;
  }
}
