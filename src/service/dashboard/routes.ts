/** The dashboard, `/dashboard`: keys, packs, requests and a form to try the endpoints. It needs the operator token. */

import type { Context, Next } from 'hono';
import { endpoints, isEndpointName } from '../../contract/endpoints.ts';
import { errorBody } from '../../contract/error-body.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { paramsOfQuery } from '../../contract/request-params.ts';
import { shown } from '../../contract/shown.ts';
import { readBody } from '../body.ts';
import { peerAddress } from '../client-address.ts';
import type { App, ServiceContext, ServiceEnv } from '../context.ts';
import { rootOf } from '../html.ts';
import { createKey, revokeKey, rotateKey } from '../keys.ts';
import { buyPack, packOffer } from '../packs.ts';
import { isOverTls } from '../proxy-advice.ts';
import { RequestContext } from '../request-context.ts';
import { htmlResponse } from '../responses.ts';
import { keyViews } from './data.ts';
import { problemPage, type View } from './frame.ts';
import { secretPage } from './keys-page.ts';
import { isOwnHost } from './own-host.ts';
import { isOwnForm, type Sessions } from './session.ts';
import { signInPage } from './sign-in-page.ts';
import { type RefusedTry, SignIns } from './sign-ins.ts';
import { type Trial, tryPage } from './try-page.ts';
import { keys, oneKey, oneRequest, overview, type Render, requests, tryForm } from './views.ts';

const MAX_FORM_BYTES = 16_384;
const NOT_FOUND = 'There is no such key or request. The log has the latest requests only.';

type Request = Context<ServiceEnv>;

/** Adds the routes of the dashboard. */
export function addDashboard(app: App, service: ServiceContext, sessions: Sessions): void {
  const dashboard = new Dashboard(service, sessions);
  app.use('/dashboard/*', (request, next) => dashboard.refuseOtherHosts(request, next));
  app.post('/dashboard/sign-in', (request) => dashboard.signIn(request));
  app.get('/dashboard', (request) => dashboard.show(request, overview));
  app.get('/dashboard/requests', (request) => dashboard.show(request, requests));
  app.get('/dashboard/requests/:id', (request) =>
    dashboard.show(request, (settings, view) => oneRequest(settings, view, request.req.param('id'))),
  );
  app.get('/dashboard/keys', (request) => dashboard.show(request, keys));
  app.get('/dashboard/keys/:id', (request) =>
    dashboard.show(request, (settings, view) => oneKey(settings, view, request.req.param('id'))),
  );
  app.get('/dashboard/try', (request) => dashboard.show(request, tryForm));
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
  async refuseOtherHosts({ req, env, var: { context } }: Request, next: Next): Promise<Response | undefined> {
    const { hostname } = new URL(req.url);
    if (isOwnHost(hostname, this.#service.settings.baseUrl, peerAddress(env))) {
      await next();
      return undefined;
    }
    const problem = `The dashboard is not at ${hostname}. Open it by the IP address, by localhost, or by the public URL of the service (--public-url).`;
    return this.signInAgain(context, 403, problem);
  }

  async signIn({ req, var: { context } }: Request): Promise<Response> {
    const { address } = context;
    if (!isOwnForm(req.raw, context.url))
      return this.signInAgain(context, 403, 'This form was not sent by this dashboard.');
    const form = new URLSearchParams(await readBody(req.raw, MAX_FORM_BYTES));
    // Nothing is awaited between this check and the count, so that requests at once get no more tries.
    const refused = this.#signIns.refused(address);
    if (refused !== undefined) return this.waitToSignIn(context, refused);
    if (!this.#sessions.isToken(form.get('token') ?? '')) {
      this.#signIns.wrong(address);
      return this.signInAgain(context, 401, 'This is not the operator token.');
    }
    this.#signIns.right(address);
    return this.redirect(context, '', { 'set-cookie': this.#sessions.open(isSecure(req.raw, context)) });
  }

  /** Responds with a page, or with the sign-in page if the operator is not signed in. */
  async show({ req, var: { context } }: Request, render: Render): Promise<Response> {
    const session = this.#sessions.find(req.raw);
    if (session === undefined) return this.signInAgain(context, 401);
    const view = this.view(session.formToken);
    try {
      const body = await render(this.#service.settings, view, new URL(req.url).searchParams);
      return body === undefined
        ? htmlResponse(context, 404, await problemPage(view, NOT_FOUND))
        : htmlResponse(context, 200, body);
    } catch (error) {
      return this.refuse(context, view, error);
    }
  }

  /** Runs the action of a form, if the form is one of this dashboard. */
  async act(
    { req, var: { context } }: Request,
    work: (view: View, form: URLSearchParams) => Promise<Response>,
  ): Promise<Response> {
    const session = this.#sessions.find(req.raw);
    if (session === undefined) return this.signInAgain(context, 401);
    const view = this.view(session.formToken);
    try {
      const form = new URLSearchParams(await readBody(req.raw, MAX_FORM_BYTES));
      const isOwn = isOwnForm(req.raw, context.url) && form.get('form_token') === session.formToken;
      if (!isOwn)
        return htmlResponse(
          context,
          403,
          await problemPage(view, 'This form was not sent by this dashboard, or it is too old.'),
        );
      return await work(view, form);
    } catch (error) {
      return this.refuse(context, view, error);
    }
  }

  async signOut({ req, var: { context } }: Request): Promise<Response> {
    return this.redirect(context, '', { 'set-cookie': this.#sessions.close(req.raw, isSecure(req.raw, context)) });
  }

  async create({ var: { context } }: Request, view: View, name: string): Promise<Response> {
    const { store, now } = this.#service.settings;
    return htmlResponse(context, 200, await secretPage(view, await createKey(store, name, now())));
  }

  async change({ req, var: { context } }: Request, view: View, form: URLSearchParams): Promise<Response> {
    const { store, now } = this.#service.settings;
    const id = req.param('id') ?? '';
    const action = req.param('action');
    if (action === 'rotate') return htmlResponse(context, 200, await secretPage(view, await rotateKey(store, id)));
    if (action === 'revoke') await revokeKey(store, id, now());
    else await buyPack(store, id, offerOf(form), now());
    return this.redirect(context, `/keys/${id}`);
  }

  /** Makes a call with a key, and charges it to the key. */
  async tryCall({ req, var: { context } }: Request, view: View, form: URLSearchParams): Promise<Response> {
    const { calls, settings } = this.#service;
    const endpoint = form.get('endpoint');
    const key = await settings.store.findKey(form.get('key_id') ?? '');
    if (!isEndpointName(endpoint))
      throw new BadRequestError(`endpoint: ${shown(endpoint)} is not an endpoint.`, { parameter: 'endpoint' });
    if (key?.revokedAt !== null)
      throw new BadRequestError('key: unknown or revoked: expected a valid key.', { parameter: 'key' });
    const given = [...form].filter(([name, value]) => Object.hasOwn(endpoints[endpoint].params, name) && value !== '');
    const query = new URLSearchParams(given);
    const { method, path } = endpoints[endpoint];
    const url = `${settings.baseUrl ?? new URL(req.url).origin}${path}${method === 'GET' ? `?${query}` : ''}`;
    const tried = new RequestContext(url, context.address, settings.now);
    const read = () => paramsOfQuery(endpoint, query);
    const result = await calls.run(endpoint, read, { keyId: key.id, context: tried, signal: req.raw.signal });
    const { requestId } = tried;
    const tryResult: NonNullable<Trial['result']> =
      'failure' in result
        ? { requestId, status: result.failure.status, body: errorBody(result.failure, tried.meta()) }
        : { requestId, status: 200, body: JSON.parse(result.response.body) as object };
    const trial = { endpoint, keyId: key.id, params: Object.fromEntries(given), result: tryResult };
    return htmlResponse(context, 200, await tryPage(view, await keyViews(settings), trial));
  }

  private view(formToken: string): View {
    return { root: this.#root, formToken, now: this.#service.settings.now() };
  }

  /** Shows what is wrong with a query or a form. @throws any other error */
  private async refuse(context: RequestContext, view: View, error: unknown): Promise<Response> {
    if (!(error instanceof BadRequestError)) throw error;
    return htmlResponse(context, 400, await problemPage(view, error.message));
  }

  private async signInAgain(
    context: RequestContext,
    status: number,
    problem?: string,
    headers?: Record<string, string>,
  ): Promise<Response> {
    return htmlResponse(context, status, await signInPage(this.#root, problem), headers);
  }

  private async waitToSignIn(context: RequestContext, { waitMs, refusals }: RefusedTry): Promise<Response> {
    const seconds = Math.ceil(waitMs / 1000);
    context.refusedBy = { limit: 'sign_ins', refusals };
    context.code = 'RATE_LIMITED';
    return this.signInAgain(context, 429, `Too many wrong tokens. Try again in ${seconds} s.`, {
      'retry-after': String(seconds),
    });
  }

  private redirect(context: RequestContext, path: string, headers: Record<string, string> = {}): Response {
    return htmlResponse(context, 303, '', { ...headers, location: `${this.#root}/dashboard${path}` });
  }
}

function offerOf(form: URLSearchParams) {
  const size = form.get('size') ?? '';
  if (size !== 'free') return packOffer(size);
  return packOffer('free', { requests: Number(form.get('requests')), validDays: Number(form.get('days')) });
}

function isSecure({ headers }: globalThis.Request, { url }: RequestContext): boolean {
  return url.startsWith('https:') || isOverTls(headers);
}
