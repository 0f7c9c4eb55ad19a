/** The local backend: builds the URL of a request, fetches and reads the page, and returns the envelope. */
import { Call, type CallPolicy, callPolicyOf } from '../call/call.ts';
import { closeAll } from '../call/close-all.ts';
import { ConnectionLimit } from '../call/connection-limit.ts';
import { requestUrl } from '../call/request-url.ts';
import { Spending } from '../call/spending.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import type {
  CallOptions,
  EnvelopeOf,
  FullParams,
  MarketplaceWithFields,
  ObservedResponse,
  Params,
} from '../contract/marketplace.ts';
import { marketplaceFrom } from '../contract/marketplace.ts';
import { marketplaceOf, validateParams } from '../contract/validate.ts';
import { budgetList } from '../ledger/budget.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { offersOfCondition } from './condition-filter.ts';
import { Credits } from './credits.ts';
import type { LocalMarketplaceOptions } from './marketplace.ts';
import { lastOffersAgain } from './offers-past-end.ts';
import type { Pacing } from './pace.ts';
import { pacerOf } from './pacer.ts';
import { PageReading, type PageResult } from './page-reading.ts';
import type { PageSource } from './page-source.ts';
import { resolveShortLink, type TargetPage, targetPage } from './requests.ts';
import { type SessionPool, Sessions } from './sessions.ts';
import type { SharedPace } from './shared-pace.ts';
import { wantedFields } from './wanted-fields.ts';
import { WorkerPool } from './workers/worker-pool.ts';

/** Calls at once if neither `concurrency` nor packs say how many. */
const DEFAULT_CONCURRENCY = 10;

/** What a backend is made of: checked options, and the page source that they describe. */
export type LocalSettings = LocalMarketplaceOptions & { pages: PageSource };

/** Returns a marketplace that fetches the sites' own pages and reads them. */
export function openLocalBackend(settings: LocalSettings): MarketplaceWithFields {
  const backend = new LocalBackend(settings);
  return marketplaceFrom(
    (name, params, callOptions, onResponse) => backend.call(name, params, callOptions, onResponse),
    () => backend.close(),
    settings,
  );
}

function sessionsOf(pages: PageSource, sharedPace: SharedPace | undefined): SessionPool {
  const { sessionCount = 1, sessionNames = Array.from({ length: sessionCount }, (_, index) => String(index + 1)) } =
    pages;
  return sharedPace?.sessions(sessionNames) ?? new Sessions(sessionCount);
}

class LocalBackend {
  readonly #closing = new AbortController();
  readonly #policy: CallPolicy;
  readonly #defaults: Pick<LocalMarketplaceOptions, 'marketplace' | 'language'>;
  readonly #baseUrl: string;
  readonly #concurrency: number | undefined;
  readonly #credits: Credits;
  readonly #spending: Spending;
  readonly #pages: PageSource;
  readonly #reading: PageReading;
  readonly #workers: WorkerPool | undefined;
  readonly #pacer: Pacing | undefined;
  readonly #sessions: SessionPool;
  readonly #sharedPace: SharedPace | undefined;
  readonly #limit = new ConnectionLimit(DEFAULT_CONCURRENCY);

  constructor(options: LocalSettings) {
    const { marketplace, language, baseUrl = 'http://localhost:8787', concurrency, pages } = options;
    const policy = callPolicyOf(options, this.#closing.signal);
    const { now } = policy;
    const { packs = [], ledger = memoryLedger({ now }) } = options;
    this.#defaults = { marketplace, language };
    this.#baseUrl = baseUrl;
    this.#concurrency = concurrency;
    this.#credits = new Credits(ledger, packs);
    this.#policy = { ...policy, usage: () => this.#credits.usage() };
    this.#spending = new Spending(ledger, budgetList(options.budget), now);
    this.#pages = pages;
    this.#workers = options.parseIn === 'workers' ? new WorkerPool() : undefined;
    this.#sharedPace = options.sharedPace;
    this.#pacer = pacerOf(options, pages.pace);
    this.#sessions = sessionsOf(pages, options.sharedPace);
    this.#reading = new PageReading(pages, this.#sessions, this.#pacer, now, this.#workers, options.parseTimeoutMs);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await closeAll(
      () => this.#workers?.close(),
      () => this.#pages.close?.(),
      () => this.#pacer?.close(),
      () => this.#sessions.close(),
      () => this.#sharedPace?.close(),
      () => this.#spending.close(),
      () => this.#credits.close(),
    );
  }

  async call<Name extends EndpointName>(
    name: Name,
    given: Params<Name>,
    options?: CallOptions,
    onResponse?: (response: ObservedResponse) => void,
  ): Promise<EnvelopeOf<Name>> {
    const params = validateParams(name, given, this.#defaults);
    const call = new Call(name, marketplaceOf(params), this.#policy, onResponse);
    const { page, source, usage, target } = await call.run(async (signal, attempt) => {
      const requested = { ...targetPage(name, params), ...wantedFields(params) };
      return this.#spending.spend(
        call,
        () => this.attempt(call, requested, signal, attempt),
        ({ usage }) => usage.requests_consumed > 0,
        signal,
        call.idempotencyKey,
      );
    }, options);
    call.emit('charged', { consumed: usage.requests_consumed, remaining: usage.requests_remaining });
    call.done({ found: page.found });
    const whole = 'condition' in params ? offersOfCondition(page, params.condition) : page;
    const { found, page_type, data } = withFields(whole, fieldsOf(params));
    return {
      success: true,
      found,
      page_type,
      data,
      meta: {
        ...this.meta(call, target, usage, name, params),
        ...(page.gaps.length === 0 ? {} : { gaps: page.gaps }),
        source,
        ...(call.queuedMs === undefined ? {} : { queued_ms: call.queuedMs }),
      },
    } as EnvelopeOf<Name>;
  }

  /** Makes one attempt. Its credit is reserved before anything is fetched, charged for a response, and free again after a failure. */
  private async attempt(
    call: Call,
    requested: TargetPage,
    signal: AbortSignal,
    attempt: number,
  ): Promise<PageResult & { usage: Usage; target: TargetPage }> {
    const connections = await this.#credits.connections();
    const allowed = connections ?? this.#concurrency ?? DEFAULT_CONCURRENCY;
    this.#limit.connections = Math.max(1, Math.min(this.#concurrency ?? allowed, allowed));
    return this.#limit.run(call, signal, async () => {
      const lease = await this.#credits.reserve(call, signal);
      try {
        const target = await resolveShortLink(requested, (page) => this.#reading.resolve(call, page, signal, attempt));
        const read = (page: TargetPage) => this.#reading.read(call, page, signal, attempt);
        const result = await lastOffersAgain(await read(target), target, read);
        return { ...result, target, usage: await lease.commit({ signal }) };
      } catch (error) {
        // The error of the attempt is the one to report. A reservation that is not freed now is freed later.
        await lease.release().catch(() => undefined);
        throw error;
      }
    });
  }

  private meta<Name extends EndpointName>(
    call: Call,
    { marketplace, language }: TargetPage,
    usage: Usage,
    name: Name,
    params: FullParams<Name>,
  ): ResponseMeta {
    return {
      marketplace: marketplace.code,
      language,
      timing_ms: call.elapsedMs,
      request_url: requestUrl(this.#baseUrl, name, params),
      timestamp: new Date(this.#policy.now()).toISOString(),
      request_id: call.requestId,
      usage,
    };
  }
}
