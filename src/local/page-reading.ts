/** One attempt at one page: its turn, its session, its answer, and what that answer is. */
import type { Call } from '../call/call.ts';
import { readRetryAfter } from '../call/retry-after.ts';
import { BlockedError, MarketplaceError, ParseError, RateLimitError, UnavailableError } from '../contract/errors.ts';
import type { ObservedResponse } from '../contract/marketplace.ts';
import { detectPageType, type ParsedPage } from '../pages/index.ts';
import type { Pacer } from './pace.ts';
import { type PageInput, readText, textOf } from './page-input.ts';
import type { PageResponse, PageSource } from './page-source.ts';
import type { WantedPage } from './requests.ts';
import type { Sessions } from './sessions.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/** Fetches and reads pages for a backend. */
export class PageReading {
  readonly #pages: PageSource;
  readonly #sessions: Sessions;
  readonly #pacer: Pacer | undefined;
  readonly #now: () => number;
  readonly #workers: WorkerPool | undefined;
  /** Pages that are being fetched or read. */
  #underWay = 0;

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

  /** Where a short link leads. */
  async resolve(call: Call, wanted: WantedPage, signal: AbortSignal, attempt: number): Promise<string> {
    return (await this.fetch(call, wanted, signal, attempt)).answer.url;
  }

  /** The page, read. @throws the error of what the answer is in place of a page */
  async read(call: Call, wanted: WantedPage, signal: AbortSignal, attempt: number): Promise<ParsedPage> {
    this.#underWay++;
    try {
      return await this.readOne(call, wanted, signal, attempt);
    } finally {
      this.#underWay--;
    }
  }

  private async readOne(call: Call, wanted: WantedPage, signal: AbortSignal, attempt: number): Promise<ParsedPage> {
    const { answer, drop } = await this.fetch(call, wanted, signal, attempt);
    signal.throwIfAborted();
    const host = new URL(wanted.url).host;
    const input = this.inputOf(wanted, answer);
    // A single page is read in place before a thread has started.
    const workers = this.#underWay > 1 ? this.#workers : undefined;
    const html = workers === undefined || call.isWatched ? await textOf(input) : '';
    call.received(() => shownAnswer(answer, html));
    try {
      const began = performance.now();
      assertSite(wanted, answer);
      const isOwn = answer.compression !== undefined;
      const page = workers === undefined ? readText(input, html) : await workers.read(input, isOwn, signal);
      const { page_type, found } = page;
      call.emit('parsed', { page_type, found, duration_ms: Math.round(performance.now() - began) });
      this.#pacer?.advance(host);
      signal.throwIfAborted();
      if (page.gaps.length > 0) call.emit('gaps', { gaps: page.gaps, page: html });
      return page;
    } catch (error) {
      const told = this.tell(error, answer);
      if (told instanceof BlockedError) {
        drop();
        call.emit('blocked', { code: told.code, page: html });
      }
      if (told instanceof MarketplaceError && told.retryable) this.#pacer?.retreat(host, told.retryAfterMs);
      throw told;
    }
  }

  private async fetch(
    call: Call,
    { url, language, marketplace }: WantedPage,
    signal: AbortSignal,
    attempt: number,
  ): Promise<{ answer: PageResponse; drop: () => void }> {
    const { key, drop } = this.#sessions.take(marketplace.code);
    const compressed = this.#workers !== undefined;
    const request = { url, marketplace: marketplace.code, language, attempt, session: key, signal, compressed };
    const send = async () => {
      call.emit('request', { url });
      const answer = await this.#pages(request);
      call.emit('response', { status: answer.status, bytes: answer.body.length });
      return answer;
    };
    const answer = this.#pacer === undefined ? await send() : await this.#pacer.run(new URL(url).host, signal, send);
    return { answer, drop };
  }

  private inputOf({ address, language }: WantedPage, answer: PageResponse): PageInput {
    const { url, status, headers, body, compression, fetchedAt, place } = answer;
    const requestedAt = fetchedAt ?? new Date(this.#now());
    const context = { url, status, requestedAt, language, place };
    return { body, compression, contentType: headers['content-type'], address, context };
  }

  /** The error, with what status and headers say where the text says little: a limit, a block, a failure, a wait that was asked for. */
  private tell(error: unknown, { url, status, headers }: PageResponse): unknown {
    if (!(error instanceof MarketplaceError)) return error;
    const retryAfterMs = readRetryAfter(headers['retry-after'], this.#now());
    const options = { retryAfterMs, cause: error };
    const isNoPage = error instanceof ParseError;
    if (status === 429 && (isNoPage || error.code === 'BLOCKED')) {
      return new RateLimitError(`the marketplace answered ${url} with 429; slow down`, options);
    }
    if (isNoPage && (status === 401 || status === 403)) {
      return new BlockedError(`${url} answered with ${status}; use another session`, options);
    }
    if (isNoPage && status >= 500)
      return new UnavailableError(`${url} answered with ${status}; try again later`, options);
    if (retryAfterMs === undefined || error instanceof BlockedError || !(error instanceof UnavailableError))
      return error;
    return new UnavailableError(error.message, { ...options, code: error.code, retryable: error.retryable });
  }
}

function shownAnswer({ url, status, headers, fetchedAt }: PageResponse, body: string): ObservedResponse {
  return { url, status, headers, body, ...(fetchedAt === undefined ? {} : { fetchedAt }) };
}

function assertSite({ url: wanted, marketplace }: WantedPage, { url }: PageResponse): void {
  const served = detectPageType(url)?.marketplace;
  if (served === undefined || served === marketplace.code) return;
  throw new UnavailableError(`the marketplace sent ${wanted} on to ${url}, which is another marketplace (${served})`, {
    code: 'WRONG_MARKETPLACE',
  });
}
