/** The service: one fetch handler, with a route for each endpoint. */
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { paramsOfBody, paramsOfQuery } from '../contract/request-params.ts';
import { notify } from '../settings/listeners.ts';
import { readBody } from './body.ts';
import { CallRunner, type ReadParams } from './call-runner.ts';
import { clientAddress, type PeerConnection } from './client-address.ts';
import type { App, ServiceContext, ServiceEnv } from './context.ts';
import { addDashboard } from './dashboard/routes.ts';
import { addDocuments } from './documents.ts';
import { failureOfRefusal, refusal } from './failure.ts';
import { Guard } from './guard.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from './idempotency.ts';
import { Metrics } from './metrics.ts';
import { resolveServiceOptions, type ServiceOptions, type ServiceSettings } from './options.ts';
import { RequestContext } from './request-context.ts';
import { failureResponse, jsonResponse } from './responses.ts';

/**
 * A service: a web-standard fetch handler. It can be mounted in any server that accepts one. It never rejects.
 *
 * @param connection The caller's connection. Its IP address is needed to limit wrong keys.
 */
export type Service = (request: Request, connection?: PeerConnection | object) => Promise<Response>;

/**
 * Returns the `/v1` API of a marketplace, with API keys and credits.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` with the name of the invalid option
 * @example
 * const service = createService({ marketplace: createMarketplace(), store: sqliteStore('buybox.db') });
 * const response = await service(new Request('http://localhost/v1/product?asin=B0LANTERN1', { headers: { 'x-api-key': key } }));
 */
export function createService(options: ServiceOptions): Service {
  const settings = resolveServiceOptions(options);
  const service: ServiceContext = {
    settings,
    calls: new CallRunner(settings),
    guard: new Guard(settings),
    metrics: new Metrics(),
  };
  const app: App = new Hono<ServiceEnv>();
  observe(app, service);
  if (settings.cors.length > 0) allowOrigins(app, settings);
  for (const name of Object.keys(endpoints) as EndpointName[]) addEndpoint(app, name, service);
  addDocuments(app, service);
  if (settings.operatorToken !== undefined) addDashboard(app, service, settings.operatorToken);
  app.notFound(({ req, var: { context } }) => unknownRoute(service, req.raw, context));
  app.onError((error, { var: { context } }) => {
    context.error = error;
    return failureResponse(context, failureOfRefusal(error));
  });
  return async (request, connection) => app.fetch(request, connection ?? {});
}

/** Gives each request its context, and reports the request when it ends. */
function observe(app: App, { settings, metrics }: ServiceContext): void {
  const { now, trustProxy, baseUrl, onRequest } = settings;
  app.use(async (hono, next) => {
    const { url, raw, method, path } = hono.req;
    const context = new RequestContext(calledUrl(url, baseUrl), clientAddress(raw, hono.env, trustProxy), now);
    hono.set('context', context);
    await next();
    context.status = hono.res.status;
    const entry = context.entry(method, withoutKeys(path));
    metrics.add(entry);
    if (onRequest !== undefined) notify('onRequest', onRequest, entry);
  });
}

function allowOrigins(app: App, { cors: origins }: ServiceSettings): void {
  app.use(
    '/v1/*',
    cors({
      origin: origins.includes('*') ? '*' : [...origins],
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['x-api-key', 'content-type', IDEMPOTENCY_KEY],
      exposeHeaders: ['x-request-id', 'retry-after', IDEMPOTENCY_REPLAYED],
      maxAge: 600,
    }),
  );
}

function addEndpoint(app: App, name: EndpointName, service: ServiceContext): void {
  const { settings, calls, guard } = service;
  const { method, path } = endpoints[name];
  app.on(method, path, async ({ req, var: { context } }) => {
    if (req.raw.method !== method) return wrongMethod(service, req.raw, context, method);
    const identity = await guard.identify(req.raw, context);
    if ('failure' in identity) return failureResponse(context, identity.failure);
    const read: ReadParams =
      method === 'GET'
        ? () => paramsOfQuery(name, new URL(req.url).searchParams)
        : async () => paramsOfBody(req.header('content-type'), await readBody(req.raw, settings.maxBodyBytes));
    const caller = { keyId: identity.keyId, context, signal: req.raw.signal };
    const result = await calls.run(name, read, { ...caller, idempotencyKey: req.header(IDEMPOTENCY_KEY) });
    if ('failure' in result) return failureResponse(context, result.failure);
    const headers = context.isReplay ? { [IDEMPOTENCY_REPLAYED]: 'true' } : undefined;
    return jsonResponse(context, 200, result.response.body, headers);
  });
  app.all(path, ({ req, var: { context } }) => wrongMethod(service, req.raw, context, method));
}

/** Adds the credits of the key to `meta` of a request that is not a call, if its key is valid. */
async function addUsage({ guard, settings }: ServiceContext, request: Request, context: RequestContext): Promise<void> {
  if (!request.headers.has('x-api-key')) return;
  const identity = await guard.identify(request, context);
  if ('failure' in identity) return;
  context.keyId = identity.keyId;
  context.usage = { requests_consumed: 0, requests_remaining: await settings.store.ledger.remaining(identity.keyId) };
}

async function unknownRoute(service: ServiceContext, request: Request, context: RequestContext): Promise<Response> {
  await addUsage(service, request, context);
  const paths = Object.values(endpoints).map(({ path }) => path);
  const message = `${new URL(request.url).pathname} is not a path of this service: expected ${paths.join(', ')}.`;
  return failureResponse(context, refusal(404, 'NOT_FOUND', withoutKeys(message)));
}

async function wrongMethod(
  service: ServiceContext,
  request: Request,
  context: RequestContext,
  method: string,
): Promise<Response> {
  await addUsage(service, request, context);
  const failure = refusal(405, 'METHOD_NOT_ALLOWED', `method: expected ${method} for this path.`);
  return failureResponse(context, { ...failure, headers: { allow: method } });
}

/** Returns the URL of the request as its caller knows it. */
function calledUrl(url: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined) return url;
  const { pathname, search } = new URL(url);
  return `${baseUrl}${pathname}${search}`;
}

/** Removes API keys that a caller put into the path by mistake. */
function withoutKeys(text: string): string {
  return text.replace(/bb_[\w-]{20,}/g, 'bb_[redacted]');
}
