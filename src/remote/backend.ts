/** The remote backend: parameters -> request -> response of the service -> envelope. */
import { Call, type CallPolicy, callPolicyOf } from '../call/call.ts';
import { closeAll } from '../call/close-all.ts';
import { ConnectionLimit } from '../call/connection-limit.ts';
import { requestUrl } from '../call/request-url.ts';
import { Spending } from '../call/spending.ts';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { Usage } from '../contract/envelope.ts';
import { readMeta } from '../contract/error-body.ts';
import { BadRequestError, ParseError } from '../contract/errors.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import { isRecord } from '../contract/json.ts';
import {
  type CallOptions,
  type EnvelopeOf,
  type FieldsParam,
  type FullParams,
  type MarketplaceWithFields,
  marketplaceFrom,
  type Params,
  type RawResponse,
} from '../contract/marketplace.ts';
import { marketplaceOf, validateParams } from '../contract/validate.ts';
import { budgetList } from '../ledger/budget.ts';
import { memoryLedger } from '../ledger/memory-ledger.ts';
import { withoutEchoes } from '../settings/echoes.ts';
import { currentKey } from './api-key.ts';
import { ServiceConnection, type ServiceRequest, shownResponse } from './connection.ts';
import { type Drift, DriftWatch } from './drift-watch.ts';
import { type LiveEnvelope, readResponse } from './response.ts';
import type { RemoteSettings } from './settings.ts';
import type { Transport } from './transport.ts';

/** Returns a marketplace that calls a hosted `/v1` service. */
export function remoteMarketplace(settings: RemoteSettings, transport: Transport): MarketplaceWithFields {
  const backend = new RemoteBackend(settings, transport);
  return marketplaceFrom(
    (name, params, callOptions, onResponse) => backend.call(name, params, callOptions, onResponse),
    () => backend.close(),
    settings,
  );
}

class RemoteBackend {
  readonly #settings: RemoteSettings;
  readonly #policy: CallPolicy;
  readonly #connection: ServiceConnection;
  readonly #limit: ConnectionLimit;
  readonly #closing = new AbortController();
  readonly #watch = new DriftWatch();
  /** Whether the service accepts the parameter `fields`. `undefined` until a call tells. */
  #knowsFields: boolean | undefined;
  /** `undefined` without a budget. */
  readonly #spending: Spending | undefined;

  constructor(settings: RemoteSettings, transport: Transport) {
    const { maxConnections } = settings;
    this.#settings = settings;
    this.#policy = callPolicyOf(settings, this.#closing.signal);
    this.#limit = new ConnectionLimit(maxConnections);
    this.#connection = new ServiceConnection(settings, transport);
    this.#spending = spendingOf(settings);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await closeAll(
      () => this.#connection.close(),
      () => this.#spending?.close(),
      () => this.#settings.ledger?.close(),
    );
  }

  async call<Name extends EndpointName>(
    name: Name,
    unchecked: Params<Name>,
    options?: CallOptions,
    onResponse?: (response: RawResponse) => void,
  ): Promise<EnvelopeOf<Name>> {
    const { marketplace, language } = this.#settings;
    const params = validateParams(name, unchecked, { marketplace, language });
    const call = new Call(name, marketplaceOf(params), this.#policy, onResponse);
    const response = await call.run((signal, attempt) => this.paidAttempt(call, params, signal, attempt), options);
    // A service can ignore `fields`.
    const envelope = withFields(response, fieldsOf(params));
    const { usage } = readMeta(envelope.meta);
    if (usage !== undefined) {
      call.emit('charged', { consumed: usage.requests_consumed, remaining: usage.requests_remaining });
    }
    call.done({ found: envelope.found });
    return envelope as EnvelopeOf<Name>;
  }

  /** Makes an attempt within the budget. */
  private async paidAttempt<Name extends EndpointName>(
    call: Call,
    params: FullParams<Name>,
    signal: AbortSignal,
    number: number,
  ): Promise<LiveEnvelope> {
    const attempt = () => this.#limit.run(call, signal, () => this.askedAttempt(call, params, signal, number));
    if (this.#spending === undefined) return attempt();
    // A service that reports no usage charges successful responses, as the contract says.
    return this.#spending.spend(call, attempt, ({ meta }) => readMeta(meta).usage?.requests_consumed !== 0, signal);
  }

  /** Makes an attempt, once more without `fields` if the service does not know that parameter. */
  private async askedAttempt<Name extends EndpointName>(
    call: Call,
    params: FullParams<Name>,
    signal: AbortSignal,
    number: number,
  ): Promise<LiveEnvelope> {
    if (fieldsOf(params) === undefined) return this.attempt(call, params, signal, number);
    const { fields: _, ...others } = params as FullParams<Name> & FieldsParam<string>;
    const without = () => this.attempt(call, others as FullParams<Name>, signal, number);
    if (this.#knowsFields === false) return without();
    try {
      const envelope = await this.attempt(call, params, signal, number);
      this.#knowsFields = true;
      return envelope;
    } catch (error) {
      if (this.#knowsFields || !isPerhapsOfFields(error)) throw error;
      const envelope = await without();
      this.#knowsFields = false;
      return envelope;
    }
  }

  private async attempt<Name extends EndpointName>(
    call: Call,
    params: FullParams<Name>,
    signal: AbortSignal,
    number: number,
  ): Promise<LiveEnvelope> {
    const key = await currentKey(this.#settings.apiKey);
    const request = this.request(call, params as FullParams<EndpointName>, key, signal);
    call.emit('request', { url: request.url });
    const response = await this.#connection.send(request);
    call.emit('response', { status: response.status, bytes: response.bytes });
    call.received(() => shownResponse(response, key));
    const envelope = readResponse(response, { now: this.#policy.now(), redact: (text) => withoutEchoes(text, key) });
    await this.checkDrift(call, envelope, fieldsOf(params) !== undefined);
    const { usage } = readMeta(envelope.meta);
    if (usage === undefined) return withoutUsage(envelope);
    // A response that is repeated to a later attempt was charged by this call.
    const isPaidBefore = number === 1 && response.headers['idempotency-replayed'] === 'true';
    return isPaidBefore ? withUsage(envelope, { ...usage, requests_consumed: 0 }) : envelope;
  }

  private request(call: Call, params: FullParams<EndpointName>, key: string, signal: AbortSignal): ServiceRequest {
    const { endpoint: name } = call;
    const { method } = endpoints[name];
    const body = method === 'POST' ? JSON.stringify(params) : undefined;
    const url = requestUrl(this.#settings.baseUrl, name, params);
    const { headers, idempotencyKey = call.requestId } = call;
    return { method, url, key, headers, body, signal, idempotencyKey };
  }

  /** Reports differences between a response and the contract to listeners. A strict marketplace checks every response, and throws. */
  private async checkDrift(call: Call, envelope: LiveEnvelope, isPartial: boolean): Promise<void> {
    const { strict, drift: differencesOf } = this.#settings;
    const { page_type, meta } = envelope;
    const isDue = strict || (call.isHeard('drift') && this.#watch.isDue(page_type));
    if (!isDue || typeof differencesOf !== 'function') return;
    const drift = await differencesOf(call.endpoint, envelope, isPartial);
    for (const difference of drift) {
      const { path, expected, got } = difference;
      if (this.#watch.isNew(page_type, difference)) call.emit('drift', { path, expected, got });
    }
    const breach = strict ? drift.find(({ isAddition }) => !isAddition) : undefined;
    if (breach !== undefined) throw breachOf(breach, meta);
  }
}

function spendingOf({ budget, ledger, now = Date.now }: RemoteSettings): Spending | undefined {
  if (budget === undefined) return undefined;
  return new Spending(ledger ?? memoryLedger({ now }), budgetList(budget), now);
}

/** Whether a service may have refused a call because it does not know the parameter `fields`. Not every service names the parameter. */
function isPerhapsOfFields(error: unknown): boolean {
  if (!(error instanceof BadRequestError) || error.code === 'INVALID_CONFIGURATION') return false;
  return error.parameter === undefined || error.parameter === 'fields';
}

function withUsage(envelope: LiveEnvelope, usage: Usage): LiveEnvelope {
  return { ...envelope, meta: { ...Object(envelope.meta), usage } };
}

/** A service can omit the credits. Those that are no counts would be added up to something else. */
function withoutUsage(envelope: LiveEnvelope): LiveEnvelope {
  if (!isRecord(envelope.meta)) return envelope;
  const { usage: _, ...meta } = envelope.meta;
  return { ...envelope, meta };
}

function breachOf({ path, expected, got }: Drift, meta: unknown): ParseError {
  const { requestId, usage } = readMeta(meta);
  return new ParseError(`${path}: the service sent ${got}: expected ${expected}. The marketplace is strict.`, {
    requestId,
    usage,
    billed: (usage?.requests_consumed ?? 0) > 0,
  });
}
