/** The routes: products, offers and searches as JSON. */
import { BadRequestError, MARKETPLACES, type Marketplace, type MarketplaceCode } from 'buybox';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { type Cached, type CacheOptions, cachedCall } from './cache.ts';
import { failureOf } from './failures.ts';

/** Options of the application. */
export interface AppOptions {
  cache?: CacheOptions;
  /** Called with errors of status 500 and above, for the log. */
  onError?: (error: unknown) => void;
}

/** Returns an Express application over a marketplace. It does not close the marketplace. */
export function createApp(marketplace: Marketplace, { cache, onError = console.error }: AppOptions = {}): Express {
  const product = cachedCall(marketplace.product, cache);
  const offers = cachedCall(marketplace.offers, cache);
  const search = cachedCall(marketplace.search, cache);
  const app = express();
  app.disable('x-powered-by');

  app.get('/healthz', (_, response) => void response.json({ ok: true }));
  app.get('/products/:asin', async (request, response) => {
    const { asin } = request.params;
    send(response, await product({ asin, ...marketplaceOf(request) }), 'product not found');
  });
  app.get('/products/:asin/offers', async (request, response) => {
    const { asin } = request.params;
    send(response, await offers({ asin, page: pageOf(request), ...marketplaceOf(request) }), 'product not found');
  });
  app.get('/search', async (request, response) => {
    const keyword = String(request.query.q ?? '');
    send(response, await search({ keyword, page: pageOf(request), ...marketplaceOf(request) }), 'page not found');
  });
  app.use((_, response) => {
    response.status(404).json({ error: { code: 'NOT_FOUND', message: 'unknown path' } });
  });

  // Express recognises an error handler by its four parameters.
  const onFailure: ErrorRequestHandler = (error, _request, response, next) => {
    const { status, code, message, retryAfterSeconds } = failureOf(error);
    if (status >= 500) onError(error);
    if (response.headersSent) return next(error);
    if (retryAfterSeconds !== undefined) response.set('retry-after', String(retryAfterSeconds));
    response.status(status).json({ error: { code, message } });
  };
  app.use(onFailure);
  return app;
}

/** Sends 200 with the data, or 404 when nothing was found. */
function send(
  response: Response,
  { envelope, isHit }: Cached<{ found: boolean; data: unknown; meta: { timestamp: string } }>,
  missing: string,
): void {
  response.set('x-cache', isHit ? 'hit' : 'miss');
  if (envelope.found) response.json({ data: envelope.data, as_of: envelope.meta.timestamp });
  else response.status(404).json({ error: { code: 'NOT_FOUND', message: missing } });
}

/** Returns the `marketplace` of the query, if there is one. */
function marketplaceOf({ query }: Request): { marketplace?: MarketplaceCode } {
  if (query.marketplace === undefined) return {};
  const marketplace = MARKETPLACES.find((code) => code === query.marketplace);
  if (marketplace !== undefined) return { marketplace };
  throw new BadRequestError(`marketplace: expected one of ${MARKETPLACES.join(', ')}`, { parameter: 'marketplace' });
}

/** Returns the `page` of the query. @default 1 */
function pageOf({ query }: Request): number {
  const page = Number(query.page ?? 1);
  if (Number.isInteger(page)) return page;
  throw new BadRequestError('page: expected an integer', { parameter: 'page' });
}
