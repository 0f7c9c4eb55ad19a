/** A marketplace for unit tests: functions return its data, without HTML and without a network. */
import { Call, type CallPolicy, callPolicyOf } from '../call/call.ts';
import { COMMON_OPTIONS, type CommonOptions } from '../call/options.ts';
import { requestUrl } from '../call/request-url.ts';
import { Spending } from '../call/spending.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import { BadRequestError, BlockedError, QuotaExceededError } from '../contract/errors.ts';
import {
  type CallOptions,
  type EnvelopeOf,
  type FullParams,
  type MarketplaceWithFields,
  marketplaceFrom,
  type ObservedResponse,
  type Params,
} from '../contract/marketplace.ts';
import { UNLIMITED_CREDITS } from '../contract/unlimited.ts';
import { marketplaceOf, validateParams } from '../contract/validate.ts';
import { budgetList } from '../ledger/budget.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { wholeNumber } from '../settings/checks.ts';
import { type OptionTable, readOptions } from '../settings/table.ts';
import { FAKE_HANDLERS, type FakeHandler, type FakeHandlers, handled } from './fake-handlers.ts';

/** Options of {@link fakeMarketplace}. The environment does not change a fake. */
export interface FakeMarketplaceOptions
  extends Pick<
    CommonOptions,
    'marketplace' | 'language' | 'timeoutMs' | 'queueTimeoutMs' | 'budget' | 'onEvent' | 'now'
  > {
  /** Maximum number of retries. A test that expects an error gets it at once. @default 0 */
  retries?: number | undefined;
  /** Credits at the start. A call without a credit is a `QuotaExceededError`. @default no limit */
  credits?: number | undefined;
}

/** A call that a fake has received. Its parameters were valid. */
export type FakeCall<Name extends EndpointName = EndpointName> = {
  [Endpoint in Name]: {
    endpoint: Endpoint;
    /** The parameters, with all defaults. */
    params: FullParams<Endpoint>;
    /** The options of the call. */
    options: CallOptions | undefined;
    /** When the call began [milliseconds since the epoch], on the clock of the fake. */
    at: number;
    /** What the call rejected with. Absent while it runs, and after a success. */
    error?: unknown;
  };
}[Name];

/** A marketplace whose data comes from functions. */
export interface FakeMarketplace extends MarketplaceWithFields {
  /** All calls with valid parameters, in order. */
  readonly calls: readonly FakeCall[];
  /** Returns the calls of an endpoint, in order. */
  callsOf<Name extends EndpointName>(endpoint: Name): FakeCall<Name>[];
  /** Replaces handlers. The others stay. */
  use(handlers: FakeHandlers): void;
  /** Forgets the calls, and restores the handlers and the credits of the start. */
  reset(): void;
}

const FAKE_OPTIONS: OptionTable<FakeMarketplaceOptions> = {
  marketplace: COMMON_OPTIONS.marketplace,
  language: COMMON_OPTIONS.language,
  timeoutMs: COMMON_OPTIONS.timeoutMs,
  queueTimeoutMs: COMMON_OPTIONS.queueTimeoutMs,
  budget: COMMON_OPTIONS.budget,
  onEvent: COMMON_OPTIONS.onEvent,
  now: COMMON_OPTIONS.now,
  retries: COMMON_OPTIONS.retries,
  credits: { check: (setting) => wholeNumber(setting, 0) },
};

/** The base URL of `meta.request_url`. */
const BASE_URL = 'http://localhost:8787';

/**
 * Returns a marketplace for unit tests. A handler of an endpoint returns its data, an envelope, `null` for an entity that does not exist, or an error.
 * Parameters are checked and completed as by the backends; time limits, abort, retries, events, budgets and `meta.usage` work as there.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid handler or option. A call of an endpoint without a handler rejects with one.
 * @example
 * const fake = fakeMarketplace({ product: ({ asin }) => answer('product', { asin, bb_price: 19.9 }) });
 * await monitor(fake);
 * expect(fake.callsOf('product')).toHaveLength(1);
 */
export function fakeMarketplace(handlers: FakeHandlers, options: FakeMarketplaceOptions = {}): FakeMarketplace {
  const settings = readOptions('fakeMarketplace', FAKE_OPTIONS, options);
  const backend = new FakeBackend(handlers, settings);
  const marketplace = marketplaceFrom(
    (name, params, callOptions, onResponse) => backend.call(name, params, callOptions, onResponse),
    () => backend.close(),
    settings,
  );
  return Object.assign(marketplace, {
    calls: backend.calls,
    callsOf: <Name extends EndpointName>(endpoint: Name) =>
      backend.calls.filter((call) => call.endpoint === endpoint) as FakeCall[] as FakeCall<Name>[],
    use: (more: FakeHandlers) => backend.use(more),
    reset: () => backend.reset(),
  });
}

class FakeBackend {
  readonly calls: FakeCall[] = [];
  readonly #options: FakeMarketplaceOptions;
  readonly #first: FakeHandlers;
  readonly #policy: CallPolicy;
  readonly #spending: Spending;
  readonly #closing = new AbortController();
  #handlers: FakeHandlers;
  #credits: number | undefined;

  constructor(handlers: FakeHandlers, options: FakeMarketplaceOptions) {
    const { retries = 0, credits, budget, ...common } = options;
    const policy = callPolicyOf({ ...common, retries, retryQuota: false }, this.#closing.signal);
    this.#options = options;
    this.#first = handlersOf(handlers);
    this.#handlers = this.#first;
    this.#credits = credits;
    this.#policy = { ...policy, usage: async () => this.usage(0) };
    this.#spending = new Spending(memoryLedger({ now: policy.now }), budgetList(budget), policy.now);
  }

  use(handlers: FakeHandlers): void {
    this.#handlers = { ...this.#handlers, ...handlersOf(handlers) };
  }

  reset(): void {
    this.calls.length = 0;
    this.#handlers = this.#first;
    this.#credits = this.#options.credits;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#spending.close();
  }

  async call<Name extends EndpointName>(
    name: Name,
    given: Params<Name>,
    options?: CallOptions,
    onResponse?: (response: ObservedResponse) => void,
  ): Promise<EnvelopeOf<Name>> {
    const { marketplace, language } = this.#options;
    const params = validateParams(name, given, { marketplace, language });
    const at = this.#policy.now();
    const record = { endpoint: name, params, options, at } as FakeCall;
    this.calls.push(record);
    const call = new Call(name, marketplaceOf(params), this.#policy, onResponse);
    try {
      const envelope = await call.run((signal, attempt) => this.paid(call, params, signal, attempt), options);
      const { usage } = envelope.meta;
      call.emit('charged', { consumed: usage.requests_consumed, remaining: usage.requests_remaining });
      call.done({ found: envelope.found });
      return envelope as EnvelopeOf<Name>;
    } catch (error) {
      record.error = error;
      throw error;
    }
  }

  /** Makes an attempt whose credit is reserved before, and free again after a failure. */
  private async paid<Name extends EndpointName>(
    call: Call,
    params: FullParams<Name>,
    signal: AbortSignal,
    attempt: number,
  ): Promise<EnvelopeOf<EndpointName>> {
    const work = async () => {
      if (this.#credits === 0) throw new QuotaExceededError('no credits are left in the fake marketplace (credits).');
      if (this.#credits !== undefined) this.#credits--;
      try {
        return await this.attempt(call, params as FullParams<EndpointName>, signal, attempt);
      } catch (error) {
        if (this.#credits !== undefined) this.#credits++;
        throw error;
      }
    };
    const isBilled = ({ meta }: EnvelopeOf<EndpointName>) => meta.usage.requests_consumed > 0;
    return this.#spending.spend(call, work, isBilled, signal, call.idempotencyKey);
  }

  private async attempt(
    call: Call,
    params: FullParams<EndpointName>,
    signal: AbortSignal,
    attempt: number,
  ): Promise<EnvelopeOf<EndpointName>> {
    const { endpoint: name } = call;
    const handler = this.#handlers[name] as FakeHandler<EndpointName> | undefined;
    if (handler === undefined) throw unhandled(name);
    const meta = this.meta(call, params);
    call.emit('request', { url: meta.request_url });
    try {
      const envelope = await handled(handler, { name, params, meta, attempt, signal });
      call.received(() => ({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(envelope),
      }));
      const { gaps } = envelope.meta;
      if (gaps !== undefined && gaps.length > 0) call.emit('gaps', { gaps, page: '' });
      return { ...envelope, meta: { ...envelope.meta, timing_ms: envelope.meta.timing_ms || call.elapsedMs } };
    } catch (error) {
      if (error instanceof BlockedError) call.emit('blocked', { code: error.code, page: '' });
      throw error;
    }
  }

  private meta(call: Call, params: FullParams<EndpointName>): ResponseMeta {
    return {
      marketplace: call.marketplace,
      language: params.language,
      timing_ms: 0,
      request_url: requestUrl(BASE_URL, call.endpoint, params),
      timestamp: new Date(this.#policy.now()).toISOString(),
      request_id: call.requestId,
      usage: this.usage(1),
    };
  }

  private usage(requests_consumed: number): Usage {
    return { requests_consumed, requests_remaining: this.#credits ?? UNLIMITED_CREDITS };
  }
}

function handlersOf(handlers: FakeHandlers): FakeHandlers {
  return readOptions('fakeMarketplace', FAKE_HANDLERS, handlers) as FakeHandlers;
}

function unhandled(name: EndpointName): BadRequestError {
  return new BadRequestError(
    `${name}: the fake marketplace has no handler for this endpoint. Add one: fakeMarketplace({ ${name}: (params) => answer(...) }).`,
    { code: 'INVALID_CONFIGURATION', parameter: name },
  );
}
