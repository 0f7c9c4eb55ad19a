/** Makes many calls with limited concurrency, and yields each result when its call ends. */
import { assertEndpoint, type EndpointName, isPaged, type PagedEndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import { InternalError, MarketplaceError } from '../contract/errors.ts';
import type { AllFields } from '../contract/field-types.ts';
import type {
  AnyEnvelope,
  AnyMarketplace,
  CallOptions,
  CallParams,
  EnvelopeOf,
  Params,
} from '../contract/marketplace.ts';
import { stopsAllCalls } from '../contract/stops-all-calls.ts';
import { SHARED_CALL_OPTIONS, sharedCallOptions } from '../options/call-options.ts';
import { assertList, functionFor, marketplaceIn, wholeNumber, wrongParameter } from '../options/checks.ts';
import { notify } from '../options/runtime.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import { allPages } from './all-pages.ts';
import { Inputs } from './inputs.ts';
import type { PagesRead } from './page-sum.ts';
import { usageOf } from './walk.ts';

/** A call of a batch. You can add your own members: the result contains the same object. */
export type BatchRequest<Name extends EndpointName = EndpointName> = {
  [Endpoint in Name]: {
    endpoint: Endpoint;
    params: CallParams<Endpoint>;
    /**
     * `all` reads all pages of offers, a search or a category, a credit each. The response is that of the first page, with the entries of all pages, each
     * once (`product_sellers_info`, `shallow_parts`), and with the usage and the gaps of all. @default only the page of the parameters
     */
    pages?: Endpoint extends PagedEndpointName ? 'all' | undefined : undefined;
    /** Options of this call, such as its idempotency key. They replace those of the batch; `signal` ends only this call. */
    options?: CallOptions | undefined;
  };
}[Name];

/** The fields that a request names where TypeScript can see them. */
type FieldsOf<Params> = Params extends { readonly fields: readonly (infer Field extends string)[] } ? Field : AllFields;

/**
 * The result of one call: its response, with the fields that its request names, or its error. Branch on `endpoint` and on `error`. `pages` has the pages
 * read, of a request with `pages: 'all'`.
 */
export type BatchResult<Request extends BatchRequest = BatchRequest> = Request extends BatchRequest
  ?
      | ({
          endpoint: Request['endpoint'];
          request: Request;
          response: EnvelopeOf<Request['endpoint'], FieldsOf<Request['params']>>;
          error?: undefined;
        } & (Request extends { readonly pages: 'all' } ? { pages: PagesRead } : { pages?: PagesRead }))
      | { endpoint: Request['endpoint']; request: Request; error: Error; response?: undefined; pages?: undefined }
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
  /** Whether `maxCredits` allows no further call: requests that are left are not called. */
  hasReachedMaxCredits: boolean;
}

/** Options of {@link batch}. */
export interface BatchOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** Maximum number of calls at the same time. Packs allow 10, 25 or 50. @default 10 */
  concurrency?: number | undefined;
  /** Maximum number of credits to spend. No call starts that could exceed it. @default no limit */
  maxCredits?: number | undefined;
  /** Maximum number of pages of each request with `pages: 'all'`. @default no limit */
  maxPages?: number | undefined;
  /** Called whenever a call ends. An error that it throws does not affect the batch: a warning of the process reports the first one. */
  onProgress?: ((progress: BatchProgress) => void) | undefined;
}

const BATCH_OPTIONS: OptionTable<BatchOptions> = {
  ...SHARED_CALL_OPTIONS,
  concurrency: { check: (setting) => wholeNumber(setting, 1) },
  maxCredits: { check: (setting) => wholeNumber(setting, 0) },
  maxPages: { check: (setting) => wholeNumber(setting, 1) },
  onProgress: { check: functionFor<NonNullable<BatchOptions['onProgress']>>() },
};

/**
 * Makes many calls and yields their results in the order in which they end. A failed call is a result too, with its error. Requests are read only when
 * a call can start, so that at most `concurrency` of them are in memory. Leaving the loop aborts the running calls.
 *
 * @throws BadRequestError for invalid options, before the first request is read. The iteration throws the signal's reason; and, after the results of
 * the calls before it, the error of the input, or an error that every further call would end with: of the budget, the credits, the key or a setting.
 * @example
 * const requests = asins.map((asin) => ({ endpoint: 'product' as const, params: { asin } }));
 * for await (const { request, response, error } of batch(marketplace, requests, { concurrency: 25 })) {
 *   if (error === undefined) save(request.params.asin, response);
 * }
 */
export function batch<Request extends BatchRequest>(
  marketplace: AnyMarketplace,
  requests: Iterable<Request> | AsyncIterable<Request>,
  options: BatchOptions = {},
): AsyncGenerator<BatchResult<Request>, void, undefined> {
  marketplaceIn({ name: 'marketplace', value: marketplace });
  assertList({ name: 'requests', value: requests }, 'requests');
  return new Batch<Request>(marketplace, requests, readOptions('batch', BATCH_OPTIONS, options)).run();
}

class Batch<Request extends BatchRequest> {
  readonly #marketplace: AnyMarketplace;
  readonly #inputs: Inputs<Request>;
  readonly #options: BatchOptions;
  readonly #progress: Omit<BatchProgress, 'hasReachedMaxCredits'>;
  readonly #results: BatchResult<Request>[] = [];
  readonly #leaving = new AbortController();
  /** Aborts when the caller leaves the loop or aborts its signal. */
  readonly #ended: AbortSignal;
  #running = 0;
  /** Credits that the running calls can still cost: one for each page that is read now. */
  #reserved = 0;
  /** The first error that every further call would end with. */
  #lastError: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(
    marketplace: AnyMarketplace,
    requests: Iterable<Request> | AsyncIterable<Request>,
    options: BatchOptions,
  ) {
    const { signal } = options;
    this.#marketplace = marketplace;
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
      if (this.#lastError !== undefined) throw this.#lastError;
      this.#inputs.throwFailure();
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#leaving.abort(new DOMException('the loop over the results ended', 'AbortError'));
      await this.#inputs.end();
    }
  }

  private get isOver(): boolean {
    return this.#running === 0 && (this.#inputs.isEmpty || !this.goesOn);
  }

  /** Whether another call can start. */
  private get goesOn(): boolean {
    return this.#lastError === undefined && this.hasCredit;
  }

  /** Whether another call, or another page, stays within `maxCredits`. */
  private get hasCredit(): boolean {
    const { maxCredits = Number.POSITIVE_INFINITY } = this.#options;
    return this.#progress.creditsConsumed + this.#reserved < maxCredits;
  }

  /** Starts calls up to the limits. When an input is not available yet, its arrival wakes the batch. */
  private startCalls(): void {
    const { concurrency = 10 } = this.#options;
    while (this.goesOn && this.#running + this.#results.length < concurrency) {
      const input = this.#inputs.take();
      if (input === undefined) return;
      this.#running++;
      this.#reserved++;
      this.#progress.started++;
      void this.call(input.value);
    }
  }

  private async call(request: Request): Promise<void> {
    const { endpoint } = Object(request) as Request;
    try {
      const outcome = await this.send(request);
      const usage = usageOf(outcome.response.meta);
      if (outcome.pages === undefined) this.charge(usage?.requests_consumed ?? 1);
      this.finish({ endpoint, request, ...outcome }, usage);
    } catch (cause) {
      this.#progress.failed++;
      const error = cause instanceof Error ? cause : new InternalError(String(cause), { retryable: false, cause });
      if (stopsAllCalls(error)) this.#lastError ??= error;
      const { usage, billed = false } = error instanceof MarketplaceError ? error : {};
      this.charge(usage?.requests_consumed ?? (billed ? 1 : 0));
      this.finish({ endpoint, request, error }, usage);
    }
  }

  private async send(request: Request): Promise<{ response: AnyEnvelope; pages?: PagesRead }> {
    const { endpoint, params, pages, options: own } = Object(request) as Request;
    assertEndpoint('endpoint', endpoint);
    const signal = own?.signal === undefined ? this.#ended : AbortSignal.any([this.#ended, own.signal]);
    const options = { ...sharedCallOptions(this.#options), ...own, signal };
    if (pages !== 'all') return { response: await this.#marketplace[endpoint](params as never, options) };
    const { maxPages } = this.#options;
    const goesOn = (meta: ResponseMeta, hasMore: boolean): boolean => {
      this.charge(usageOf(meta)?.requests_consumed ?? 1);
      const isNext = hasMore && this.hasCredit;
      if (isNext) this.#reserved++;
      return isNext;
    };
    if (!isPaged(endpoint)) throw wrongParameter('pages', `${endpoint} has no pages: leave it out.`);
    const checked: Params<typeof endpoint> = Object(params);
    if (checked.page !== undefined)
      throw wrongParameter('page', "the request has pages: 'all': leave one of them out.");
    if (own?.idempotencyKey !== undefined)
      throw wrongParameter(
        'options.idempotencyKey',
        "cannot be used with pages: 'all': each page is a call of its own.",
      );
    return allPages(this.#marketplace, endpoint, checked, { ...options, maxPages }, goesOn);
  }

  /** Charges the credits of a page that was reserved. */
  private charge(credits: number): void {
    this.#reserved--;
    this.#progress.creditsConsumed += credits;
  }

  private finish(result: object, usage: Partial<Usage> = {}): void {
    this.#results.push(result as BatchResult<Request>);
    this.#running--;
    this.#progress.completed++;
    this.#progress.creditsRemaining = usage.requests_remaining ?? this.#progress.creditsRemaining;
    const { onProgress } = this.#options;
    const hasReachedMaxCredits = !this.hasCredit;
    if (onProgress !== undefined) notify('onProgress', onProgress, { ...this.#progress, hasReachedMaxCredits });
    this.#wake();
  }
}
