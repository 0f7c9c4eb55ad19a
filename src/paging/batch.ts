/** Many calls, so many at once, their results as they come. */
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { BadRequestError, InternalError, MarketplaceError } from '../contract/errors.ts';
import type {
  AnyEnvelope,
  CallOptions,
  EndpointMethods,
  EnvelopeOf,
  Marketplace,
  Params,
} from '../contract/marketplace.ts';
import { Inputs } from './inputs.ts';
import { assertWholeNumber } from './options.ts';
import { usageOf } from './walk.ts';

/** A call of a batch. It can have further members of its own: the result holds the same object. */
export type BatchRequest<Name extends EndpointName = EndpointName> = {
  [Endpoint in Name]: { endpoint: Endpoint; params: Params<Endpoint> };
}[Name];

/** How a call of a batch ended: with its response, or with its error. */
export type BatchResult<Request extends BatchRequest = BatchRequest> = Request extends BatchRequest
  ?
      | { request: Request; response: EnvelopeOf<Request['endpoint']>; error?: undefined }
      | { request: Request; error: Error; response?: undefined }
  : never;

/** How far a batch is. */
export interface BatchProgress {
  /** Calls that have begun. */
  started: number;
  /** Calls that have ended, with a response or an error. */
  completed: number;
  /** Calls that ended with an error. */
  failed: number;
  /** Credits of the calls that have ended. */
  creditsConsumed: number;
  /** What the last answer said to be left. */
  creditsRemaining: number | undefined;
  /** How many requests there are, when the input is an array. */
  total: number | undefined;
}

/** Options of {@link batch}. */
export interface BatchOptions extends CallOptions {
  /** Calls at once. Packs allow 10, 25 or 50. @default 10 */
  concurrency?: number | undefined;
  /** No call begins that could spend more credits than these. @default no limit */
  maxCredits?: number | undefined;
  /** Hears of every call that ends. */
  onProgress?: ((progress: BatchProgress) => void) | undefined;
}

/**
 * Makes many calls and gives their results in the order in which they end. Failed calls are results too, with their error. Inputs are taken as
 * results are: however many there are, no more than `concurrency` are in memory. Leaving the loop ends the calls that run.
 *
 * @throws BadRequestError for wrong options, before anything is taken; the iteration throws the signal's reason, or what the input throws after
 * the results before it
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
  assertWholeNumber('concurrency', options.concurrency, 1);
  assertWholeNumber('maxCredits', options.maxCredits, 0);
  return new Batch<Request>(marketplace, requests, options).run();
}

class Batch<Request extends BatchRequest> {
  readonly #calls: EndpointMethods;
  readonly #inputs: Inputs<Request>;
  readonly #options: BatchOptions;
  readonly #progress: BatchProgress;
  /** Ended and not yet taken. */
  readonly #results: BatchResult<Request>[] = [];
  readonly #leaving = new AbortController();
  /** Aborted when the loop is left, or by the caller's signal. */
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
    this.#progress = {
      started: 0,
      completed: 0,
      failed: 0,
      creditsConsumed: 0,
      creditsRemaining: undefined,
      total,
    };
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
      this.#leaving.abort(new DOMException('the batch was left', 'AbortError'));
      await this.#inputs.end();
    }
  }

  private get isOver(): boolean {
    return this.#running === 0 && (this.#inputs.isEmpty || !this.hasCredit);
  }

  /** A call can cost a credit until it has ended. */
  private get hasCredit(): boolean {
    const { maxCredits = Number.POSITIVE_INFINITY } = this.#options;
    return this.#progress.creditsConsumed + this.#running < maxCredits;
  }

  /** Begins calls while there is room; an input that is not there yet wakes the batch when it comes. */
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
    const { endpoint, params } = request;
    if (!Object.hasOwn(endpoints, endpoint)) {
      throw new BadRequestError(
        `endpoint: ${JSON.stringify(endpoint)} must be one of ${Object.keys(endpoints).join(', ')}`,
        { parameter: 'endpoint' },
      );
    }
    const call = this.#calls[endpoint] as (params: unknown, options: CallOptions) => Promise<AnyEnvelope>;
    return call(params, { signal: this.#ended, timeoutMs: this.#options.timeoutMs });
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
    this.#options.onProgress?.({ ...this.#progress });
    this.#wake();
  }
}
