/**
 * A serverless function that returns the price of a product: `GET /price?asin=B0WASSERK1&marketplace=de`.
 *
 * It imports only `buybox/remote`, so the bundle contains no parser. It calls the hosted service configured by `BUYBOX_BASE_URL` and `BUYBOX_API_KEY`.
 */
import {
  BadRequestError,
  createRemoteMarketplace,
  MARKETPLACES,
  type Marketplace,
  MarketplaceError,
  RateLimitError,
  UnavailableError,
} from 'buybox/remote';

/** Created by the first request and shared by all requests of the instance, which reuse its connections. */
let marketplace: Marketplace | undefined;

/** The fetch handler that the platform calls. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/price') return failure(404, 'NOT_FOUND', 'unknown path');
    if (request.method !== 'GET') return failure(405, 'METHOD_NOT_ALLOWED', 'method not allowed: use GET');
    try {
      marketplace ??= createRemoteMarketplace({ timeoutMs: 8_000, retries: 1 });
      return await price(marketplace, searchParams, request.signal);
    } catch (error) {
      return failureOf(error);
    }
  },
};

async function price(remote: Marketplace, query: URLSearchParams, signal: AbortSignal): Promise<Response> {
  const asin = query.get('asin') ?? '';
  const requested = query.get('marketplace') ?? 'us';
  const code = MARKETPLACES.find((known) => known === requested);
  if (code === undefined) throw new BadRequestError(`marketplace: expected one of ${MARKETPLACES.join(', ')}`);
  const { found, data } = await remote.product({ asin, marketplace: code }, { signal });
  if (!found) return failure(404, 'NOT_FOUND', 'product not found');
  const { title, bb_price = null, currency = null, in_stock = null } = data;
  // The platform caches the response for five minutes.
  return Response.json(
    { asin, title, price: bb_price, currency, in_stock },
    { headers: { 'cache-control': 'public, s-maxage=300' } },
  );
}

function failureOf(error: unknown): Response {
  if (!(error instanceof MarketplaceError)) throw error;
  if (error instanceof BadRequestError && error.code !== 'INVALID_CONFIGURATION') {
    return failure(400, error.code, error.message);
  }
  console.error(error);
  const isRetryable = error instanceof RateLimitError || (error instanceof UnavailableError && error.retryable);
  return isRetryable
    ? failure(503, error.code, 'the data is not available at the moment', { 'retry-after': '30' })
    : failure(502, 'UPSTREAM', 'the data is not available');
}

function failure(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message } }, { status, headers });
}
