/** Pages over HTTP, from the marketplace's own site. */
import { isIP } from 'node:net';
import got, { RequestError, type Response } from 'got';
import { BadRequestError, TransportError, UnavailableError } from '../contract/errors.ts';
import { type MarketplaceInfo, marketplaceOfHost, marketplaces } from '../locale/index.ts';
import type { PageAnswer, PageRequest, PageSource } from './page-source.ts';

/** Options of {@link httpPages}. */
export interface HttpPagesOptions {
  /** An address on loopback that requests are sent to in place of the site, all else unchanged: for tests and demos. */
  via?: string | undefined;
  /** How long a connection may take, in milliseconds. @default 10_000 */
  connectTimeoutMs?: number;
  /** How long an answer may be silent, in milliseconds. @default 20_000 */
  idleTimeoutMs?: number;
  /** How many bytes a page may have. @default 20_000_000 */
  maxBytes?: number;
}

type Body = Response<Uint8Array<ArrayBuffer>>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;

const BROWSER_HEADERS = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'upgrade-insecure-requests': '1',
};

/**
 * Fetches pages from the marketplace's own site, redirects within the operator's sites followed.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` when `via` is no loopback address
 */
export function httpPages(options: HttpPagesOptions = {}): PageSource {
  const via = options.via === undefined ? undefined : loopbackOrigin(options.via);
  return async (request) => {
    let { url } = request;
    for (let redirects = 0; ; redirects++) {
      const response = await get(url, request, via, options);
      const location = REDIRECTS.has(response.statusCode) ? response.headers.location : undefined;
      if (location === undefined) return toAnswer(url, response);
      if (redirects === MAX_REDIRECTS)
        throw new TransportError(`${request.url} redirects more than ${MAX_REDIRECTS} times`);
      url = redirectTarget(location, url);
    }
  };
}

async function get(
  url: string,
  request: PageRequest,
  via: string | undefined,
  options: HttpPagesOptions,
): Promise<Body> {
  const { connectTimeoutMs = 10_000, idleTimeoutMs = 20_000, maxBytes = 20_000_000 } = options;
  const { host, pathname, search } = new URL(url);
  const oversized = new AbortController();
  const call = got(via === undefined ? url : `${via}${pathname}${search}`, {
    headers: { ...BROWSER_HEADERS, ...languageHeaders(request, marketplaces[request.marketplace]), host },
    responseType: 'buffer',
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { connect: connectTimeoutMs, socket: idleTimeoutMs },
    signal: AbortSignal.any([request.signal, oversized.signal]),
  });
  call.on('downloadProgress', ({ transferred }) => {
    if (transferred > maxBytes) oversized.abort();
  });
  try {
    return await call;
  } catch (error) {
    request.signal.throwIfAborted();
    const reason = oversized.signal.aborted ? `it is larger than ${maxBytes} bytes` : reasonOf(error);
    throw new TransportError(`${url} could not be fetched: ${reason}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof RequestError ? `${error.message} (${error.code})` : String(error);
}

function languageHeaders(
  { language }: PageRequest,
  { locales, currency, languageCookie }: MarketplaceInfo,
): Record<string, string> {
  const locale = language === 'en' ? (locales.english ?? locales.native) : locales.native;
  const tag = locale.replace('_', '-');
  return {
    'accept-language': `${tag},${tag.slice(0, 2)};q=0.9`,
    cookie: `${languageCookie}=${locale}; i18n-prefs=${currency}`,
  };
}

function toAnswer(url: string, { statusCode, headers, body }: Body): PageAnswer {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return { url, status: statusCode, headers: Object.fromEntries(flat), body };
}

/** Where a redirect leads: no request leaves for a host that is not the operator's. */
function redirectTarget(location: string, from: string): string {
  if (!URL.canParse(location, from)) throw new UnavailableError(`${from} redirects to "${location}", which is no URL`);
  const target = new URL(location, from);
  if (target.protocol === 'https:' && marketplaceOfHost(target.hostname) !== undefined) return target.href;
  throw new UnavailableError(`${from} redirects to ${target.origin}, outside the marketplace`);
}

function loopbackOrigin(via: string): string {
  const url = URL.canParse(via) ? new URL(via) : undefined;
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isLoopback = host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
  if (url === undefined || !isLoopback) {
    throw new BadRequestError(
      `via: ${JSON.stringify(via)} must be an address on loopback, such as "http://127.0.0.1:8080"`,
      {
        code: 'INVALID_CONFIGURATION',
        parameter: 'via',
      },
    );
  }
  return url.origin;
}
