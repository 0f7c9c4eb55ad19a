/** The dashboard, `/dashboard`: keys, packs and requests. It needs the operator token. */
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { BadRequestError } from '../../contract/errors.ts';
import type { PackOffer } from '../../ledger/pack.ts';
import { readBody } from '../body.ts';
import type { App, ServiceContext, ServiceEnv } from '../context.ts';
import { type Facts, NO_USAGE, type RequestFacts } from '../facts.ts';
import { rootOf } from '../html.ts';
import { buyPack, createKey, packOffer, revokeKey, rotateKey } from '../keys.ts';
import { htmlResponse } from '../responses.ts';
import type { ServiceStore } from '../store.ts';
import { isOverTls, peerAddress } from '../trusted-proxies.ts';
import { problemPage, signInPage, type View } from './frame.ts';
import { keyPage, keysPage, secretPage } from './key-pages.ts';
import { overviewPage, requestPage, requestsPage } from './request-pages.ts';
import { isOwnForm, isOwnHost, type Sessions } from './session.ts';
import { openSignIns } from './sign-ins.ts';

const MAX_FORM_BYTES = 16_384;
const NOT_FOUND = 'There is no such key or request. The log has the latest requests only.';

/** The types of a request of the dashboard. Those of an operator who is signed in have a view, and their forms are read. */
interface DashboardEnv extends ServiceEnv {
  Variables: ServiceEnv['Variables'] & { view: View; form: URLSearchParams };
}
type Request = Context<DashboardEnv>;
type Gate = MiddlewareHandler<DashboardEnv>;

/** Returns a page; `undefined` for something that does not exist. The query has the id of the path too. */
type Render = (store: ServiceStore, view: View, query: URLSearchParams) => Promise<string | undefined>;

const PAGES: Readonly<Record<string, Render>> = {
  '/': overviewPage,
  '/requests': requestsPage,
  '/requests/:id': (store, view, query) => requestPage(store, view, query.get('id') ?? ''),
  '/keys': keysPage,
  '/keys/:id': (store, view, query) => keyPage(store, view, query.get('id') ?? ''),
};

/** Adds the routes of the dashboard. */
export function addDashboard(app: App, service: ServiceContext, sessions: Sessions): void {
  const { store, now, baseUrl, wrongTokens } = service.settings;
  const root = rootOf(baseUrl);
  const signIns = openSignIns(wrongTokens);
  const dashboard = new Hono<DashboardEnv>();

  const signInAgain = async (facts: Facts, status: number, problem?: string, headers?: Record<string, string>) =>
    htmlResponse(facts, status, await signInPage(root, problem), headers);
  const redirect = (facts: Facts, path: string, headers: Record<string, string> = {}) =>
    htmlResponse(facts, 303, '', { ...headers, location: `${root}/dashboard${path}` });

  /** Refuses requests under a host name that is not the service's own. */
  const ownHost: Gate = async ({ req, env, var: { facts } }, next) => {
    const { hostname } = new URL(req.url);
    if (isOwnHost(hostname, baseUrl, peerAddress(env))) return await next();
    const problem = `The dashboard is not at ${hostname}. Open it by the IP address, by localhost, or by the public URL of the service (--public-url).`;
    return signInAgain(facts, 403, problem);
  };

  /** Shows the sign-in page if the operator is not signed in. */
  const signedIn: Gate = async ({ req, set, var: { facts } }, next) => {
    const formToken = sessions.formToken(req.raw);
    if (formToken === undefined) return signInAgain(facts, 401);
    set('view', { root, formToken, now: now() });
    return await next();
  };

  /** Reads a form, if it is one of this dashboard. */
  const ownForm: Gate = async ({ req, set, var: { facts, view } }, next) => {
    const form = new URLSearchParams(await readBody(req.raw, MAX_FORM_BYTES));
    if (!isOwnForm(req.raw, facts.request.url) || form.get('form_token') !== view.formToken) {
      const problem = 'This form was not sent by this dashboard, or it is too old.';
      return htmlResponse(facts, 403, await problemPage(view, problem));
    }
    set('form', form);
    return await next();
  };

  const signIn = async ({ req, var: { facts } }: Request) => {
    const { address } = facts.request;
    if (!isOwnForm(req.raw, facts.request.url))
      return signInAgain(facts, 403, 'This form was not sent by this dashboard.');
    const form = new URLSearchParams(await readBody(req.raw, MAX_FORM_BYTES));
    // Nothing is awaited between this check and the count, so that requests at once get no more tries.
    const refused = signIns.refused(address);
    if (refused !== undefined) {
      const { waitMs, refusals } = refused;
      const seconds = Math.ceil(waitMs / 1000);
      facts.ending = { status: 429, code: 'RATE_LIMITED', usage: NO_USAGE, refusedBy: { limit: 'sign_ins', refusals } };
      const problem = `Too many wrong tokens. Try again in ${seconds} s.`;
      return signInAgain(facts, 429, problem, { 'retry-after': String(seconds) });
    }
    if (!sessions.isToken(form.get('token') ?? '')) {
      signIns.wrong(address);
      return signInAgain(facts, 401, 'This is not the operator token.');
    }
    signIns.right(address);
    return redirect(facts, '', { 'set-cookie': sessions.open(isSecure(req.raw, facts.request)) });
  };

  const change = async ({ req, var: { facts, view, form } }: Request) => {
    const { id = '', action } = req.param() as Partial<Record<'id' | 'action', string>>;
    if (action === 'rotate') return htmlResponse(facts, 200, await secretPage(view, await rotateKey(store, id)));
    if (action === 'revoke') await revokeKey(store, id, now());
    else await buyPack(store, id, offerOf(form), now());
    return redirect(facts, `/keys/${id}`);
  };

  /** Shows what is wrong with a query or a form. */
  dashboard.onError(async (error, { var: { facts, view } }) => {
    if (!(error instanceof BadRequestError) || view === undefined) throw error;
    return htmlResponse(facts, 400, await problemPage(view, error.message));
  });
  dashboard.use(ownHost);
  dashboard.post('/sign-in', signIn);
  for (const [path, render] of Object.entries(PAGES))
    dashboard.get(path, signedIn, async ({ req, var: { facts, view } }) => {
      const query = new URLSearchParams({ ...Object.fromEntries(new URL(req.url).searchParams), ...req.param() });
      const page = await render(store, view, query);
      return page === undefined
        ? htmlResponse(facts, 404, await problemPage(view, NOT_FOUND))
        : htmlResponse(facts, 200, page);
    });
  dashboard.post('/sign-out', signedIn, ownForm, ({ req, var: { facts } }) =>
    redirect(facts, '', { 'set-cookie': sessions.close(req.raw, isSecure(req.raw, facts.request)) }),
  );
  dashboard.post('/keys', signedIn, ownForm, async ({ var: { facts, view, form } }) =>
    htmlResponse(facts, 200, await secretPage(view, await createKey(store, form.get('name') ?? '', now()))),
  );
  dashboard.post('/keys/:id/:action{rotate|revoke|packs}', signedIn, ownForm, change);
  app.route('/dashboard', dashboard);
}

function offerOf(form: URLSearchParams): PackOffer {
  const given = ['validDays', 'connections'].filter((name) => (form.get(name) ?? '') !== '');
  return packOffer(form.get('size') ?? '', Object.fromEntries(given.map((name) => [name, Number(form.get(name))])));
}

function isSecure({ headers }: globalThis.Request, { url }: RequestFacts): boolean {
  return url.startsWith('https:') || isOverTls(headers);
}
