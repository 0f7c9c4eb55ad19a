/** Runs the call of a request: reserves a credit, calls the marketplace, charges or frees the credit. */
import { Deadline, timeoutError } from '../client/deadline.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { Usage } from '../contract/envelope.ts';
import { MarketplaceError, UnavailableError } from '../contract/errors.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import type { AnyEnvelope, EndpointMethods, FullParams } from '../contract/marketplace.ts';
import { readExtensions } from '../contract/schemas/envelope.ts';
import { validateParams } from '../contract/validate.ts';
import { Leases, type OpenLease } from '../ledger/leases.ts';
import { LONGEST_TIMER_MS } from '../options/checks.ts';
import { type Failure, failureOfCall, failureOfRefusal } from './failure.ts';
import { FairQueue, type Turn } from './fair-queue.ts';
import {
  assertSameCall,
  fingerprintOf,
  type IdempotentCall,
  IdempotentCalls,
  readIdempotencyKey,
} from './idempotency.ts';
import type { ServiceSettings } from './options.ts';
import type { RequestContext } from './request-context.ts';
import type { Outcome } from './request-record.ts';
import type { Result, SentResponse } from './result.ts';

type AnyParams = { [Name in EndpointName]: FullParams<Name> }[EndpointName];

/** The caller. */
export interface Caller {
  keyId: string;
  context: RequestContext;
  /** Aborted when the caller disconnects. The call then ends and is not charged. */
  signal: AbortSignal;
  /** The header `Idempotency-Key`. */
  idempotencyKey?: string | undefined;
}

/** The key of a stored response. */
type StoredUnder = Pick<IdempotentCall, 'idempotencyKey' | 'fingerprint'>;

/** Reads the parameters of the request. Called after the key is verified. */
export type ReadParams = () => Record<string, unknown> | Promise<Record<string, unknown>>;

/** The marketplace's own limits end a call first, so that its error reaches the caller. */
const GRACE_MS = 1_000;

const LOCKED = 'the store was locked until the call timed out (timeoutMs): the call is not charged.';

/** The failure of a caller that disconnected. It is only logged. */
const CALLER_LEFT: Failure = { status: 499, code: 'CALLER_LEFT', message: 'the caller closed the connection' };

/** Runs the calls of a service. */
export class CallRunner {
  readonly #settings: ServiceSettings;
  readonly #leases: Leases;
  readonly #idempotent: IdempotentCalls;
  /** Its calls run, or wait for their turn. */
  readonly queue: FairQueue;

  constructor(settings: ServiceSettings) {
    this.#settings = settings;
    this.#leases = new Leases(settings.store.ledger);
    this.#idempotent = new IdempotentCalls(settings.store);
    this.queue = new FairQueue(settings);
  }

  /** Runs a call and logs it in the store, however it ends. */
  async run(name: EndpointName, readParams: ReadParams, caller: Caller): Promise<Result> {
    const { context, keyId } = caller;
    context.endpoint = name;
    context.keyId = keyId;
    try {
      const given = await readParams();
      context.readSite(given);
      const params: AnyParams = validateParams(name, given as FullParams<typeof name>);
      const idempotencyKey = readIdempotencyKey(caller.idempotencyKey);
      if (idempotencyKey === undefined) return await this.runPaid(name, params, caller);
      return await this.runOnce(name, params, idempotencyKey, caller);
    } catch (error) {
      return await this.refuse(name, error, caller);
    }
  }

  /** Runs a call, unless it repeats another one. */
  private async runOnce(
    name: EndpointName,
    params: AnyParams,
    idempotencyKey: string,
    caller: Caller,
  ): Promise<Result> {
    const { keyId, signal, context } = caller;
    const under = { idempotencyKey, fingerprint: fingerprintOf(name, params) };
    const { result, isRepeat } = await this.#idempotent.run({ ...under, keyId, signal }, () =>
      this.runPaid(name, params, caller, under).catch((error: unknown) => this.refuse(name, error, caller)),
    );
    if (!isRepeat) return result;
    if ('failure' in result) noteFailure(context, result.failure, undefined);
    const requests_remaining = await this.#settings.store.ledger.remaining(keyId);
    context.usage = { requests_consumed: 0, requests_remaining };
    return await this.end(name, result, caller);
  }

  private async runPaid(name: EndpointName, params: AnyParams, caller: Caller, under?: StoredUnder): Promise<Result> {
    const { context, signal, keyId } = caller;
    const lease = await this.#leases.reserve(keyId, signal);
    let envelope: AnyEnvelope;
    try {
      envelope = await this.inTurn(caller, () => this.callMarketplace(name, params, caller));
    } catch (error) {
      const failure = signal.aborted ? CALLER_LEFT : failureOfCall(error);
      noteFailure(context, failure, error);
      if (error instanceof MarketplaceError) context.upstreamRequestId = error.requestId;
      context.usage = await lease.release();
      return await this.end(name, { failure }, caller);
    }
    const { marketplace, language, request_id } = envelope.meta;
    const extensions = readExtensions(envelope.meta);
    Object.assign(context, { marketplace, language, upstreamRequestId: request_id, extensions });
    // A wait for a locked store is part of the call's work.
    using deadline = new Deadline(Math.max(1, this.#settings.timeoutMs - context.timingMs + context.waitedMs), []);
    const charged = this.charge(lease, envelope, caller, under, deadline.signal);
    const response = await charged.catch((cause: unknown) => {
      throw deadline.hasTimedOut ? new UnavailableError(LOCKED, { cause }) : cause;
    });
    return await this.end(name, { response }, caller);
  }

  /** Charges a call and returns its response. It is charged before it is sent: if the process is killed in between, no response was free. */
  private async charge(
    lease: OpenLease,
    envelope: AnyEnvelope,
    { context, keyId }: Caller,
    under: StoredUnder | undefined,
    signal: AbortSignal,
  ): Promise<SentResponse> {
    const { store, idempotencyMs } = this.#settings;
    const { requestId } = context;
    const { found } = envelope;
    const bodyFor = (usage: Usage) => JSON.stringify({ ...envelope, meta: context.meta(usage) });
    if (under === undefined) {
      context.usage = await lease.commit({ signal });
      return { requestId, found, body: bodyFor(context.usage) };
    }
    const unsent = { ...under, keyId, requestId, found, keepMs: idempotencyMs, bodyFor };
    const stored = await lease.settle((reservation) => store.commitResponse(reservation, unsent, { signal }));
    context.usage = stored.usage ?? context.usage;
    if (stored.requestId === requestId) return stored;
    // Another process that shares the store made the same call at the same time.
    context.usage = await lease.release();
    assertSameCall(under.fingerprint, stored.fingerprint);
    return stored;
  }

  /** Logs the end of a call in the store. */
  private async end(name: EndpointName, result: Result, caller: Caller): Promise<Result> {
    const { context } = caller;
    if ('failure' in result) {
      const isCallersMistake = result.failure.status < 500 && result.failure !== CALLER_LEFT;
      await this.record(name, isCallersMistake ? 'rejected' : 'failed', caller);
      return result;
    }
    const { requestId, found } = result.response;
    context.isReplay = requestId !== context.requestId;
    context.requestId = requestId;
    await this.record(name, found ? 'found' : 'not_found', caller);
    return result;
  }

  /** Runs the work when the turn of the caller's key comes. Its credit stays reserved meanwhile, so that waiting calls count as connections. */
  private async inTurn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    using _turn = this.queue.begin(caller.keyId) ?? (await this.wait(caller));
    return await work();
  }

  private async wait({ keyId, context, signal }: Caller): Promise<Turn> {
    const since = performance.now();
    try {
      return await this.queue.wait(keyId, signal);
    } finally {
      context.queuedMs = Math.round(performance.now() - since);
    }
  }

  private async callMarketplace(
    name: EndpointName,
    params: AnyParams,
    { context, signal }: Caller,
  ): Promise<AnyEnvelope> {
    const { marketplace, timeoutMs } = this.#settings;
    const queueTimeoutMs = Math.max(1, this.#settings.queueTimeoutMs - context.queuedMs);
    const endpoints: EndpointMethods = marketplace;
    const call = endpoints[name] as (params: object, options: object) => Promise<AnyEnvelope>;
    using deadline = new Deadline(Math.min(queueTimeoutMs + timeoutMs + GRACE_MS, LONGEST_TIMER_MS), [signal]);
    try {
      const options = { signal: deadline.signal, timeoutMs, queueTimeoutMs };
      const envelope = await deadline.race(context.observe(() => call(params, options)));
      // A marketplace of the user's own can ignore `fields`.
      return withFields(envelope, fieldsOf(params));
    } catch (cause) {
      if (!deadline.hasTimedOut) throw cause;
      throw timeoutError({ hasWaitedTooLong: false, workedMs: timeoutMs, waitedMs: context.queuedMs }, { cause });
    }
  }

  /** Ends a call that never reached the marketplace. */
  private async refuse(name: EndpointName, error: unknown, caller: Caller): Promise<Result> {
    const { context, keyId, signal } = caller;
    const failure = signal.aborted ? CALLER_LEFT : failureOfRefusal(error);
    noteFailure(context, failure, error);
    const requests_remaining = () => this.#settings.store.ledger.remaining(keyId);
    const usage = error instanceof MarketplaceError ? error.usage : undefined;
    context.usage = usage ?? { requests_consumed: 0, requests_remaining: await requests_remaining() };
    return await this.end(name, { failure }, caller);
  }

  /** Logs the call in the store. A call that is charged is not lost to its caller if this fails: the error goes to the service's log. */
  private async record(name: EndpointName, outcome: Outcome, { context, keyId }: Caller): Promise<void> {
    context.outcome = outcome;
    try {
      await this.#settings.store.record(context.record(keyId, name, outcome));
    } catch (error) {
      context.error ??= error;
    }
  }
}

function noteFailure(context: RequestContext, { status, code, message }: Failure, error: unknown): void {
  Object.assign(context, { status, code, message, error: status >= 500 ? error : undefined });
}
