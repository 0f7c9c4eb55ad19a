/** Makes the calls of a marketplace. Everything that both backends do alike is here: a backend only makes attempts. */
import type { EndpointName } from '../contract/endpoints.ts';
import type { LiveEnvelope, Usage } from '../contract/envelope.ts';
import { readMeta } from '../contract/error-body.ts';
import { fieldsOf, withFields } from '../contract/fields.ts';
import type {
  CallDefaults,
  CallOptions,
  EnvelopeOf,
  FullParams,
  Params,
  ResponseListener,
} from '../contract/marketplace.ts';
import { marketplaceOf, validateParams } from '../contract/validate.ts';
import { budgetList } from '../ledger/budget.ts';
import { AccountLedger } from '../ledger/credits.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { MemoryAccounts } from '../ledger/stores/memory-ledger.ts';
import type { Checked } from '../options/table.ts';
import { Spending } from './budgets.ts';
import { Call, type CallPolicy } from './call.ts';
import { closeAll } from './close-all.ts';
import type { CommonOptions } from './options.ts';
import { retryQuotaOf } from './retries.ts';
import { TaskQueue } from './task-queue.ts';

/** The part of a marketplace that is not the same for all: where data comes from. */
export interface Backend {
  attempt(call: Call, params: FullParams<EndpointName>, signal: AbortSignal): Promise<LiveEnvelope>;
  /** Throws for parameters that the backend cannot use, before anything waits. @throws BadRequestError */
  assertPossible?(name: EndpointName, params: FullParams<EndpointName>): void;
  /** Returns how many attempts may run at once. */
  connections(): number | Promise<number>;
  /** Returns the usage of a call that was not charged. */
  usage?(): Promise<Usage>;
  /** Whether calls with the same idempotency key are charged once. A service decides that itself, and reports it in `meta.usage`. */
  readonly chargesKeysOnce: boolean;
  close?(): Promise<void>;
}

/** Runs calls: checks their parameters, limits their time and their number, retries, and keeps budgets. */
export class Runner {
  readonly #defaults: CallDefaults;
  readonly #ledger: Ledger;
  readonly #backend: Backend;
  readonly #policy: CallPolicy;
  readonly #spending: Spending;
  readonly #connections = new TaskQueue(1);
  readonly #closing = new AbortController();

  /** @param options Checked options. @param backendOf Returns the backend. The ledger counts its credits, too. */
  constructor(options: Checked<CommonOptions>, backendOf: (ledger: Ledger, now: () => number) => Backend) {
    const { marketplace, language, budget, retryQuota, now = Date.now } = options;
    const { ledger = new AccountLedger(new MemoryAccounts(now)) } = options;
    const backend = backendOf(ledger, now);
    this.#defaults = { marketplace, language };
    this.#ledger = ledger;
    this.#backend = backend;
    const usage = backend.usage?.bind(backend);
    this.#policy = { ...options, quota: retryQuotaOf(retryQuota), closed: this.#closing.signal, usage };
    this.#spending = new Spending(ledger, budgetList(budget), now);
  }

  /** Makes a call. @throws BadRequestError before anything is sent; the error of the last attempt */
  async call<Name extends EndpointName>(
    name: Name,
    given: Params<Name>,
    options?: CallOptions,
    onResponse?: ResponseListener,
  ): Promise<EnvelopeOf<Name>> {
    const params = validateParams(name, given, this.#defaults);
    const call = new Call(name, marketplaceOf(params), this.#policy, onResponse);
    const whole = await call.run(async (signal) => {
      this.#backend.assertPossible?.(name, params);
      return this.#spending.spend(
        call,
        () => this.#attempt(call, params, signal),
        // A service that reports no usage charges successful responses, as the contract says.
        ({ meta }) => readMeta(meta).usage?.requests_consumed !== 0,
        signal,
        this.#backend.chargesKeysOnce ? call.idempotencyKey : undefined,
      );
    }, options);
    // A service can ignore `fields`.
    const envelope = withFields(whole, fieldsOf(params));
    const { usage } = readMeta(envelope.meta);
    if (usage !== undefined)
      call.emit('charged', { consumed: usage.requests_consumed, remaining: usage.requests_remaining });
    call.done({ found: envelope.found });
    return envelope as EnvelopeOf<Name>;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await closeAll(
      () => this.#backend.close?.(),
      () => this.#spending.close(),
      () => this.#ledger.close(),
    );
  }

  async #attempt(call: Call, params: FullParams<EndpointName>, signal: AbortSignal): Promise<LiveEnvelope> {
    const queue = this.#connections;
    const connections = this.#backend.connections();
    queue.concurrency = typeof connections === 'number' ? connections : await connections;
    const endWait = queue.isFull ? call.wait({ reason: 'connections', position: queue.waiting + 1 }) : undefined;
    return queue.run(
      () => {
        endWait?.();
        return this.#backend.attempt(call, params, signal);
      },
      { signal, priority: call.priority },
    );
  }
}
