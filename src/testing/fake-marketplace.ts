/** A marketplace for unit tests: functions return its data, without HTML and without a network. */
import { type Middleware, withMiddleware } from '../client/middleware.ts';
import { COMMON_OPTIONS, type CommonOptions } from '../client/options.ts';
import { type Backend, Runner } from '../client/runner.ts';
import { ENDPOINT_NAMES, type EndpointName } from '../contract/endpoints.ts';
import { UNLIMITED_CREDITS, type Usage } from '../contract/envelope.ts';
import { BlockedError, QuotaExceededError } from '../contract/errors.ts';
import { type CallOptions, type FullParams, type Marketplace, marketplaceFrom } from '../contract/marketplace.ts';
import { requestUrl } from '../contract/request-params.ts';
import { invalidSetting, oneOf, wholeNumber } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
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
    options: CallOptions;
    /** When the call began [milliseconds since the epoch], on the clock of the fake. */
    at: number;
    /** The error of the call. Absent while it runs, and after a success. */
    error?: unknown;
  };
}[Name];

/** A marketplace whose data comes from functions. */
export interface FakeMarketplace extends Marketplace {
  /** All calls with valid parameters, in order. */
  readonly calls: readonly FakeCall[];
  /** Returns the calls of an endpoint, in order. @throws BadRequestError `INVALID_CONFIGURATION` for an unknown endpoint */
  callsOf<Name extends EndpointName>(endpoint: Name): FakeCall<Name>[];
  /** Replaces handlers. The others stay. */
  use(handlers: FakeHandlers): void;
  /** Forgets the calls, and restores the handlers and the credits of the start. */
  reset(): void;
}

const { marketplace, language, timeoutMs, queueTimeoutMs, budget, onEvent, now, retries } = COMMON_OPTIONS;

const FAKE_OPTIONS: OptionTable<FakeMarketplaceOptions> = {
  ...{ marketplace, language, timeoutMs, queueTimeoutMs, budget, onEvent, now, retries },
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
  const { retries = 0, credits = Number.POSITIVE_INFINITY, ...common } = settings;
  const { now = Date.now } = common;
  const first = handlersOf(handlers);
  const calls: FakeCall[] = [];
  let current = first;
  let left = credits;
  const usageOf = (requests_consumed: number): Usage => ({
    requests_consumed,
    requests_remaining: Math.min(left, UNLIMITED_CREDITS),
  });
  const backend: Backend = {
    chargesKeysOnce: true,
    connections: () => Number.POSITIVE_INFINITY,
    usage: async () => usageOf(0),
    /** Makes an attempt whose credit is reserved before, and free again after a failure. */
    async attempt(call, params, signal) {
      const { endpoint: name, attempt, marketplace, requestId: request_id } = call;
      if (left === 0) throw new QuotaExceededError('no credits are left in the fake marketplace (credits).');
      const handler = current[name] as FakeHandler<EndpointName> | undefined;
      if (handler === undefined) throw unhandled(name);
      left--;
      const request_url = requestUrl(BASE_URL, name, params);
      const facts = { marketplace, language: params.language, timing_ms: 0, request_url };
      const meta = { ...facts, timestamp: new Date(now()).toISOString(), request_id, usage: usageOf(1) };
      call.emit('request', { url: request_url });
      try {
        const envelope = await handled(handler, { name, params, meta, attempt, signal });
        const headers = { 'content-type': 'application/json' };
        call.received(() => ({ status: 200, headers, body: JSON.stringify(envelope) }));
        const { gaps } = envelope.meta;
        if (gaps !== undefined && gaps.length > 0) call.emit('gaps', { gaps, page: '' });
        return { ...envelope, meta: { ...envelope.meta, timing_ms: envelope.meta.timing_ms || call.elapsedMs } };
      } catch (error) {
        left++;
        if (error instanceof BlockedError) call.emit('blocked', { code: error.code, page: '' });
        throw error;
      }
    },
  };
  const recorded: Middleware = async ({ endpoint, params, options }, next) => {
    const record = { endpoint, params, options, at: now() } as FakeCall;
    calls.push(record);
    try {
      return await next();
    } catch (error) {
      record.error = error;
      throw error;
    }
  };
  const runner = new Runner({ ...common, retries, retryQuota: false }, () => backend);
  const marketplace = marketplaceFrom(
    (...call) => runner.call(...call),
    () => runner.close(),
    settings,
  );
  return Object.assign(withMiddleware(marketplace, recorded), {
    calls,
    callsOf: <Name extends EndpointName>(endpoint: Name) => {
      oneOf({ name: 'endpoint', value: endpoint }, ENDPOINT_NAMES);
      return calls.filter((call) => call.endpoint === endpoint) as FakeCall[] as FakeCall<Name>[];
    },
    use: (more: FakeHandlers) => {
      current = { ...current, ...handlersOf(more) };
    },
    reset: () => {
      calls.length = 0;
      current = first;
      left = credits;
    },
  });
}

function handlersOf(handlers: FakeHandlers): FakeHandlers {
  return readOptions('fakeMarketplace', FAKE_HANDLERS, handlers) as FakeHandlers;
}

function unhandled(name: EndpointName): Error {
  const advice = `Add one: fakeMarketplace({ ${name}: (params) => answer(...) }).`;
  return invalidSetting(name, undefined, `the fake marketplace has no handler for this endpoint. ${advice}`);
}
