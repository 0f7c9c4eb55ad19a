/** The dashboard, `/dashboard`: keys, packs, requests and a form to try the endpoints. It needs the operator token. */

import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'hono';
import { endpoints, isEndpointName } from '../../contract/endpoints.ts';
import { errorBody } from '../../contract/error-body.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { paramsOfQuery } from '../../contract/request-params.ts';
import { shown } from '../../contract/shown.ts';
import type { PackOffer } from '../../ledger/pack.ts';
import { readBody } from '../body.ts';
import type { App, ServiceContext, ServiceEnv } from '../context.ts';
import { type Facts, metaOf, NO_USAGE, type RequestFacts } from '../facts.ts';
import { rootOf } from '../html.ts';
import { createKey, revokeKey, rotateKey } from '../keys.ts';
import { buyPack, packOffer } from '../packs.ts';
import { isOverTls } from '../proxy-advice.ts';
import { htmlResponse } from '../responses.ts';
import type { ServiceStore } from '../store.ts';
import { peerAddress } from '../trusted-proxies.ts';
import { problemPage, signInPage, type View } from './frame.ts';
import { keyPage, keysPage, secretPage } from './key-pages.ts';
import { overviewPage, requestPage, requestsPage } from './request-pages.ts';
import { isOwnForm, isOwnHost, type Sessions } from './session.ts';
import { type RefusedTry, SignIns } from './sign-ins.ts';
import { type Trial, tryPage } from './try-page.ts';

const MAX_FORM_BYTES = 16_384;
const NOT_FOUND = 'There is no such key or request. The log has the latest requests only.';

type Request = Context<ServiceEnv>;

/** Returns a page; `undefined` for something that does not exist. The query has the id of the path too. */
type Render = (store: ServiceStore, view: View, query: URLSearchParams) => Promise<string | undefined>;

/** Adds the routes of the dashboard. */
export function addDashboard(app: App, service: ServiceContext, sessions: Sessions): void {
  const dashboard = new Dashboard(service, sessions);
  app.use('/dashboard/*', (request, next) => dashboard.refuseOtherHosts(request, next));
  app.post('/dashboard/sign-in', (request) => dashboard.signIn(request));
  const pages: Record<string, Render> = {
    '': overviewPage,
    '/requests': requestsPage,
    '/requests/:id': (store, view, query) => requestPage(store, view, query.get('id') ?? ''),
    '/keys': keysPage,
    '/keys/:id': (store, view, query) => keyPage(store, view, query.get('id') ?? ''),
    '/try': tryPage,
  };
  for (const [path, render] of Object.entries(pages))
    app.get(`/dashboard${path}`, (request) => dashboard.show(request, render));
  app.post('/dashboard/sign-out', (request) => dashboard.act(request, () => dashboard.signOut(request)));
  app.post('/dashboard/keys', (request) =>
    dashboard.act(request, (view, form) => dashboard.create(request, view, form.get('name') ?? '')),
  );
  app.post('/dashboard/keys/:id/:action{rotate|revoke|packs}', (request) =>
    dashboard.act(request, (view, form) => dashboard.change(request, view, form)),
  );
  app.post('/dashboard/try', (request) =>
    dashboard.act(request, (view, form) => dashboard.tryCall(request, view, form)),
  );
}

class Dashboard {
  readonly #service: ServiceContext;
  readonly #sessions: Sessions;
  readonly #signIns: SignIns;
  readonly #root: string;

  constructor(service: ServiceContext, sessions: Sessions) {
    const { baseUrl, wrongTokens } = service.settings;
    this.#service = service;
    this.#root = rootOf(baseUrl);
    this.#sessions = sessions;
    this.#signIns = new SignIns(wrongTokens);
  }

  /** Refuses requests under a host name that is not the service's own. */
  async refuseOtherHosts({ req, env, var: { facts } }: Request, next: Next): Promise<Response | undefined> {
    const { hostname } = new URL(req.url);
    if (isOwnHost(hostname, this.#service.settings.baseUrl, peerAddress(env))) {
      await next();
      return undefined;
    }
    const problem = `The dashboard is not at ${hostname}. Open it by the IP address, by localhost, or by the public URL of the service (--public-url).`;
    return this.signInAgain(facts, 403, problem);
  }

  async signIn({ req, var: { facts } }: Request): Promise<Response> {
    const { address } = facts.request;
    if (!isOwnForm(req.raw, facts.request.url))
      return this.signInAgain(facts, 403, 'This form was not sent by this dashboard.');
    const form = new URLSearchParams(await readBody(req.raw, MAX_FORM_BYTES));
    // Nothing is awaited between this check and the count, so that requests at once get no more tries.
    const refused = this.#signIns.refused(address);
    if (refused !== undefined) return this.waitToSignIn(facts, refused);
    if (!this.#sessions.isToken(form.get('token') ?? '')) {
      this.#signIns.wrong(address);
      return this.signInAgain(facts, 401, 'This is not the operator token.');
    }
    this.#signIns.right(address);
    return this.redirect(facts, '', { 'set-cookie': this.#sessions.open(isSecure(req.raw, facts.request)) });
  }

  /** Responds with a page, or with the sign-in page if the operator is not signed in. */
  async show({ req, var: { facts } }: Request, render: Render): Promise<Response> {
    const session = this.#sessions.find(req.raw);
    if (session === undefined) return this.signInAgain(facts, 401);
    const view = this.view(session.formToken);
    try {
      const query = new URLSearchParams({ ...Object.fromEntries(new URL(req.url).searchParams), ...req.param() });
      const body = await render(this.#service.settings.store, view, query);
      return body === undefined
        ? htmlResponse(facts, 404, await problemPage(view, NOT_FOUND))
        : htmlResponse(facts, 200, body);
    } catch (error) {
      return this.refuse(facts, view, error);
    }
  }

  /** Runs the action of a form, if the form is one of this dashboard. */
  async act(
    { req, var: { facts } }: Request,
    work: (view: View, form: URLSearchParams) => Promise<Response>,
  ): Promise<Response> {
    const session = this.#sessions.find(req.raw);
    if (session === undefined) return this.signInAgain(facts, 401);
    const view = this.view(session.formToken);
    try {
      const form = new URLSearchParams(await readBody(req.raw, MAX_FORM_BYTES));
      const isOwn = isOwnForm(req.raw, facts.request.url) && form.get('form_token') === session.formToken;
      if (!isOwn)
        return htmlResponse(
          facts,
          403,
          await problemPage(view, 'This form was not sent by this dashboard, or it is too old.'),
        );
      return await work(view, form);
    } catch (error) {
      return this.refuse(facts, view, error);
    }
  }

  async signOut({ req, var: { facts } }: Request): Promise<Response> {
    return this.redirect(facts, '', { 'set-cookie': this.#sessions.close(req.raw, isSecure(req.raw, facts.request)) });
  }

  async create({ var: { facts } }: Request, view: View, name: string): Promise<Response> {
    const { store, now } = this.#service.settings;
    return htmlResponse(facts, 200, await secretPage(view, await createKey(store, name, now())));
  }

  async change({ req, var: { facts } }: Request, view: View, form: URLSearchParams): Promise<Response> {
    const { store, now } = this.#service.settings;
    const id = req.param('id') ?? '';
    const action = req.param('action');
    if (action === 'rotate') return htmlResponse(facts, 200, await secretPage(view, await rotateKey(store, id)));
    if (action === 'revoke') await revokeKey(store, id, now());
    else await buyPack(store, id, offerOf(form), now());
    return this.redirect(facts, `/keys/${id}`);
  }

  /** Makes a call with a key, and charges it to the key. */
  async tryCall({ req, var: { facts } }: Request, view: View, form: URLSearchParams): Promise<Response> {
    const { calls, settings } = this.#service;
    const endpoint = form.get('endpoint');
    const [key] = await settings.store.listKeys({ id: form.get('key_id') ?? '' });
    if (!isEndpointName(endpoint))
      throw new BadRequestError(`endpoint: ${shown(endpoint)} is not an endpoint.`, { parameter: 'endpoint' });
    if (key?.revokedAt !== null)
      throw new BadRequestError('key: unknown or revoked: expected a valid key.', { parameter: 'key' });
    const given = [...form].filter(([name, value]) => Object.hasOwn(endpoints[endpoint].params, name) && value !== '');
    const query = new URLSearchParams(given);
    const { method, path } = endpoints[endpoint];
    const url = `${settings.baseUrl ?? new URL(req.url).origin}${path}${method === 'GET' ? `?${query}` : ''}`;
    const request = { ...facts.request, id: randomUUID(), url, keyId: key.id };
    const read = () => paramsOfQuery(endpoint, query);
    const ended = await calls.run({ request, endpoint, read, signal: req.raw.signal });
    const { ending } = ended;
    const body =
      'failure' in ended
        ? errorBody(ended.failure, metaOf(request, ended.call, ending.usage))
        : (JSON.parse(ended.body) as object);
    const result: Trial['result'] = { requestId: request.id, status: ending.status, body };
    const trial = { endpoint, keyId: key.id, params: Object.fromEntries(given), result };
    return htmlResponse(facts, 200, await tryPage(settings.store, view, new URLSearchParams({ endpoint }), trial));
  }

  private view(formToken: string): View {
    return { root: this.#root, formToken, now: this.#service.settings.now() };
  }

  /** Shows what is wrong with a query or a form. @throws any other error */
  private async refuse(facts: Facts, view: View, error: unknown): Promise<Response> {
    if (!(error instanceof BadRequestError)) throw error;
    return htmlResponse(facts, 400, await problemPage(view, error.message));
  }

  private async signInAgain(
    facts: Facts,
    status: number,
    problem?: string,
    headers?: Record<string, string>,
  ): Promise<Response> {
    return htmlResponse(facts, status, await signInPage(this.#root, problem), headers);
  }

  private async waitToSignIn(facts: Facts, { waitMs, refusals }: RefusedTry): Promise<Response> {
    const seconds = Math.ceil(waitMs / 1000);
    facts.ending = { status: 429, code: 'RATE_LIMITED', usage: NO_USAGE, refusedBy: { limit: 'sign_ins', refusals } };
    return this.signInAgain(facts, 429, `Too many wrong tokens. Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    });
  }

  private redirect(facts: Facts, path: string, headers: Record<string, string> = {}): Response {
    return htmlResponse(facts, 303, '', { ...headers, location: `${this.#root}/dashboard${path}` });
  }
}

function offerOf(form: URLSearchParams): PackOffer {
  const given = ['validDays', 'connections'].filter((name) => (form.get(name) ?? '') !== '');
  return packOffer(form.get('size') ?? '', Object.fromEntries(given.map((name) => [name, Number(form.get(name))])));
}

function isSecure({ headers }: globalThis.Request, { url }: RequestFacts): boolean {
  return url.startsWith('https:') || isOverTls(headers);
}
