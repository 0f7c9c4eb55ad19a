/** The service: one fetch handler, with a route for each endpoint. */

import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { ENDPOINT_NAMES, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { paramsOfBody, paramsOfQuery } from '../contract/request-params.ts';
import { shortened } from '../contract/shown.ts';
import { subscriberOf } from '../http/ip-address.ts';
import { notify } from '../options/runtime.ts';
import { revealed } from '../options/secrets.ts';
import { readBody } from './body.ts';
import { callRunner, creditsOf, IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from './calls.ts';
import type { App, RequestGate, ServiceContext, ServiceEnv } from './context.ts';
import { addDashboard } from './dashboard/routes.ts';
import { openSessions } from './dashboard/session.ts';
import { addDocuments } from './documents.ts';
import { entryOf, type Facts, type LogEntry, NO_USAGE, type RequestFacts } from './facts.ts';
import { failureOfRefusal, NOT_CLEAR, Refused, refusal, UNAUTHORIZED } from './failure.ts';
import { connections } from './gates/connections.ts';
import { FairQueue, fairQueue } from './gates/fair-queue.ts';
import { PROBES } from './gates/limit.ts';
import { marketplace } from './gates/marketplace.ts';
import { repeats } from './gates/repeats.ts';
import { requestsAtOnce } from './gates/requests-at-once.ts';
import { requestsPerMinute } from './gates/requests-per-minute.ts';
import { wrongKeys } from './gates/wrong-keys.ts';
import { rootOf } from './html.ts';
import { verifyKey } from './keys.ts';
import { serviceMetrics } from './metrics.ts';
import { resolveServiceOptions, type ServiceOptions, type ServiceSettings } from './options.ts';
import { RateWindows } from './rate-windows.ts';
import { failureResponse, jsonResponse } from './responses.ts';
import { callerBehind, type PeerConnection, peerAddress, proxyAdvice } from './trusted-proxies.ts';

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
  const { operatorToken, baseUrl, now } = settings;
  const path = `${rootOf(baseUrl)}/dashboard`;
  const sessions = operatorToken === undefined ? undefined : openSessions(revealed(operatorToken), path, now);
  const queue = new FairQueue(settings);
  // The gates in the order of a request. Before them are those of `listen`: gates/sockets.ts. Behind them are the connections and the pace of the marketplace.
  const requestGates = [wrongKeys(settings), requestsPerMinute(settings), requestsAtOnce(settings)];
  const callGates = [repeats(settings), connections(settings), fairQueue(queue), marketplace(settings)];
  const run = callRunner(settings.store, callGates);
  const service: ServiceContext = { settings, run, metrics: serviceMetrics(queue), sessions };
  const app: App = new Hono<ServiceEnv>();
  app.use(observe(service));
  if (settings.cors.length > 0) allowOrigins(app, settings);
  // Preflight requests do not come here.
  app.use(async ({ var: { facts } }, next) => {
    if (facts.request.fault !== undefined) throw facts.request.fault;
    await next();
  });
  for (const gate of requestGates) app.use(gate);
  for (const name of ENDPOINT_NAMES) addEndpoint(app, name, service);
  addDocuments(app, service);
  if (sessions !== undefined) addDashboard(app, service, sessions);
  app.notFound(({ req }) => unknownRoute(req.raw));
  app.onError(async (error, { var: { facts } }) => {
    const failure = failureOfRefusal(error);
    const ending = error instanceof Refused ? error.ending : { error };
    const { keyId } = facts.request;
    const usage =
      keyId === undefined ? NO_USAGE : await creditsOf(settings.store, keyId, failure).catch(() => NO_USAGE);
    return failureResponse(facts, failure, { ...ending, usage });
  });
  return async (request, connection) => app.fetch(request, connection ?? {});
}

/** Gives each request its facts, and reports the request when it ends. */
function observe({ settings, metrics, sessions }: ServiceContext): RequestGate {
  const { now, trustProxy, baseUrl, onRequest, store } = settings;
  const callerOf = callerBehind(trustProxy ?? false);
  const advise = proxyAdvice(settings.trustProxy, settings.baseUrl);
  const isLogged = logLimit();
  return async (hono, next) => {
    const { since, startedAt } = { since: performance.now(), startedAt: now() };
    const { raw, method, path } = hono.req;
    advise(raw.headers);
    const notClear = hono.env[NOT_CLEAR];
    const given = raw.headers.get('x-api-key') ?? undefined;
    let fault: unknown = notClear && new Refused(notClear);
    let keyId: string | undefined;
    try {
      if (given !== undefined && fault === undefined) keyId = (await verifyKey(store, given))?.id;
    } catch (error) {
      fault = error;
    }
    const address = callerOf(raw.headers.get('x-forwarded-for'), peerAddress(hono.env));
    const isOperator = () => sessions?.formToken(raw) !== undefined;
    const facts: Facts = {
      request: {
        id: randomUUID(),
        method: notClear === undefined ? method : '',
        path: withoutKeys(path),
        url: calledUrl(hono.req.url, baseUrl),
        address,
        keyId,
        hasWrongKey: given !== undefined && keyId === undefined,
        fault,
        counted: keyId === undefined ? (isOperator() ? undefined : countedAs(address, path)) : { as: 'key', id: keyId },
        now,
        startedAt,
        since,
      },
    };
    hono.set('facts', facts);
    await next();
    facts.ending ??= { status: hono.res.status, usage: NO_USAGE };
    const entry = entryOf(facts, facts.ending);
    metrics.add(entry);
    if (onRequest !== undefined && isLogged(entry)) notify('onRequest', onRequest, entry);
  };
}

/** Failures and probes without a valid key per minute, of all IP addresses, that the log has one by one. */
const MOST_OPEN = 1_000;

/**
 * Returns whether the log has a request, so that callers without a key cannot fill it. Of those that a limit refuses in a minute it has the first, the 10th, the
 * 100th and so on, and of many failures and probes without a valid key too.
 */
function logLimit(): (entry: LogEntry) => boolean {
  const open = new RateWindows(MOST_OPEN);
  const isPowerOfTen = (count: number) => /^10*$/.test(String(count));
  return ({ key_id, path, status, refusals }) => {
    if (refusals !== undefined && !isPowerOfTen(refusals)) return false;
    const isOpen = PROBES.has(path) || (status >= 400 && status < 500);
    if (key_id !== undefined || !isOpen) return true;
    const { excess } = open.add('all');
    return excess === 0 || isPowerOfTen(excess);
  };
}

/** Returns the count of the limits that a request without a valid key belongs to. Callers without a known IP address are not limited. */
function countedAs(address: string | undefined, path: string): RequestFacts['counted'] {
  if (address === undefined || PROBES.has(path)) return undefined;
  const isDashboard = path.startsWith('/dashboard') || path === '/style.css';
  return { as: isDashboard ? 'dashboard' : 'address', id: subscriberOf(address) };
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

function addEndpoint(app: App, endpoint: EndpointName, { settings, run }: ServiceContext): void {
  const { method, path } = endpoints[endpoint];
  app.all(path, async ({ req, var: { facts } }) => {
    if (req.raw.method !== method) {
      const failure = refusal(405, 'METHOD_NOT_ALLOWED', `method: expected ${method} for this path.`);
      throw new Refused({ ...failure, headers: { allow: method } });
    }
    const { keyId } = facts.request;
    if (keyId === undefined) throw new Refused(UNAUTHORIZED);
    const read =
      method === 'GET'
        ? () => paramsOfQuery(endpoint, new URL(req.url).searchParams)
        : async () => paramsOfBody(req.header('content-type'), await readBody(req.raw, settings.maxBodyBytes));
    const { signal } = req.raw;
    const idempotencyKey = req.header(IDEMPOTENCY_KEY);
    const ended = await run({ request: { ...facts.request, keyId }, endpoint, read, signal, idempotencyKey });
    facts.call = ended.call;
    if ('failure' in ended) return failureResponse(facts, ended.failure, ended.ending);
    facts.ending = ended.ending;
    const headers = ended.ending.replayOf === undefined ? undefined : { [IDEMPOTENCY_REPLAYED]: 'true' };
    return jsonResponse(facts, 200, ended.body, headers);
  });
}

function unknownRoute(request: Request): never {
  const paths = Object.values(endpoints).map(({ path }) => path);
  const path = shortened(withoutKeys(new URL(request.url).pathname));
  throw new Refused(refusal(404, 'NOT_FOUND', `${path} is not a path of this service: expected ${paths.join(', ')}.`));
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
