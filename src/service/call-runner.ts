/** Runs the call of a request: reserves a credit, calls the marketplace, charges or frees the credit. */
import { Deadline } from '../call/deadline.ts';
import { timeoutError } from '../call/timeout-error.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import { readExtensions } from '../contract/envelope.ts';
import type { AnyEnvelope, EndpointMethods, FullParams } from '../contract/marketplace.ts';
import { validateParams } from '../contract/validate.ts';
import { type Lease, Leases } from '../ledger/leases.ts';
import { type Failure, failureOfCall, failureOfRefusal, usageOf } from './failure.ts';
import { FairQueue, type Turn } from './fair-queue.ts';
import type { ServiceSettings } from './options.ts';
import type { RequestContext } from './request-context.ts';
import type { Outcome } from './store.ts';

type AnyParams = { [Name in EndpointName]: FullParams<Name> }[EndpointName];

/** The result of a call. */
export type Result = { response: AnyEnvelope } | { failure: Failure };

/** Who makes a call. */
export interface Caller {
  keyId: string;
  context: RequestContext;
  /** Aborted when the caller disconnects. The call then ends and is not charged. */
  signal: AbortSignal;
}

/** Reads the parameters of the request. Called after the key is verified. */
export type ReadParams = () => Record<string, unknown> | Promise<Record<string, unknown>>;

/** The marketplace's own limits end a call first, so that its error reaches the caller. */
const GRACE_MS = 1_000;

/** The failure of a caller that disconnected. It is only logged. */
const CALLER_LEFT: Failure = { status: 499, code: 'CALLER_LEFT', message: 'the caller closed the connection' };

/** Runs the calls of a service. */
export class CallRunner {
  readonly #settings: ServiceSettings;
  readonly #leases: Leases;
  /** Its calls run, or wait for their turn. */
  readonly queue: FairQueue;

  constructor(settings: ServiceSettings) {
    this.#settings = settings;
    this.#leases = new Leases(settings.store.ledger);
    this.queue = new FairQueue(settings);
  }

  /** Runs a call and logs it in the store, however it ends. */
  async run(name: EndpointName, readParams: ReadParams, caller: Caller): Promise<Result> {
    const { context, keyId } = caller;
    context.endpoint = name;
    context.keyId = keyId;
    let params: AnyParams;
    let lease: Lease;
    try {
      const given = await readParams();
      context.readSite(given);
      params = validateParams(name, given as FullParams<typeof name>);
      lease = await this.#leases.reserve(keyId);
    } catch (error) {
      return await this.refuse(name, error, caller);
    }
    return await this.runPaid(name, params, lease, caller);
  }

  private async runPaid(name: EndpointName, params: AnyParams, lease: Lease, caller: Caller): Promise<Result> {
    const { context, signal } = caller;
    let response: AnyEnvelope;
    try {
      response = await this.inTurn(caller, () => this.callMarketplace(name, params, caller));
    } catch (error) {
      const failure = signal.aborted ? CALLER_LEFT : failureOfCall(error);
      noteFailure(context, failure, error);
      context.usage = await lease.release();
      await this.record(name, 'failed', caller);
      return { failure };
    }
    const { marketplace, language, request_id } = response.meta;
    const extensions = readExtensions(response.meta);
    Object.assign(context, { marketplace, language, upstreamRequestId: request_id, extensions });
    // Charged before the response is sent: if the process is killed in between, no response was free.
    context.usage = await lease.commit();
    await this.record(name, response.found ? 'found' : 'not_found', caller);
    return { response: { ...response, meta: context.meta() } };
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
    using deadline = new Deadline(queueTimeoutMs + timeoutMs + GRACE_MS, [signal]);
    try {
      return await deadline.race(call(params, { signal: deadline.signal, timeoutMs, queueTimeoutMs }));
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
    context.usage = usageOf(error) ?? { requests_consumed: 0, requests_remaining: await requests_remaining() };
    await this.record(name, failure.status < 500 ? 'rejected' : 'failed', caller);
    return { failure };
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

function noteFailure(context: RequestContext, { status, code }: Failure, error: unknown): void {
  Object.assign(context, { status, code, error: status >= 500 ? error : undefined });
}
