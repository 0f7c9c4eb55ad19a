/** The pages of the keys: their credits, packs and requests. */

import { type Html, html } from '../../display/html.ts';
import { count, day, logTime } from '../../display/text.ts';
import type { Pack } from '../../ledger/pack.ts';
import { table } from '../html.ts';
import { FREE_PACK, type NewKey, PACK_SIZES } from '../keys.ts';
import type { ServiceStore, StoredKey } from '../store.ts';
import { chartSection } from './chart.ts';
import { facts, form, pageLinks, pageNumber, signedInPage, type View } from './frame.ts';
import { latestRequests } from './request-pages.ts';

/** Keys of one page, so that no page grows with the number of keys. */
const PAGE_LENGTH = 50;

/** Returns a page of the keys. */
export async function keysPage(store: ServiceStore, view: View, query: URLSearchParams): Promise<string> {
  const path = `${view.root}/dashboard/keys`;
  const page = pageNumber(query);
  const listed = await store.listKeys({ skip: (page - 1) * PAGE_LENGTH, limit: PAGE_LENGTH + 1 });
  const rows = await Promise.all(
    listed.slice(0, PAGE_LENGTH).map(async (key) => ({ ...key, credits: await creditsOf(store, key.id) })),
  );
  const keys = table<StoredKey & { credits: string }>(
    'Keys, oldest first',
    [
      { name: 'Name', cell: ({ id, name }) => html`<a href="${path}/${id}">${name}</a>` },
      { name: 'Id', cell: ({ id }) => html`<span class="mono">${id}</span>` },
      { name: 'Created', cell: ({ createdAt }) => day(createdAt) },
      { name: 'Credits left', type: 'number', cell: ({ credits }) => credits },
      { name: 'State', cell: ({ revokedAt }) => (revokedAt === null ? 'valid' : `revoked ${day(revokedAt)}`) },
    ],
    rows,
  );
  return signedInPage(
    view,
    'Keys',
    html`<section>
        <h1>Keys</h1>
        ${rows.length === 0 ? html`<p class="soft">No keys here.</p>` : keys}
        ${pageLinks(path, {
          'Earlier keys': page > 1 ? { page: String(page - 1) } : undefined,
          'Later keys': listed.length > PAGE_LENGTH ? { page: String(page + 1) } : undefined,
        })}
      </section>
      <section>
        <h2>New key</h2>
        ${form(view, '/keys', html`<label class="wide">Name <input name="name" required maxlength="100" /></label><button>Create key</button>`)}
      </section>`,
  );
}

/** Returns the page of one key; `undefined` for an unknown one. */
export async function keyPage(store: ServiceStore, view: View, id: string): Promise<string | undefined> {
  const [key] = await store.listKeys({ id });
  if (key === undefined) return undefined;
  const packs = await store.ledger.listPacks(id);
  const actions = html`<div class="actions">
    ${form(view, `/keys/${id}/rotate`, html`<button class="quiet">Rotate: new secret, same packs</button>`)}
    ${form(view, `/keys/${id}/revoke`, html`<button class="danger">Revoke for good</button>`)}
  </div>`;
  return signedInPage(
    view,
    key.name,
    html`<section>
        <div class="row">
          <h1>${key.name}</h1>
          <span>${await creditsOf(store, id)} credits left</span>
        </div>
        ${facts([
          ['Id', html`<code>${id}</code>`],
          ['Created', day(key.createdAt)],
          ['Revoked', key.revokedAt === null ? undefined : `revoked ${day(key.revokedAt)}`],
        ])}
        ${key.revokedAt === null ? actions : ''}
      </section>
      <section>
        <h2>Packs</h2>
        ${packs.length === 0 ? html`<p class="soft">No packs: calls are refused.</p>` : packTable(packs, view.now)}
        ${key.revokedAt === null ? packForm(view, id) : ''}
      </section>
      ${await chartSection(store, view.now, id)} ${await latestRequests(store, view, id)}`,
  );
}

/** Returns the page that shows a new key. It is the only one that shows its secret. */
export function secretPage(view: View, { id, name, key }: NewKey): Promise<string> {
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

async function creditsOf({ ledger }: ServiceStore, id: string): Promise<string> {
  const remaining = await ledger.remaining(id);
  return remaining === Number.MAX_SAFE_INTEGER ? 'unlimited' : count(remaining);
}

function packTable(packs: readonly Pack[], now: number): Html {
  const figure = (name: string, cell: (pack: Pack) => string) => ({ name, type: 'number' as const, cell });
  return table<Pack>(
    'Packs, in the order of their expiry',
    [
      { name: 'Valid', cell: (pack) => validity(pack, now) },
      figure('Requests', ({ requests }) => count(requests)),
      figure('Left', ({ requests, charged }) => count(Math.max(0, requests - charged))),
      figure('Price', ({ priceUsd }) => (priceUsd === 0 ? 'free' : `$${priceUsd}`)),
      figure('At once', ({ connections }) => String(connections)),
    ],
    packs,
  );
}

function validity({ purchasedAt, expiresAt }: Pack, now: number): string {
  if (now < purchasedAt.getTime()) return `from ${day(purchasedAt)}`;
  return now < expiresAt.getTime() ? `until ${logTime(expiresAt)}` : `expired ${day(expiresAt)}`;
}

function packForm(view: View, keyId: string): Html {
  const sizes = Object.entries(PACK_SIZES).map(
    ([size, { priceUsd, validDays }]) => html`<option value="${size}">$${priceUsd}, ${validDays} days</option>`,
  );
  const { requests, validDays, connections } = FREE_PACK;
  return form(
    view,
    `/keys/${keyId}/packs`,
    html`<label>Requests <input name="size" inputmode="numeric" list="sizes" value="${requests}" required /></label>
    <datalist id="sizes">${sizes}</datalist>
    <label>Days <input name="validDays" type="number" min="1" placeholder="${validDays}" /></label>
    <label>At once <input name="connections" type="number" min="1" placeholder="${connections}" /></label>
    <button>Add pack</button>`,
  );
}
