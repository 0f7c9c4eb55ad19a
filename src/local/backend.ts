/** The local backend: request -> address -> page -> data -> envelope. */
import { Call, type CallPolicy } from '../call/call.ts';
import type { EventListener } from '../call/events.ts';
import { requestUrl } from '../call/request-url.ts';
import type { Language, MarketplaceCode } from '../contract/codes.ts';
import type { EndpointName } from '../contract/endpoints.ts';
import type { ResponseMeta, Usage } from '../contract/envelope.ts';
import { BlockedError } from '../contract/errors.ts';
import {
  type Answer,
  type CallOptions,
  type FullParams,
  type Marketplace,
  marketplaceFrom,
  type Params,
} from '../contract/marketplace.ts';
import { validateParams } from '../contract/validate.ts';
import { type ParsedPage, readPage } from '../pages/index.ts';
import { decodeBody } from './charset.ts';
import { offersOfCondition } from './condition-filter.ts';
import { httpPages } from './http-pages.ts';
import type { PageAnswer, PageSource } from './page-source.ts';
import { type WantedPage, wantedPage } from './requests.ts';
import { memoryUsage, type UsageMeter } from './usage.ts';

/** Options of the local backend (design §4). */
export interface LocalMarketplaceOptions {
  /** Where pages come from. @default httpPages() */
  pages?: PageSource | undefined;
  /** The usage meter. @default memoryUsage(), unlimited */
  usage?: UsageMeter | undefined;
  /** Marketplace of calls that name none. @default 'us' */
  marketplace?: MarketplaceCode | undefined;
  /** Language of calls that name none. @default 'en' */
  language?: Language | undefined;
  /** Budget of a whole call, retries included, in milliseconds. @default 60_000 */
  timeoutMs?: number | undefined;
  /** How many times a failed attempt is repeated. @default 2 */
  retries?: number | undefined;
  /** Hears what happens: requests, retries, blocks, gaps. */
  onEvent?: EventListener | undefined;
  /** A clock, in milliseconds since the epoch. @default Date.now */
  now?: (() => number) | undefined;
  /** The address that `meta.request_url` names (design §5.5). @default 'http://localhost:8787' */
  baseUrl?: string | undefined;
}

interface Local {
  pages: PageSource;
  usage: UsageMeter;
  policy: CallPolicy;
  defaults: { marketplace: MarketplaceCode | undefined; language: Language | undefined };
  baseUrl: string;
  /** Counts blocks: a session that was blocked is not used again. */
  sessions: Map<MarketplaceCode, number>;
}

/** A marketplace that fetches the sites' own pages and reads them in process. */
export function createLocalMarketplace(options: LocalMarketplaceOptions = {}): Marketplace {
  const {
    pages = httpPages(),
    usage = memoryUsage(),
    marketplace,
    language,
    baseUrl = 'http://localhost:8787',
  } = options;
  const { timeoutMs = 60_000, retries = 2, now = Date.now, onEvent } = options;
  const closing = new AbortController();
  const policy: CallPolicy = { timeoutMs, retries, now, onEvent, closed: closing.signal };
  const local: Local = { pages, usage, policy, defaults: { marketplace, language }, baseUrl, sessions: new Map() };

  const close = async () => {
    if (closing.signal.aborted) return;
    closing.abort();
    await pages.close?.();
    await usage.close?.();
  };
  return marketplaceFrom((name, params, callOptions) => answer(local, name, params, callOptions), close);
}

async function answer<Name extends EndpointName>(
  local: Local,
  name: Name,
  given: Params<Name>,
  options?: CallOptions,
): Promise<Answer<Name>> {
  const params = validateParams(name, given, local.defaults);
  const wanted = wantedPage(name, params);
  const call = new Call(name, wanted.marketplace.code, local.policy);
  const { page, usage } = await call.run(
    (signal, attempt) => attemptOnce(local, call, wanted, signal, attempt),
    options,
  );
  const { found, page_type, data } = 'condition' in params ? offersOfCondition(page, params.condition) : page;
  call.emit('charged', { consumed: usage.requests_consumed, remaining: usage.requests_remaining });
  call.emit('done', { found: page.found });
  return {
    success: true,
    found,
    page_type,
    data,
    meta: metaOf(local, call, wanted, usage, name, params),
  } as Answer<Name>;
}

async function attemptOnce(
  local: Local,
  call: Call,
  wanted: WantedPage,
  signal: AbortSignal,
  attempt: number,
): Promise<{ page: ParsedPage; usage: Usage }> {
  const reservation = await local.usage.reserve();
  try {
    const answer = await fetchPage(local, call, wanted, signal, attempt);
    signal.throwIfAborted();
    const page = parseAnswer(local, call, wanted, answer);
    signal.throwIfAborted();
    return { page, usage: await reservation.commit() };
  } catch (error) {
    await reservation.release();
    if (error instanceof BlockedError) local.sessions.set(wanted.marketplace.code, sessionNumber(local, wanted) + 1);
    throw error;
  }
}

async function fetchPage(
  local: Local,
  call: Call,
  wanted: WantedPage,
  signal: AbortSignal,
  attempt: number,
): Promise<PageAnswer> {
  const { url, language, marketplace } = wanted;
  call.emit('request', { url });
  const session = `${marketplace.code}-${sessionNumber(local, wanted)}`;
  const answer = await local.pages({ url, marketplace: marketplace.code, language, attempt, session, signal });
  call.emit('response', { status: answer.status, bytes: answer.body.length });
  return answer;
}

function parseAnswer(local: Local, call: Call, wanted: WantedPage, answer: PageAnswer): ParsedPage {
  const { url, status, headers, fetchedAt } = answer;
  const html = decodeBody(answer.body, headers['content-type']);
  try {
    const requestedAt = fetchedAt ?? new Date(local.policy.now());
    const page = readPage(html, { url, status, requestedAt, language: wanted.language }, wanted.address);
    if (page.gaps.length > 0) call.emit('gaps', { gaps: page.gaps, page: html });
    return page;
  } catch (error) {
    if (error instanceof BlockedError) call.emit('blocked', { code: error.code, page: html });
    throw error;
  }
}

function sessionNumber(local: Local, { marketplace }: WantedPage): number {
  return local.sessions.get(marketplace.code) ?? 1;
}

function metaOf<Name extends EndpointName>(
  local: Local,
  call: Call,
  wanted: WantedPage,
  usage: Usage,
  name: Name,
  params: FullParams<Name>,
): ResponseMeta {
  return {
    marketplace: wanted.marketplace.code,
    language: wanted.language,
    timing_ms: call.elapsedMs,
    request_url: requestUrl(local.baseUrl, name, params),
    timestamp: new Date(local.policy.now()).toISOString(),
    request_id: call.requestId,
    usage,
  };
}
