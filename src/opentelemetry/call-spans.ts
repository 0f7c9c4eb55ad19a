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

/** Returns a listener that makes spans of events. A call is a child of the span that is active when it starts. */
export function callTracer(api: Api, tracer: Tracer): (event: MarketplaceEvent) => void {
  const running = new Map<string, CallSpans>();
  return (event) => {
    const id = event.request_id;
    const known = running.get(id);
    const spans = known ?? { call: startCall(api, tracer, event) };
    if (known === undefined) running.set(id, spans);
    trace(api, tracer, spans, event);
    if (event.type === 'done') running.delete(id);
  };
}

function startCall({ SpanKind }: Api, tracer: Tracer, event: MarketplaceEvent): Span {
  const { request_id, endpoint, marketplace, elapsed_ms } = event;
  return tracer.startSpan(`buybox ${endpoint}`, {
    kind: SpanKind.INTERNAL,
    startTime: Date.now() - elapsed_ms,
    attributes: { 'buybox.endpoint': endpoint, 'buybox.marketplace': marketplace, 'buybox.request_id': request_id },
  });
}

function trace(api: Api, tracer: Tracer, spans: CallSpans, event: MarketplaceEvent): void {
  switch (event.type) {
    case 'request':
      spans.request?.end();
      spans.request = startRequest(api, tracer, spans.call, event);
      break;
    case 'response':
      endRequest(spans, event);
      break;
    case 'retry':
      failRequest(api, spans, errorLabel(event.error));
      break;
    case 'done':
      endCall(api, spans, event);
      return;
  }
  const attributes = attributesOf(event);
  if (attributes !== undefined) spans.call.addEvent(event.type, attributes);
}

type EventOf<Type extends MarketplaceEvent['type']> = Extract<MarketplaceEvent, { type: Type }>;

function startRequest(api: Api, tracer: Tracer, call: Span, { url, endpoint, attempt }: EventOf<'request'>): Span {
  const { SpanKind, context, trace: traces } = api;
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
  return tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }, traces.setSpan(context.active(), call));
}

function endRequest(spans: CallSpans, { status, bytes }: EventOf<'response'>): void {
  spans.request?.setAttributes({ 'http.response.status_code': status, 'http.response.body.size': bytes });
  if (status >= 400) spans.request?.setAttribute('error.type', String(status));
  spans.request?.end();
  spans.request = undefined;
}

function failRequest({ SpanStatusCode }: Api, spans: CallSpans, code: string): void {
  spans.request?.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
  spans.request?.end();
  spans.request = undefined;
}

function endCall(api: Api, spans: CallSpans, event: EventOf<'done'>): void {
  const { call } = spans;
  call.setAttribute('buybox.attempts', event.attempt);
  if (event.queued_ms !== undefined) call.setAttribute('buybox.queued_ms', event.queued_ms);
  if ('error' in event) {
    const code = errorLabel(event.error);
    failRequest(api, spans, code);
    call.setAttribute('error.type', code).setStatus({ code: api.SpanStatusCode.ERROR });
  } else call.setAttribute('buybox.found', event.found);
  spans.request?.end();
  call.end();
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
