/** One attempt at one page: its turn, its session, its answer, and what that answer is. */
import type { Call } from '../call/call.ts';
import { readRetryAfter } from '../call/retry-after.ts';
import { BlockedError, MarketplaceError, ParseError, RateLimitError, UnavailableError } from '../contract/errors.ts';
import { detectPageType, type ParsedPage, readPage } from '../pages/index.ts';
import { decodeBody } from './charset.ts';
import type { Pacer } from './pace.ts';
import type { PageAnswer, PageSource } from './page-source.ts';
import type { WantedPage } from './requests.ts';
import type { Sessions } from './sessions.ts';

/** Shorter texts are no whole page: a 200 that is too short is a block that nobody named. Fragments of the offers panel can be shorter. */
const SHORTEST_PAGE = 5_000;

/** Fetches and reads pages for a backend. */
export class PageReading {
  readonly #pages: PageSource;
  readonly #sessions: Sessions;
  readonly #pacer: Pacer | undefined;
  readonly #now: () => number;

  constructor(pages: PageSource, sessions: Sessions, pacer: Pacer | undefined, now: () => number) {
    this.#pages = pages;
    this.#sessions = sessions;
    this.#pacer = pacer;
    this.#now = now;
  }

  /** Where a short link leads. */
  async resolve(call: Call, wanted: WantedPage, signal: AbortSignal, attempt: number): Promise<string> {
    return (await this.fetch(call, wanted, signal, attempt)).answer.url;
  }

  /** The page, read. @throws the error of what the answer is in place of a page */
  async read(call: Call, wanted: WantedPage, signal: AbortSignal, attempt: number): Promise<ParsedPage> {
    const { answer, drop } = await this.fetch(call, wanted, signal, attempt);
    signal.throwIfAborted();
    const host = new URL(wanted.url).host;
    const html = decodeBody(answer.body, answer.headers['content-type']);
    call.received(() => ({ status: answer.status, headers: answer.headers, body: html }));
    try {
      const began = performance.now();
      const page = this.parse(wanted, answer, html);
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
  ): Promise<{ answer: PageAnswer; drop: () => void }> {
    const { key, drop } = this.#sessions.take(marketplace.code);
    const request = { url, marketplace: marketplace.code, language, attempt, session: key, signal };
    const send = async () => {
      call.emit('request', { url });
      const answer = await this.#pages(request);
      call.emit('response', { status: answer.status, bytes: answer.body.length });
      return answer;
    };
    const answer = this.#pacer === undefined ? await send() : await this.#pacer.run(new URL(url).host, signal, send);
    return { answer, drop };
  }

  private parse(wanted: WantedPage, { url, status, fetchedAt, place }: PageAnswer, html: string): ParsedPage {
    const { address, marketplace, language } = wanted;
    const served = detectPageType(url)?.marketplace;
    if (served !== undefined && served !== marketplace.code) {
      throw new UnavailableError(
        `the marketplace sent ${wanted.url} on to ${url}, which is another marketplace (${served})`,
        {
          code: 'WRONG_MARKETPLACE',
        },
      );
    }
    const requestedAt = fetchedAt ?? new Date(this.#now());
    try {
      return readPage(html, { url, status, requestedAt, language, place }, address);
    } catch (error) {
      const isFragment = address.page_type === 'offers';
      if (!(error instanceof ParseError) || status !== 200 || isFragment || html.length >= SHORTEST_PAGE) throw error;
      throw new BlockedError(`${url} answered with ${html.length} characters that are no page; use another session`, {
        cause: error,
      });
    }
  }

  /** The error, with what status and headers say where the text says little: a limit, a block, a failure, a wait that was asked for. */
  private tell(error: unknown, { url, status, headers }: PageAnswer): unknown {
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
