/** The service: one fetch handler, with a route for each endpoint. */

import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { paramsOfBody, paramsOfQuery } from '../contract/request-params.ts';
import { shortened } from '../contract/shown.ts';
import { notify } from '../options/runtime.ts';
import { readBody } from './body.ts';
import { CallRunner, type ReadParams } from './call-runner.ts';
import { clientAddress, type PeerConnection } from './client-address.ts';
import type { App, ServiceContext, ServiceEnv } from './context.ts';
import { addDashboard } from './dashboard/routes.ts';
import { sessionsOf } from './dashboard/session.ts';
import { addDocuments } from './documents.ts';
import { failureOfRefusal, refusal } from './failure.ts';
import { Guard, UNAUTHORIZED } from './guard.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from './idempotency.ts';
import { LogLimit } from './log-limit.ts';
import { Metrics } from './metrics.ts';
import { resolveServiceOptions, type ServiceOptions, type ServiceSettings } from './options.ts';
import { proxyAdvice } from './proxy-advice.ts';
import { RequestContext } from './request-context.ts';
import { failureResponse, jsonResponse } from './responses.ts';
import { TrustedProxies } from './trusted-proxies.ts';

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
  const sessions = sessionsOf(settings);
  const calls = new CallRunner(settings);
  const service: ServiceContext = {
    settings,
    calls,
    guard: new Guard(settings, (request) => sessions?.find(request) !== undefined),
    metrics: new Metrics(calls.queue),
    sessions,
  };
  const app: App = new Hono<ServiceEnv>();
  observe(app, service);
  if (settings.cors.length > 0) allowOrigins(app, settings);
  admit(app, service);
  for (const name of Object.keys(endpoints) as EndpointName[]) addEndpoint(app, name, service);
  addDocuments(app, service);
  if (sessions !== undefined) addDashboard(app, service, sessions);
  app.notFound(({ req, var: { context } }) => unknownRoute(settings, req.raw, context));
  app.onError((error, { var: { context } }) => {
    context.error = error;
    return failureResponse(context, failureOfRefusal(error));
  });
  return async (request, connection) => app.fetch(request, connection ?? {});
}

/** Gives each request its context, and reports the request when it ends. */
function observe(app: App, { settings, metrics }: ServiceContext): void {
  const { now, trustProxy, baseUrl, onRequest } = settings;
  const proxies = new TrustedProxies(trustProxy ?? false);
  const advise = proxyAdvice(settings);
  const logLimit = new LogLimit();
  app.use(async (hono, next) => {
    const { url, raw, method, path } = hono.req;
    const context = new RequestContext(calledUrl(url, baseUrl), clientAddress(raw, hono.env, proxies), now);
    hono.set('context', context);
    advise(raw.headers);
    await next();
    context.status = hono.res.status;
    const entry = context.entry(method, withoutKeys(path));
    metrics.add(entry);
    if (onRequest !== undefined && logLimit.admits(context, path)) notify('onRequest', onRequest, entry);
  });
}

/** Admits requests within their limits. Preflight requests do not come here. */
function admit(app: App, { guard, settings }: ServiceContext): void {
  app.use(async (hono, next) => {
    const { context } = hono.var;
    const admission = await guard.admit(hono.req.raw, hono.req.path, context);
    if ('failure' in admission) {
      await noteCredits(settings, context);
      return failureResponse(context, admission.failure);
    }
    using _turn = admission.turn;
    await next();
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
  const { settings, calls } = service;
  const { method, path } = endpoints[name];
  app.on(method, path, async ({ req, var: { context } }) => {
    if (req.raw.method !== method) return wrongMethod(settings, context, method);
    const { keyId } = context;
    if (keyId === undefined) return failureResponse(context, UNAUTHORIZED);
    const read: ReadParams =
      method === 'GET'
        ? () => paramsOfQuery(name, new URL(req.url).searchParams)
        : async () => paramsOfBody(req.header('content-type'), await readBody(req.raw, settings.maxBodyBytes));
    const caller = { keyId, context, signal: req.raw.signal };
    const result = await calls.run(name, read, { ...caller, idempotencyKey: req.header(IDEMPOTENCY_KEY) });
    if ('failure' in result) return failureResponse(context, result.failure);
    const headers = context.isReplay ? { [IDEMPOTENCY_REPLAYED]: 'true' } : undefined;
    return jsonResponse(context, 200, result.response.body, headers);
  });
  app.all(path, ({ var: { context } }) => wrongMethod(settings, context, method));
}

/** Adds the credits of the key to `meta` of a request that is not a call, if its key is valid. */
async function noteCredits({ store }: ServiceSettings, context: RequestContext): Promise<void> {
  if (context.keyId === undefined) return;
  context.usage = { requests_consumed: 0, requests_remaining: await store.ledger.remaining(context.keyId) };
}

async function unknownRoute(settings: ServiceSettings, request: Request, context: RequestContext): Promise<Response> {
  await noteCredits(settings, context);
  const paths = Object.values(endpoints).map(({ path }) => path);
  const path = shortened(withoutKeys(new URL(request.url).pathname));
  const message = `${path} is not a path of this service: expected ${paths.join(', ')}.`;
  return failureResponse(context, refusal(404, 'NOT_FOUND', message));
}

async function wrongMethod(settings: ServiceSettings, context: RequestContext, method: string): Promise<Response> {
  await noteCredits(settings, context);
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
