/**
 * A function in the cloud that tells the price of a product: `GET /price?asin=B08N5WRWNW&marketplace=de`.
 *
 * Only `buybox/remote` is imported: the bundle holds no parser. It asks the hosted service that `BUYBOX_BASE_URL` and `BUYBOX_API_KEY` name.
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

/** Made by the first request and used by all that the instance is given: connections are kept between them. */
let marketplace: Marketplace | undefined;

/** What the platforms that take a fetch handler (`export default { fetch }`) call. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/price') return failure(404, 'NOT_FOUND', 'there is nothing at this path');
    if (request.method !== 'GET') return failure(405, 'METHOD_NOT_ALLOWED', 'this path takes GET');
    try {
      marketplace ??= createRemoteMarketplace({ timeoutMs: 8_000, retries: 1 });
      return await price(marketplace, searchParams, request.signal);
    } catch (error) {
      return failureOf(error);
    }
  },
};

async function price(open: Marketplace, query: URLSearchParams, signal: AbortSignal): Promise<Response> {
  const asin = query.get('asin') ?? '';
  const code = query.get('marketplace') ?? 'us';
  const place = MARKETPLACES.find((known) => known === code);
  if (place === undefined) throw new BadRequestError(`marketplace: must be one of ${MARKETPLACES.join(', ')}`);
  const { found, data } = await open.product({ asin, marketplace: place }, { signal });
  if (!found) return failure(404, 'NOT_FOUND', 'there is no such product');
  const { title, bb_price = null, currency = null, in_stock = null } = data;
  // The platform's own cache answers the next five minutes.
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
  const isForLater = error instanceof RateLimitError || (error instanceof UnavailableError && error.retryable);
  return isForLater
    ? failure(503, error.code, 'the data cannot be had at the moment', { 'retry-after': '30' })
    : failure(502, 'UPSTREAM', 'the data cannot be had');
}

function failure(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message } }, { status, headers });
}
