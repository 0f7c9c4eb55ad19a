/** One attempt to fetch and read a page: waits for its turn, picks a session, fetches, reads. */
import type { Call } from '../client/call.ts';
import type { EventDetails } from '../client/events.ts';
import { transportErrorOf } from '../client/network-failure.ts';
import type { SourcePage } from '../contract/envelope.ts';
import { BlockedError, InternalError, MarketplaceError, UnavailableError } from '../contract/errors.ts';
import { readRetryAfter } from '../http/retry-after.ts';
import { type ParsedPage, readPage } from '../pages/index.ts';
import type { PageRequest, PageResponse, PageSource } from '../sources/page-source.ts';
import type { Pacing } from './pace/pace.ts';
import { htmlOf } from './page-input.ts';
import type { TargetPage } from './requests.ts';
import { Robots, type RobotsMode } from './robots.ts';
import { Sessions, type SessionUse } from './sessions.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

/** A page with the facts of its response. */
export interface PageResult {
  page: ParsedPage;
  source: SourcePage;
}

/** The parts of a backend that fetch and read pages. */
interface ReadingParts {
  pages: PageSource;
  pacer: Pacing | undefined;
  workers: WorkerPool | undefined;
  now: () => number;
  parseTimeoutMs?: number | undefined;
  robots?: RobotsMode | undefined;
}

/** Fetches and reads pages for a backend. */
export class PageReading {
  readonly #parts: ReadingParts;
  readonly #sessions: Sessions;
  readonly #robots: Robots | undefined;

  constructor(parts: ReadingParts) {
    const { pages, now, robots } = parts;
    this.#parts = parts;
    this.#sessions = new Sessions(pages.sessionCount);
    this.#robots = robots === undefined ? undefined : new Robots(robots, this, now);
  }

  /** Returns the URL that a short link redirects to. */
  async resolve(call: Call, target: TargetPage, signal: AbortSignal): Promise<string> {
    return (await this.fetch(call, target, signal)).response.url;
  }

  /** Fetches and reads a page. @throws the error of a response that is not the page */
  async read(call: Call, target: TargetPage, signal: AbortSignal): Promise<PageResult> {
    const { workers, pacer, now, parseTimeoutMs } = this.#parts;
    workers?.warm();
    const { response, session } = await this.fetch(call, target, signal);
    signal.throwIfAborted();
    const host = new URL(target.url).host;
    const requestedAt = response.fetchedAt ?? new Date(now());
    const { url, status, headers, body, compression, place, fetchedAt } = response;
    const retryAfterMs = readRetryAfter(headers['retry-after'], now());
    const { detected: requested, language, fields, alsoRead } = target;
    const context = { url, status, retryAfterMs, requestedAt, language, place, parseTimeoutMs, fields, alsoRead };
    const input = { body, compression, contentType: headers['content-type'], requested, context };
    const html = workers === undefined || call.isWatched ? await htmlOf(input) : '';
    call.received(() => ({ url, status, headers, body: html, ...(fetchedAt === undefined ? {} : { fetchedAt }) }));
    try {
      const began = performance.now();
      const page =
        workers === undefined
          ? readPage(html, context, requested)
          : await workers.read(input, compression !== undefined, signal);
      const { page_type, found } = page;
      call.emit('parsed', { page_type, found, duration_ms: Math.round(performance.now() - began) });
      pacer?.reset(host);
      signal.throwIfAborted();
      if (page.gaps.length > 0) call.emit('gaps', { gaps: page.gaps, page: html });
      const source = {
        // A page source can return something else.
        url: URL.canParse(url) ? url : target.url,
        status,
        attempts: call.attempt,
        ...(page.language === undefined ? {} : { language: page.language }),
        fetched_at: requestedAt.toISOString(),
      };
      return { page, source };
    } catch (error) {
      if (error instanceof MarketplaceError) {
        if (error instanceof BlockedError || status === 429) refused(call, error, session, html);
        await this.backOff(call, host, error, retryAfterMs);
      }
      throw error;
    }
  }

  /** Slows the host down after a failure that another attempt can repeat. */
  async backOff(call: Call, host: string, error: MarketplaceError, retryAfterMs: number | undefined): Promise<void> {
    if (!error.retryable) return;
    const wait_ms = await this.#parts.pacer?.backOff(host, retryAfterMs);
    if (wait_ms !== undefined) call.emit('backoff', { host, wait_ms });
  }

  private async fetch(
    call: Call,
    { url, language, marketplace }: TargetPage,
    signal: AbortSignal,
  ): Promise<{ response: PageResponse; session: SessionUse }> {
    const session = this.#sessions.take(marketplace.code);
    const onProxy = (change: EventDetails['proxy']) => call.emit('proxy', change);
    const request = {
      url,
      marketplace: marketplace.code,
      language,
      attempt: call.attempt,
      session: session.key,
      ...(Object.keys(call.headers).length === 0 ? {} : { headers: call.headers }),
      signal,
      compressed: this.#parts.workers !== undefined,
      onProxy,
    };
    await this.#robots?.check(call, request);
    const { host } = new URL(url);
    const send = async () => {
      call.emit('request', { url });
      const response = await this.fetchPage(request).catch(async (error: unknown) => {
        // A page source that recognises refusals itself.
        if (error instanceof BlockedError) refused(call, error, session, '');
        if (error instanceof UnavailableError) await this.backOff(call, host, error, error.retryAfterMs);
        throw error;
      });
      call.emit('response', { status: response.status, bytes: response.body.length });
      return { response, session };
    };
    return this.turn(host, call, signal, send);
  }

  turn<T>(host: string, call: Call, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const { pacer } = this.#parts;
    return pacer === undefined ? task() : pacer.run(host, call, signal, task);
  }

  async fetchPage(request: PageRequest): Promise<PageResponse> {
    try {
      return assertResponse(await this.#parts.pages(request));
    } catch (error) {
      throw request.signal.aborted ? error : transportErrorOf(error);
    }
  }
}

function refused(call: Call, { code }: MarketplaceError, session: SessionUse, page: string): void {
  session.drop();
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
