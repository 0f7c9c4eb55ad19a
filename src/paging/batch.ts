/** Makes many calls with limited concurrency, and yields each result when its call ends. */

import { assertEndpoint, type EndpointName } from '../contract/endpoints.ts';
import { InternalError, MarketplaceError } from '../contract/errors.ts';
import type { AllFields } from '../contract/field-types.ts';
import type {
  AnyEnvelope,
  CallOptions,
  CallParams,
  EndpointMethods,
  EnvelopeOf,
  Marketplace,
} from '../contract/marketplace.ts';
import { SHARED_CALL_OPTIONS, sharedCallOptions } from '../options/call-options.ts';
import { functionFor, invalidSetting, marketplaceIn, wholeNumber } from '../options/checks.ts';
import { notify } from '../options/runtime.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { Inputs } from './inputs.ts';
import { usageOf } from './walk.ts';

/** A call of a batch. You can add your own members: the result contains the same object. */
export type BatchRequest<Name extends EndpointName = EndpointName> = {
  [Endpoint in Name]: { endpoint: Endpoint; params: CallParams<Endpoint> };
}[Name];

/** The fields that a request names where TypeScript can see them. */
type FieldsOf<Params> = Params extends { readonly fields: readonly (infer Field extends string)[] } ? Field : AllFields;

/** The result of one call: its response, with the fields that its request names, or its error. */
export type BatchResult<Request extends BatchRequest = BatchRequest> = Request extends BatchRequest
  ?
      | { request: Request; response: EnvelopeOf<Request['endpoint'], FieldsOf<Request['params']>>; error?: undefined }
      | { request: Request; error: Error; response?: undefined }
  : never;

/** Progress of a batch. */
export interface BatchProgress {
  /** Number of calls started. */
  started: number;
  /** Number of calls that have ended, with a response or an error. */
  completed: number;
  /** Number of calls that ended with an error. */
  failed: number;
  /** Credits charged for the calls that have ended. */
  creditsConsumed: number;
  /** Remaining credits after the last call that reported them. */
  creditsRemaining: number | undefined;
  /** Number of requests, if the input is an array. */
  total: number | undefined;
}

/** Options of {@link batch}. */
export interface BatchOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Maximum number of calls at the same time. Packs allow 10, 25 or 50. @default 10 */
  concurrency?: number | undefined;
  /** Maximum number of credits to spend. No call starts that could exceed it. @default no limit */
  maxCredits?: number | undefined;
  /** Called whenever a call ends. An error that it throws does not affect the batch: a warning of the process reports the first one. */
  onProgress?: ((progress: BatchProgress) => void) | undefined;
}

const BATCH_OPTIONS: OptionTable<BatchOptions> = {
  ...SHARED_CALL_OPTIONS,
  concurrency: { check: (setting) => wholeNumber(setting, 1) },
  maxCredits: { check: (setting) => wholeNumber(setting, 0) },
  onProgress: { check: functionFor<NonNullable<BatchOptions['onProgress']>>() },
};

function assertIterable(requests: unknown): void {
  const iterable = Object(requests) as Partial<Iterable<unknown> & AsyncIterable<unknown>>;
  if (iterable[Symbol.asyncIterator] ?? iterable[Symbol.iterator]) return;
  throw invalidSetting(
    'requests',
    requests ?? null,
    'is not iterable: expected an array, an iterator or a stream of requests.',
  );
}

/**
 * Makes many calls and yields their results in the order in which they end. A failed call is a result too, with its error. Requests are read only when
 * a call can start, so that at most `concurrency` of them are in memory. Leaving the loop aborts the running calls.
 *
 * @throws BadRequestError for invalid options, before the first request is read. The iteration throws the signal's reason, or the error of the input
 * after the results of the requests before it.
 * @example
 * const requests = asins.map((asin) => ({ endpoint: 'product' as const, params: { asin } }));
 * for await (const { request, response, error } of batch(marketplace, requests, { concurrency: 25 })) {
 *   if (error === undefined) save(request.params.asin, response);
 * }
 */
export function batch<Request extends BatchRequest>(
  marketplace: Marketplace,
  requests: Iterable<Request> | AsyncIterable<Request>,
  options: BatchOptions = {},
): AsyncGenerator<BatchResult<Request>, void, undefined> {
  marketplaceIn({ name: 'marketplace', value: marketplace });
  assertIterable(requests);
  return new Batch<Request>(marketplace, requests, readOptions('batch', BATCH_OPTIONS, options)).run();
}

class Batch<Request extends BatchRequest> {
  readonly #calls: EndpointMethods;
  readonly #inputs: Inputs<Request>;
  readonly #options: BatchOptions;
  readonly #progress: BatchProgress;
  /** Results that were not yielded yet. */
  readonly #results: BatchResult<Request>[] = [];
  readonly #leaving = new AbortController();
  /** Aborts when the caller leaves the loop or aborts its signal. */
  readonly #ended: AbortSignal;
  #running = 0;
  #wake: () => void = () => undefined;

  constructor(marketplace: Marketplace, requests: Iterable<Request> | AsyncIterable<Request>, options: BatchOptions) {
    const { signal } = options;
    this.#calls = marketplace;
    this.#options = options;
    this.#ended = AbortSignal.any(signal === undefined ? [this.#leaving.signal] : [this.#leaving.signal, signal]);
    this.#inputs = new Inputs(requests, () => this.#wake());
    const total = Array.isArray(requests) ? requests.length : undefined;
    this.#progress = { started: 0, completed: 0, failed: 0, creditsConsumed: 0, creditsRemaining: undefined, total };
  }

  async *run(): AsyncGenerator<BatchResult<Request>, void, undefined> {
    const { signal } = this.#options;
    const stop = () => this.#wake();
    signal?.addEventListener('abort', stop);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.startCalls();
        const result = this.#results.shift();
        if (result !== undefined) yield result;
        else if (this.isOver) break;
        else await woken;
      }
      this.#inputs.throwFailure();
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#leaving.abort(new DOMException('the loop over the results ended', 'AbortError'));
      await this.#inputs.end();
    }
  }

  private get isOver(): boolean {
    return this.#running === 0 && (this.#inputs.isEmpty || !this.hasCredit);
  }

  /** Whether another call stays within `maxCredits`. A running call counts as one credit. */
  private get hasCredit(): boolean {
    const { maxCredits = Number.POSITIVE_INFINITY } = this.#options;
    return this.#progress.creditsConsumed + this.#running < maxCredits;
  }

  /** Starts calls up to the limits. When an input is not available yet, its arrival wakes the batch. */
  private startCalls(): void {
    const { concurrency = 10 } = this.#options;
    while (this.hasCredit && this.#running + this.#results.length < concurrency) {
      const input = this.#inputs.take();
      if (input === undefined) return;
      this.#running++;
      this.#progress.started++;
      void this.call(input.value);
    }
  }

  private async call(request: Request): Promise<void> {
    try {
      const response = await this.send(request);
      this.finish({ request, response } as BatchResult<Request>, usageOf(response.meta) ?? { requests_consumed: 1 });
    } catch (cause) {
      this.#progress.failed++;
      const error = cause instanceof Error ? cause : new InternalError(String(cause), { retryable: false, cause });
      const { usage, billed = false } = error instanceof MarketplaceError ? error : {};
      this.finish({ request, error } as BatchResult<Request>, usage ?? { requests_consumed: billed ? 1 : 0 });
    }
  }

  private async send(request: Request): Promise<AnyEnvelope> {
    const { endpoint, params } = Object(request) as Request;
    assertEndpoint('endpoint', endpoint);
    const call = this.#calls[endpoint] as (params: unknown, options: CallOptions) => Promise<AnyEnvelope>;
    return call(params, { ...sharedCallOptions(this.#options), signal: this.#ended });
  }

  private finish(
    result: BatchResult<Request>,
    usage: { requests_consumed: number; requests_remaining?: number },
  ): void {
    this.#running--;
    this.#results.push(result);
    this.#progress.completed++;
    this.#progress.creditsConsumed += usage.requests_consumed;
    this.#progress.creditsRemaining = usage.requests_remaining ?? this.#progress.creditsRemaining;
    const { onProgress } = this.#options;
    if (onProgress !== undefined) notify('onProgress', onProgress, { ...this.#progress });
    this.#wake();
  }
}
