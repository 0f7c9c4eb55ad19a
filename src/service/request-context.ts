/** The facts about one request, from its arrival to its response. */
import { randomUUID } from 'node:crypto';
import { LANGUAGES, type Language, MARKETPLACES, type MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { MetaExtensions, ResponseMeta, Usage } from '../contract/envelope.ts';
import type { LimitName } from './limits.ts';
import type { LogEntry } from './log.ts';
import { ObservedCall } from './observed-call.ts';
import { boundedRecord, type Outcome, type RequestRecord } from './request-record.ts';

const NO_USAGE: Usage = { requests_consumed: 0, requests_remaining: 0 };

/** The statuses of wrong keys and tokens: the log has the IP address of their callers. */
const SHOWS_ADDRESS: ReadonlySet<number> = new Set([401, 429]);

/** Collects what `meta`, the store and the log say about a request. */
export class RequestContext {
  /** `meta.request_id` of the response. That of a repeated response is the first one's. */
  requestId: string = randomUUID();
  /** Whether the response is that of an earlier request with the same idempotency key. */
  isReplay = false;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** The URL that was called, as its caller knows it. */
  readonly url: string;
  /** The caller's IP address, if it is known. */
  readonly address: string | undefined;
  endpoint: EndpointName | undefined;
  keyId: string | undefined;
  marketplace: MarketplaceCode = 'us';
  language: Language = 'en';
  usage: Usage = NO_USAGE;
  /** Further members of `meta`: gaps and the page, from the marketplace of the service. */
  extensions: MetaExtensions = {};
  status = 200;
  code: string | undefined;
  /** Message of the failure, as its caller receives it. */
  message: string | undefined;
  outcome: Outcome | undefined;
  /** Milliseconds that the call waited in the queue of the service. */
  queuedMs = 0;
  upstreamRequestId: string | undefined;
  /** The call of the marketplace; `undefined` for a request that did not reach it. */
  call: ObservedCall | undefined;
  /** The limit that refused the request, and the number of requests that it has refused in this minute. */
  refusedBy: { limit: LimitName; refusals: number } | undefined;
  error: unknown;
  readonly #now: () => number;
  /** Durations are measured with a clock that is never set back. */
  readonly #since = performance.now();

  constructor(url: string, address: string | undefined, now: () => number) {
    this.url = url;
    this.address = address;
    this.#now = now;
    this.startedAt = now();
  }

  get timingMs(): number {
    return Math.round(performance.now() - this.#since);
  }

  /** Milliseconds that the call waited for its turn, in the service and in its marketplace. */
  get waitedMs(): number {
    return this.queuedMs + (this.extensions.queued_ms ?? this.call?.queuedMs ?? 0);
  }

  /** Reads marketplace and language from the parameters. Values that are not valid leave the defaults: `meta` of a refused request has them too. */
  readSite(given: Record<string, unknown>): void {
    this.marketplace = MARKETPLACES.find((code) => code === given.marketplace) ?? this.marketplace;
    this.language = LANGUAGES.find((code) => code === given.language) ?? this.language;
  }

  /** Runs the call of the marketplace, and observes it. */
  observe<T>(call: () => Promise<T>): Promise<T> {
    this.call = new ObservedCall();
    return this.call.run(call);
  }

  /** Returns `meta` of the response. */
  meta(usage: Usage = this.usage): ResponseMeta {
    return {
      marketplace: this.marketplace,
      language: this.language,
      timing_ms: this.timingMs,
      request_url: this.url,
      timestamp: new Date(this.#now()).toISOString(),
      request_id: this.requestId,
      usage,
      ...this.extensions,
      ...(this.waitedMs > 0 ? { queued_ms: this.waitedMs } : {}),
    };
  }

  /** Returns the record for the store. */
  record(keyId: string, endpoint: EndpointName, outcome: Outcome): RequestRecord {
    const { call } = this;
    const { source, gaps = [] } = this.extensions;
    return boundedRecord({
      requestId: this.requestId,
      keyId,
      endpoint,
      marketplace: this.marketplace,
      status: this.status,
      code: this.code ?? null,
      message: this.message ?? null,
      outcome,
      consumed: this.usage.requests_consumed,
      timingMs: this.timingMs,
      queuedMs: this.waitedMs,
      at: this.startedAt,
      replayed: this.isReplay,
      upstreamRequestId: this.upstreamRequestId ?? null,
      pageUrl: source?.url ?? call?.url ?? null,
      attempts: call === undefined ? 0 : Math.max(call.attempts, source?.attempts ?? 1),
      retries: call?.retries ?? [],
      blocks: call?.blocks ?? 0,
      gaps,
    });
  }

  /** Returns the line for the service's log. */
  entry(method: string, path: string): LogEntry {
    return {
      time: new Date(this.startedAt).toISOString(),
      request_id: this.requestId,
      method,
      path,
      endpoint: this.endpoint,
      marketplace: this.endpoint === undefined ? undefined : this.marketplace,
      key_id: this.keyId,
      status: this.status,
      code: this.code,
      outcome: this.outcome,
      replayed: this.isReplay || undefined,
      timing_ms: this.timingMs,
      queued_ms: this.waitedMs,
      requests_consumed: this.usage.requests_consumed,
      upstream_request_id: this.upstreamRequestId,
      address: this.keyId === undefined && SHOWS_ADDRESS.has(this.status) ? this.address : undefined,
      limit: this.refusedBy?.limit,
      refusals: this.refusedBy?.refusals,
      error: this.error instanceof Error ? (this.error.stack ?? this.error.message) : undefined,
    };
  }
}
