/** The routes: products, offers and searches as JSON. */
import { BadRequestError, MARKETPLACES, type Marketplace, type MarketplaceCode } from 'buybox';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { type Cached, type CacheOptions, cachedCall } from './cache.ts';
import { failureOf } from './failures.ts';

/** What the application is told. */
export interface AppOptions {
  cache?: CacheOptions;
  /** Hears of what went wrong, for the log: not of the callers' mistakes. */
  onError?: (error: unknown) => void;
}

/** An Express application over a marketplace, which it does not close. */
export function createApp(marketplace: Marketplace, { cache, onError = console.error }: AppOptions = {}): Express {
  const product = cachedCall(marketplace.product, cache);
  const offers = cachedCall(marketplace.offers, cache);
  const search = cachedCall(marketplace.search, cache);
  const app = express();
  app.disable('x-powered-by');

  app.get('/healthz', (_, response) => void response.json({ ok: true }));
  app.get('/products/:asin', async (request, response) => {
    const { asin } = request.params;
    send(response, await product({ asin, ...placeOf(request) }), 'there is no such product');
  });
  app.get('/products/:asin/offers', async (request, response) => {
    const { asin } = request.params;
    send(response, await offers({ asin, page: pageOf(request), ...placeOf(request) }), 'there is no such product');
  });
  app.get('/search', async (request, response) => {
    const keyword = String(request.query.q ?? '');
    send(response, await search({ keyword, page: pageOf(request), ...placeOf(request) }), 'there is no such page');
  });
  app.use((_, response) => {
    response.status(404).json({ error: { code: 'NOT_FOUND', message: 'there is nothing at this path' } });
  });

  // Express knows a handler of errors by its four parameters.
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

/** Found is 200, and what the marketplace does not know is 404: for the callers of a JSON endpoint that is what it means. */
function send(
  response: Response,
  { answer, isHit }: Cached<{ found: boolean; data: unknown; meta: { timestamp: string } }>,
  missing: string,
): void {
  response.set('x-cache', isHit ? 'hit' : 'miss');
  if (answer.found) response.json({ data: answer.data, as_of: answer.meta.timestamp });
  else response.status(404).json({ error: { code: 'NOT_FOUND', message: missing } });
}

/** The marketplace that a caller names, if any. */
function placeOf({ query }: Request): { marketplace?: MarketplaceCode } {
  if (query.marketplace === undefined) return {};
  const marketplace = MARKETPLACES.find((code) => code === query.marketplace);
  if (marketplace !== undefined) return { marketplace };
  throw new BadRequestError(`marketplace: must be one of ${MARKETPLACES.join(', ')}`, { parameter: 'marketplace' });
}

/** The page that a caller names, 1 unless they do. */
function pageOf({ query }: Request): number {
  const page = Number(query.page ?? 1);
  if (Number.isInteger(page)) return page;
  throw new BadRequestError('page: must be a whole number', { parameter: 'page' });
}
