/** The HTML pages of the dashboard. */
import { endpoints } from '../../contract/endpoints.ts';
import { isActive, type Pack } from '../../ledger/pack.ts';
import { document, type Html, html } from '../html.ts';
import { PACK_SIZES } from '../packs.ts';
import type { DayCount, RequestRecord, StoredKey } from '../store.ts';
import { charts, OUTCOMES, swatch } from './chart.ts';

/** The data that every page needs. */
export interface View {
  /** Path that the service is mounted at. */
  root: string;
  /** Value of the hidden field that every form has. */
  formToken: string;
  now: number;
}

/** A key with its packs and credits. */
export interface KeyView {
  key: StoredKey;
  packs: Pack[];
  remaining: number;
}

/** The data of the charts and of the table of requests. */
export interface Activity {
  days: readonly string[];
  counts: readonly DayCount[];
  requests: readonly RequestRecord[];
}

/** Returns the sign-in page. */
export function signInPage(root: string, problem?: string): Promise<string> {
  const body = html`<main class="narrow">
    <section>
      <h1>buybox dashboard</h1>
      <p class="soft">Sign in with the operator token: <code>buybox serve</code> prints it at the start, unless you set your own.</p>
      ${problem === undefined ? '' : html`<p role="alert">${problem}</p>`}
      <form method="post" action="${root}/dashboard/sign-in">
        <label class="wide">Token <input name="token" type="password" autocomplete="current-password" required autofocus /></label>
        <button>Sign in</button>
      </form>
    </section>
  </main>`;
  return document(root, 'Sign in', body);
}

/** Returns the page of all keys and their requests. */
export function overviewPage(view: View, keys: readonly KeyView[], activity: Activity): Promise<string> {
  return signedInPage(
    view,
    'Keys',
    html`<section>
        <h2>Keys</h2>
        ${keys.length === 0 ? html`<p class="soft">No keys yet.</p>` : keyTable(view, keys)}
        ${form(view, '/keys', html`<label class="wide">Name <input name="name" required maxlength="100" /></label><button>Create key</button>`)}
      </section>
      ${activitySections(activity, new Map(keys.map(({ key }) => [key.id, key.name])))}`,
  );
}

/** Returns the page of one key: its packs and its requests. */
export function keyPage(view: View, { key, packs, remaining }: KeyView, activity: Activity): Promise<string> {
  const actions = html`<div class="actions">
    ${form(view, `/keys/${key.id}/rotate`, html`<button class="quiet">Rotate: new secret, same packs</button>`)}
    ${form(view, `/keys/${key.id}/revoke`, html`<button class="danger">Revoke for good</button>`)}
  </div>`;
  return signedInPage(
    view,
    key.name,
    html`<section>
        <div class="row">
          <h1>${key.name}</h1>
          <span>${remaining.toLocaleString('en')} credits left</span>
        </div>
        <p class="soft">
          <code>${key.id}</code> created ${day(key.createdAt)}${key.revokedAt === null ? '' : `, revoked ${day(key.revokedAt)}`}
        </p>
        ${key.revokedAt === null ? actions : ''}
      </section>
      <section>
        <h2>Packs</h2>
        ${packs.length === 0 ? html`<p class="soft">No packs: calls are refused.</p>` : packTable(packs, view.now)}
        ${key.revokedAt === null ? packForms(view, key.id) : ''}
      </section>
      ${activitySections(activity, new Map([[key.id, key.name]]))}`,
  );
}

/** Returns the page of a new key: the only one that shows its secret. */
export function secretPage(view: View, { id, name, key }: { id: string; name: string; key: string }): Promise<string> {
  return signedInPage(
    view,
    'New key',
    html`<section class="notice">
      <h1>The key of ${name}</h1>
      <p>Copy it now: it cannot be shown again.</p>
      <code class="secret">${key}</code>
      <p><a href="${view.root}/dashboard/keys/${id}">To the key</a></p>
    </section>`,
  );
}

/** Returns the page for a form that failed. */
export function problemPage(view: View, message: string): Promise<string> {
  const back = html`<a href="${view.root}/dashboard">Back</a>`;
  return signedInPage(
    view,
    'Problem',
    html`<section><h1>That did not work</h1><p role="alert">${message}</p><p>${back}</p></section>`,
  );
}

/** Returns a page with the navigation of the dashboard. */
export function signedInPage(view: View, title: string, body: Html): Promise<string> {
  const { root } = view;
  return document(
    root,
    title,
    html`<header>
        <strong>buybox</strong>
        <nav>
          <a href="${root}/dashboard">Keys</a> <a href="${root}/dashboard/try">Try it</a>
          <a href="${root}/reference">Reference</a>
        </nav>
        ${form(view, '/sign-out', html`<button class="quiet">Sign out</button>`)}
      </header>
      <main>${body}</main>`,
  );
}

/** Returns a form that is sent to a path below `/dashboard`. */
export function form({ root, formToken }: View, action: string, fields: Html): Html {
  return html`<form method="post" action="${root}/dashboard${action}">
    <input type="hidden" name="form_token" value="${formToken}" />
    ${fields}
  </form>`;
}

function keyTable({ root, now }: View, keys: readonly KeyView[]): Html {
  const rows = keys.map(({ key, packs, remaining }) => {
    const next = packs.find((pack) => isActive(pack, now) && pack.charged < pack.requests);
    return html`<tr>
      <td><a href="${root}/dashboard/keys/${key.id}">${key.name}</a></td>
      <td class="mono">${key.id}</td>
      <td class="number">${remaining.toLocaleString('en')}</td>
      <td>${next === undefined ? '' : day(next.expiresAt)}</td>
      <td>${key.revokedAt === null ? 'valid' : `revoked ${day(key.revokedAt)}`}</td>
    </tr>`;
  });
  return html`<div class="scroll">
    <table>
      <thead>
        <tr><th>Name</th><th>Id</th><th class="number">Credits left</th><th>Next expiry</th><th>State</th></tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

function packTable(packs: readonly Pack[], now: number): Html {
  const rows = packs.map(
    ({ requests, charged, priceUsd, connections, purchasedAt, expiresAt }) => html`<tr>
      <td class="number">${requests.toLocaleString('en')}</td>
      <td class="number">${(requests - charged).toLocaleString('en')}</td>
      <td class="number">${priceUsd === 0 ? 'free' : `$${priceUsd}`}</td>
      <td class="number">${connections}</td>
      <td>${now < Number(purchasedAt) ? `from ${day(purchasedAt)}` : now < Number(expiresAt) ? `until ${dateTime(expiresAt)}` : `expired ${day(expiresAt)}`}</td>
    </tr>`,
  );
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th class="number">Requests</th><th class="number">Left</th><th class="number">Price</th><th class="number">At once</th><th>Valid</th>
        </tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

function packForms(view: View, keyId: string): Html {
  const sizes = Object.entries(PACK_SIZES).map(
    ([size, { requests, priceUsd, validDays }]) =>
      html`<option value="${size}">${requests.toLocaleString('en')} requests, $${priceUsd}, ${validDays} days</option>`,
  );
  const free = html`<input type="hidden" name="size" value="free" />
    <label>Free requests <input name="requests" type="number" min="1" value="1000" required /></label>
    <label>Days <input name="days" type="number" min="1" value="30" required /></label>
    <button class="quiet">Add free pack</button>`;
  return html`${form(view, `/keys/${keyId}/packs`, html`<label>Pack <select name="size">${sizes}</select></label><button>Add pack</button>`)}
  ${form(view, `/keys/${keyId}/packs`, free)}`;
}

function activitySections({ days, counts, requests }: Activity, names: ReadonlyMap<string, string>): Html {
  return html`<section>
      <h2>Requests per day, UTC</h2>
      ${charts(counts, days)}
    </section>
    <section>
      <h2>Recent requests</h2>
      ${requests.length === 0 ? html`<p class="soft">No requests yet.</p>` : requestTable(requests, names)}
    </section>`;
}

function requestTable(requests: readonly RequestRecord[], names: ReadonlyMap<string, string>): Html {
  const rows = requests.map(
    ({ at, keyId, endpoint, marketplace, status, code, outcome, timingMs, requestId }) => html`<tr>
      <td>${dateTime(at)}</td>
      <td>${names.get(keyId) ?? keyId}</td>
      <td>${endpoint in endpoints ? endpoint : ''} <span class="soft">${marketplace}</span></td>
      <td><span class="state">${swatch(outcome)} ${status} ${code ?? OUTCOMES[outcome]}</span></td>
      <td class="number">${timingMs.toLocaleString('en')} ms</td>
      <td class="mono">${requestId}</td>
    </tr>`,
  );
  return html`<div class="scroll">
    <table class="stack">
      <thead>
        <tr><th>Time, UTC</th><th>Key</th><th>Endpoint</th><th>Result</th><th class="number">Took</th><th>Request id</th></tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

function day(time: number | Date): string {
  return new Date(time).toISOString().slice(0, 10);
}

function dateTime(time: number | Date): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
