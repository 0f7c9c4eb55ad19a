/** The dashboard, `/dashboard`: keys, packs, requests and a form to try the endpoints. It needs the operator token. */
import type { Context } from 'hono';
import { endpoints, isEndpointName } from '../../contract/endpoints.ts';
import { errorBody } from '../../contract/error-body.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { paramsOfQuery } from '../../contract/request-params.ts';
import { readBody } from '../body.ts';
import type { App, ServiceContext, ServiceEnv } from '../context.ts';
import { rootOf } from '../html.ts';
import { createKey, revokeKey, rotateKey } from '../keys.ts';
import { buyPack, packOffer } from '../packs.ts';
import { RequestContext } from '../request-context.ts';
import { htmlResponse } from '../responses.ts';
import { lastDays } from './chart.ts';
import {
  type Activity,
  type KeyView,
  keyPage,
  overviewPage,
  problemPage,
  secretPage,
  signInPage,
  type View,
} from './pages.ts';
import { isOwnForm, Sessions } from './session.ts';
import { type Trial, tryPage } from './try-page.ts';

const CHART_DAYS = 30;
const SHOWN_REQUESTS = 50;
const MAX_FORM_BYTES = 16_384;

type Request = Context<ServiceEnv>;

/** Adds the routes of the dashboard. */
export function addDashboard(app: App, service: ServiceContext, operatorToken: string): void {
  const dashboard = new Dashboard(service, operatorToken);
  app.post('/dashboard/sign-in', (request) => dashboard.signIn(request));
  app.get('/dashboard', (request) => dashboard.show(request, (view) => dashboard.overview(view)));
  app.get('/dashboard/keys/:id', (request) =>
    dashboard.show(request, (view) => dashboard.key(view, request.req.param('id'))),
  );
  app.get('/dashboard/try', (request) =>
    dashboard.show(request, (view) => dashboard.tryForm(view, request.req.query('endpoint'))),
  );
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
  readonly #root: string;

  constructor(service: ServiceContext, operatorToken: string) {
    const { baseUrl, now } = service.settings;
    this.#service = service;
    this.#root = rootOf(baseUrl);
    this.#sessions = new Sessions(operatorToken, `${this.#root}/dashboard`, now);
  }

  async signIn({ req, var: { context } }: Request): Promise<Response> {
    const { guard } = this.#service;
    const caller = context.address ?? 'unknown';
    if (!isOwnForm(req.raw, context.url))
      return this.signInAgain(context, 403, 'This form was not sent by this dashboard.');
    if (guard.waitFor(caller) > 0) return this.signInAgain(context, 429, 'Too many wrong tokens. Wait a minute.');
    const form = new URLSearchParams(await readBody(req.raw, MAX_FORM_BYTES));
    if (!this.#sessions.isToken(form.get('token') ?? '')) {
      guard.wrongToken(caller);
      return this.signInAgain(context, 401, 'This is not the operator token.');
    }
    return this.redirect(context, '', { 'set-cookie': this.#sessions.open(isSecure(context)) });
  }

  /** Responds with a page, or with the sign-in page if the operator is not signed in. */
  async show(
    { req, var: { context } }: Request,
    render: (view: View) => Promise<string | undefined>,
  ): Promise<Response> {
    const session = this.#sessions.find(req.raw);
    if (session === undefined) return this.signInAgain(context, 401);
    const view = this.view(session.formToken);
    const body = await render(view);
    return body === undefined
      ? htmlResponse(context, 404, await problemPage(view, 'Unknown key.'))
      : htmlResponse(context, 200, body);
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
      if (!(error instanceof BadRequestError)) throw error;
      return htmlResponse(context, 400, await problemPage(view, error.message));
    }
  }

  async signOut({ var: { context } }: Request): Promise<Response> {
    return this.redirect(context, '', { 'set-cookie': this.#sessions.close(isSecure(context)) });
  }

  async overview(view: View): Promise<string> {
    return overviewPage(view, await this.keys(), await this.activity());
  }

  async key(view: View, id: string): Promise<string | undefined> {
    const found = (await this.keys()).find(({ key }) => key.id === id);
    return found && keyPage(view, found, await this.activity(id));
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

  async tryForm(view: View, name: string | undefined): Promise<string> {
    const endpoint = isEndpointName(name) ? name : 'product';
    return tryPage(view, await this.keys(), { endpoint, keyId: undefined, params: {} });
  }

  /** Makes a call with a key, and charges it to the key. */
  async tryCall({ req, var: { context } }: Request, view: View, form: URLSearchParams): Promise<Response> {
    const { calls, settings } = this.#service;
    const endpoint = form.get('endpoint');
    const key = await settings.store.findKey(form.get('key_id') ?? '');
    if (!isEndpointName(endpoint))
      throw new BadRequestError(`endpoint: ${JSON.stringify(endpoint)} is not an endpoint.`, { parameter: 'endpoint' });
    if (key?.revokedAt !== null)
      throw new BadRequestError('key: unknown or revoked: expected a valid key.', { parameter: 'key' });
    const given = [...form].filter(([name, value]) => name in endpoints[endpoint].params.shape && value !== '');
    const query = new URLSearchParams(given);
    const { method, path } = endpoints[endpoint];
    const url = `${settings.baseUrl ?? new URL(req.url).origin}${path}${method === 'GET' ? `?${query}` : ''}`;
    const tried = new RequestContext(url, context.address, settings.now);
    const read = () => paramsOfQuery(endpoint, query);
    const result = await calls.run(endpoint, read, { keyId: key.id, context: tried, signal: req.raw.signal });
    const shown: NonNullable<Trial['result']> =
      'failure' in result
        ? { status: result.failure.status, body: errorBody(result.failure, tried.meta()) }
        : { status: 200, body: JSON.parse(result.response.body) as object };
    const trial = { endpoint, keyId: key.id, params: Object.fromEntries(given), result: shown };
    return htmlResponse(context, 200, await tryPage(view, await this.keys(), trial));
  }

  private view(formToken: string): View {
    return { root: this.#root, formToken, now: this.#service.settings.now() };
  }

  private async signInAgain(context: RequestContext, status: number, problem?: string): Promise<Response> {
    return htmlResponse(context, status, await signInPage(this.#root, problem));
  }

  private redirect(context: RequestContext, path: string, headers: Record<string, string> = {}): Response {
    return htmlResponse(context, 303, '', { ...headers, location: `${this.#root}/dashboard${path}` });
  }

  private async keys(): Promise<KeyView[]> {
    const { store } = this.#service.settings;
    const packs = await store.ledger.listPacks();
    const keys = await store.listKeys();
    return Promise.all(
      keys.map(async (key) => ({
        key,
        packs: packs.filter(({ keyId }) => keyId === key.id),
        remaining: await store.ledger.remaining(key.id),
      })),
    );
  }

  private async activity(keyId?: string): Promise<Activity> {
    const { store, now } = this.#service.settings;
    const days = lastDays(CHART_DAYS, now());
    const counts = await store.dayCounts({ keyId, since: days[0] ?? '' });
    return { days, counts, requests: await store.recentRequests({ keyId, limit: SHOWN_REQUESTS }) };
  }
}

function offerOf(form: URLSearchParams) {
  const size = form.get('size') ?? '';
  if (size !== 'free') return packOffer(size);
  return packOffer('free', { requests: Number(form.get('requests')), validDays: Number(form.get('days')) });
}

function isSecure({ url }: RequestContext): boolean {
  return url.startsWith('https:');
}
