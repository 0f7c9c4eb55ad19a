/** One attempt to fetch and read a page: waits for its turn, picks a session, fetches, reads. */
import type { Call } from '../call/call.ts';
import { transportErrorOf } from '../call/network-failure.ts';
import { readRetryAfter } from '../call/retry-after.ts';
import type { SourcePage } from '../contract/envelope.ts';
import { BlockedError, InternalError, MarketplaceError, UnavailableError } from '../contract/errors.ts';
import type { ObservedResponse } from '../contract/marketplace.ts';
import { type ParsedPage, readPage } from '../pages/index.ts';
import type { Pacer } from './pace.ts';
import { htmlOf, type PageInput } from './page-input.ts';
import type { PageRequest, PageResponse, PageSource } from './page-source.ts';
import type { TargetPage } from './requests.ts';
import type { Sessions } from './sessions.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/** A page with the facts of its response. */
export interface PageResult {
  page: ParsedPage;
  source: SourcePage;
}

/** Fetches and reads pages for a backend. */
export class PageReading {
  readonly #pages: PageSource;
  readonly #sessions: Sessions;
  readonly #pacer: Pacer | undefined;
  readonly #now: () => number;
  readonly #workers: WorkerPool | undefined;
  /** Number of pages that are being fetched or read. */
  #active = 0;

  constructor(
    pages: PageSource,
    sessions: Sessions,
    pacer: Pacer | undefined,
    now: () => number,
    workers: WorkerPool | undefined,
  ) {
    this.#pages = pages;
    this.#sessions = sessions;
    this.#pacer = pacer;
    this.#now = now;
    this.#workers = workers;
  }

  /** Returns the URL that a short link redirects to. */
  async resolve(call: Call, target: TargetPage, signal: AbortSignal, attempt: number): Promise<string> {
    return (await this.fetch(call, target, signal, attempt)).response.url;
  }

  /** Fetches and reads a page. @throws the error of a response that is not the page */
  async read(call: Call, target: TargetPage, signal: AbortSignal, attempt: number): Promise<PageResult> {
    this.#active++;
    try {
      return await this.readOne(call, target, signal, attempt);
    } finally {
      this.#active--;
    }
  }

  private async readOne(call: Call, target: TargetPage, signal: AbortSignal, attempt: number): Promise<PageResult> {
    const { response, drop } = await this.fetch(call, target, signal, attempt);
    signal.throwIfAborted();
    const host = new URL(target.url).host;
    const requestedAt = response.fetchedAt ?? new Date(this.#now());
    const input = this.inputOf(target, response, requestedAt);
    // Reading a single page in place is faster than starting a thread.
    const workers = this.#active > 1 ? this.#workers : undefined;
    const html = workers === undefined || call.isWatched ? await htmlOf(input) : '';
    call.received(() => observed(response, html));
    try {
      const began = performance.now();
      const isOwned = response.compression !== undefined;
      const page =
        workers === undefined
          ? readPage(html, input.context, input.requested)
          : await workers.read(input, isOwned, signal);
      const { page_type, found } = page;
      call.emit('parsed', { page_type, found, duration_ms: Math.round(performance.now() - began) });
      this.#pacer?.reset(host);
      signal.throwIfAborted();
      if (page.gaps.length > 0) call.emit('gaps', { gaps: page.gaps, page: html });
      return { page, source: sourceOf(response, page, target, requestedAt, attempt) };
    } catch (error) {
      if (error instanceof MarketplaceError) {
        if (error instanceof BlockedError || response.status === 429) refused(call, error, drop, html);
        this.backOff(call, host, error, input.context.retryAfterMs);
      }
      throw error;
    }
  }

  /** Slows the host down after a failure that another attempt can repeat. */
  private backOff(call: Call, host: string, { retryable }: MarketplaceError, retryAfterMs: number | undefined): void {
    if (!retryable) return;
    const wait_ms = this.#pacer?.backOff(host, retryAfterMs);
    if (wait_ms !== undefined) call.emit('backoff', { host, wait_ms });
  }

  private async fetch(
    call: Call,
    { url, language, marketplace }: TargetPage,
    signal: AbortSignal,
    attempt: number,
  ): Promise<{ response: PageResponse; drop: () => void }> {
    const { key, drop } = this.#sessions.take(marketplace.code);
    const compressed = this.#workers !== undefined;
    const request = { url, marketplace: marketplace.code, language, attempt, session: key, signal, compressed };
    const { host } = new URL(url);
    const send = async () => {
      call.emit('request', { url });
      const response = await this.fetchPage(request).catch((error: unknown) => {
        // A page source that recognises refusals itself.
        if (error instanceof BlockedError) refused(call, error, drop, '');
        if (error instanceof UnavailableError) this.backOff(call, host, error, error.retryAfterMs);
        throw error;
      });
      call.emit('response', { status: response.status, bytes: response.body.length });
      return response;
    };
    const response = await (this.#pacer === undefined ? send() : this.#pacer.run(host, call, signal, send));
    return { response, drop };
  }

  private async fetchPage(request: PageRequest): Promise<PageResponse> {
    try {
      return assertResponse(await this.#pages(request));
    } catch (error) {
      throw request.signal.aborted ? error : transportErrorOf(error);
    }
  }

  private inputOf({ detected, language }: TargetPage, response: PageResponse, requestedAt: Date): PageInput {
    const { url, status, headers, body, compression, place } = response;
    const retryAfterMs = readRetryAfter(headers['retry-after'], this.#now());
    const context = { url, status, retryAfterMs, requestedAt, language, place };
    return { body, compression, contentType: headers['content-type'], requested: detected, context };
  }
}

/** Replaces the session of a refused request. */
function refused(call: Call, { code }: MarketplaceError, drop: () => void, page: string): void {
  drop();
  call.emit('blocked', { code, page });
}

/** Names what is wrong with the response of a page source that was written without types. */
function assertResponse(response: PageResponse): PageResponse {
  const { url, status, headers, body } = (response ?? {}) as Partial<Record<keyof PageResponse, unknown>>;
  const wrong = [
    typeof url === 'string' ? [] : 'url',
    Number.isInteger(status) ? [] : 'status',
    typeof headers === 'object' && headers !== null ? [] : 'headers',
    typeof body === 'string' || body instanceof Uint8Array ? [] : 'body',
  ].flat();
  if (wrong.length === 0) return response;
  throw new InternalError(
    `pages: the page source returned a response without a valid ${wrong.join(', ')}: expected { url, status, headers, body }.`,
    { retryable: false },
  );
}

/** Returns the page of a response. A page source can return a URL that is not one: the requested URL replaces it. */
function sourceOf(
  { url, status }: PageResponse,
  { language }: ParsedPage,
  target: TargetPage,
  fetchedAt: Date,
  attempts: number,
): SourcePage {
  return {
    url: URL.canParse(url) ? url : target.url,
    status,
    attempts,
    ...(language === undefined ? {} : { language }),
    fetched_at: fetchedAt.toISOString(),
  };
}

function observed({ url, status, headers, fetchedAt }: PageResponse, body: string): ObservedResponse {
  return { url, status, headers, body, ...(fetchedAt === undefined ? {} : { fetchedAt }) };
}
