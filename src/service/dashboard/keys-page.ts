/** The pages of the keys: their credits, packs and requests. */
import { isActive, type Pack } from '../../ledger/pack.ts';
import { type Html, html } from '../html.ts';
import { PACK_SIZES } from '../packs.ts';
import type { RequestRecord } from '../request-record.ts';
import { charts } from './chart.ts';
import type { Activity, KeyView } from './data.ts';
import { RATE_DAYS } from './expected-end.ts';
import { dateTime, day, number } from './format.ts';
import { facts, form, link, signedInPage, table, type View } from './frame.ts';
import { endText } from './overview.ts';
import { requestTable } from './records.ts';

const PAGE_LENGTH = 50;

/** Returns a page of the keys, the first of which is 1. */
export function keysPage(view: View, keys: readonly KeyView[], page: number): Promise<string> {
  const first = (page - 1) * PAGE_LENGTH;
  const shown = keys.slice(first, first + PAGE_LENGTH);
  const other = (name: string, number: number) =>
    html`<a href="${link(view.root, '/keys', { page: String(number) })}">${name}</a>`;
  return signedInPage(
    view,
    'Keys',
    html`<section>
        <h1>Keys</h1>
        ${shown.length === 0 ? html`<p class="soft">No keys${page > 1 ? ' here' : ' yet'}.</p>` : keyTable(view, shown)}
        <nav class="row" aria-label="Pages">
          ${page > 1 ? other('Earlier', page - 1) : ''} ${keys.length > first + PAGE_LENGTH ? other('Later', page + 1) : ''}
        </nav>
      </section>
      <section>
        <h2>New key</h2>
        ${form(view, '/keys', html`<label class="wide">Name <input name="name" required maxlength="100" /></label><button>Create key</button>`)}
      </section>`,
  );
}

/** Returns the page of one key: its packs and its requests. */
export function keyPage(
  view: View,
  keyView: KeyView,
  { chart, range }: Activity,
  requests: readonly RequestRecord[],
): Promise<string> {
  const { key, packs, remaining, perDay, end } = keyView;
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
          <span>${creditsText(keyView)} credits left</span>
        </div>
        ${facts([
          ['Id', html`<code>${key.id}</code>`],
          ['Created', day(key.createdAt)],
          ['Revoked', key.revokedAt === null ? undefined : html`revoked ${day(key.revokedAt)}`],
          [`Credits a day, last ${RATE_DAYS} days`, perDayText(perDay)],
          ['Credits end at this rate', remaining === 0 ? 'no credits' : endText(end)],
          ['Figures', html`<a href="${link(view.root, '', { key: key.id })}">of this key</a>`],
        ])}
        ${key.revokedAt === null ? actions : ''}
      </section>
      <section>
        <h2>Packs</h2>
        ${packs.length === 0 ? html`<p class="soft">No packs: calls are refused.</p>` : packTable(packs, view.now)}
        ${key.revokedAt === null ? packForms(view, key.id) : ''}
      </section>
      <section>
        <h2>Requests per day, UTC</h2>
        ${charts(chart, range)}
      </section>
      <section>
        <div class="row"><h2>Latest requests</h2> <a href="${link(view.root, '/requests', { key: key.id })}">All requests</a></div>
        ${requestTable(view.root, 'Latest requests', requests, new Map([[key.id, key.name]]))}
      </section>`,
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

function creditsText({ remaining, end }: KeyView): string {
  return end.kind === 'unlimited' ? 'unlimited' : number(remaining);
}

function perDayText(perDay: number): string {
  return perDay > 0 && perDay < 1 ? '<1' : number(Math.round(perDay));
}

function keyTable({ root, now }: View, keys: readonly KeyView[]): Html {
  const nextExpiry = (packs: readonly Pack[]) =>
    packs.find((pack) => isActive(pack, now) && pack.charged < pack.requests);
  return table<KeyView>(
    'Keys, oldest first',
    [
      { name: 'Name', cell: ({ key }) => html`<a href="${root}/dashboard/keys/${key.id}">${key.name}</a>` },
      { name: 'Id', cell: ({ key }) => html`<span class="mono">${key.id}</span>` },
      { name: 'Credits left', isNumber: true, cell: creditsText },
      { name: 'Credits a day', isNumber: true, cell: ({ perDay }) => perDayText(perDay) },
      { name: 'Credits end', cell: ({ key, end }) => (key.revokedAt === null ? endText(end) : '') },
      {
        name: 'Next expiry',
        cell: ({ packs }) => {
          const next = nextExpiry(packs);
          return next === undefined ? '' : day(next.expiresAt);
        },
      },
      { name: 'State', cell: ({ key }) => (key.revokedAt === null ? 'valid' : `revoked ${day(key.revokedAt)}`) },
    ],
    keys,
  );
}

function packTable(packs: readonly Pack[], now: number): Html {
  const figure = (name: string, cell: (pack: Pack) => string) => ({ name, isNumber: true, cell });
  return table<Pack>(
    'Packs, in the order of their expiry',
    [
      { name: 'Valid', cell: (pack) => validity(pack, now) },
      figure('Requests', ({ requests }) => number(requests)),
      figure('Left', ({ requests, charged }) => number(Math.max(0, requests - charged))),
      figure('Price', ({ priceUsd }) => (priceUsd === 0 ? 'free' : `$${priceUsd}`)),
      figure('At once', ({ connections }) => String(connections)),
    ],
    packs,
  );
}

function validity({ purchasedAt, expiresAt }: Pack, now: number): string {
  if (now < purchasedAt.getTime()) return `from ${day(purchasedAt)}`;
  return now < expiresAt.getTime() ? `until ${dateTime(expiresAt)}` : `expired ${day(expiresAt)}`;
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
