/** A call of a customer: a credit set aside, the marketplace asked, the credit charged or freed. */
import { Deadline } from '../call/deadline.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { TransportError } from '../contract/errors.ts';
import type { AnyEnvelope, EndpointMethods, FullParams } from '../contract/marketplace.ts';
import { validateParams } from '../contract/validate.ts';
import { type Failure, failureOfCall, failureOfRefusal, usageOf } from './failure.ts';
import { LEASE_MS, Leases } from './leases.ts';
import type { ServiceSettings } from './options.ts';
import type { RequestContext } from './request-context.ts';

type AnyParams = { [Name in EndpointName]: FullParams<Name> }[EndpointName];

/** The end of a call. */
export type Result = { answer: AnyEnvelope } | { failure: Failure };

/** Who calls. */
export interface Caller {
  keyId: string;
  exchange: RequestContext;
  /** Aborted when the caller goes away: the call ends, and is not charged. */
  signal: AbortSignal;
}

/** The parameters as they came, read when the caller is known. */
export type ReadParams = () => Record<string, unknown> | Promise<Record<string, unknown>>;

/** The marketplace's own budget ends first, and says so in its own words. */
const GRACE_MS = 1_000;

/** The failure of a caller who did not wait; nobody reads it but the log. */
const CALLER_LEFT: Failure = { status: 499, code: 'CALLER_LEFT', message: 'the caller closed the connection' };

/** Makes the calls of a service. */
export class CallRunner {
  readonly #settings: ServiceSettings;
  readonly #leases: Leases;

  constructor(settings: ServiceSettings) {
    this.#settings = settings;
    this.#leases = new Leases(settings.store);
  }

  /** How many calls run. */
  get running(): number {
    return this.#leases.size;
  }

  /** Makes a call; whatever becomes of it is written to the store. */
  async make(name: EndpointName, read: ReadParams, caller: Caller): Promise<Result> {
    const { exchange, keyId } = caller;
    exchange.endpoint = name;
    exchange.keyId = keyId;
    let params: AnyParams;
    let reservationId: string;
    try {
      const given = await read();
      exchange.ask(given);
      params = validateParams(name, given as FullParams<typeof name>);
      reservationId = (await this.#settings.store.reserve(keyId, LEASE_MS)).id;
    } catch (error) {
      return await this.refuse(name, error, caller);
    }
    this.#leases.add(reservationId);
    try {
      return await this.run(name, params, reservationId, caller);
    } finally {
      this.#leases.delete(reservationId);
    }
  }

  private async run(name: EndpointName, params: AnyParams, reservationId: string, caller: Caller): Promise<Result> {
    const { store } = this.#settings;
    const { exchange, keyId } = caller;
    let answer: AnyEnvelope;
    try {
      answer = await this.ask(name, params, caller.signal);
    } catch (error) {
      const failure = caller.signal.aborted ? CALLER_LEFT : failureOfCall(error);
      note(exchange, failure, error);
      exchange.usage = await store.release(reservationId, exchange.record(keyId, name, 'failed'));
      return { failure };
    }
    const { marketplace, language, request_id } = answer.meta;
    Object.assign(exchange, { marketplace, language, upstreamRequestId: request_id });
    exchange.outcome = answer.found ? 'found' : 'not_found';
    // Charged before it is sent: an answer that nobody charged would be free to whoever kills the service in between.
    exchange.usage = await store.commit(reservationId, exchange.record(keyId, name, exchange.outcome));
    return { answer: { ...answer, meta: exchange.meta() } };
  }

  private async ask(name: EndpointName, params: AnyParams, signal: AbortSignal): Promise<AnyEnvelope> {
    const { marketplace, timeoutMs } = this.#settings;
    const calls: EndpointMethods = marketplace;
    const call = calls[name] as (params: object, options: object) => Promise<AnyEnvelope>;
    using deadline = new Deadline(timeoutMs + GRACE_MS, [signal]);
    try {
      return await deadline.race(call(params, { signal: deadline.signal, timeoutMs }));
    } catch (cause) {
      if (!deadline.isSpent) throw cause;
      throw new TransportError(`the call's budget of ${timeoutMs} ms is spent (timeoutMs)`, { code: 'TIMEOUT', cause });
    }
  }

  private async refuse(name: EndpointName, error: unknown, { exchange, keyId, signal }: Caller): Promise<Result> {
    const { store } = this.#settings;
    const failure = signal.aborted ? CALLER_LEFT : failureOfRefusal(error);
    note(exchange, failure, error);
    exchange.outcome = failure.status < 500 ? 'rejected' : 'failed';
    exchange.usage = usageOf(error) ?? { requests_consumed: 0, requests_remaining: await store.remaining(keyId) };
    await store.record(exchange.record(keyId, name, exchange.outcome));
    return { failure };
  }
}

function note(exchange: RequestContext, { status, code }: Failure, error: unknown): void {
  Object.assign(exchange, { status, code, outcome: 'failed', error: status >= 500 ? error : undefined });
}
