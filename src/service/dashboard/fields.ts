/** The fields of the dashboard's filters: plain forms that are sent as a query. */
import { MARKETPLACES } from '../../contract/codes.ts';
import { ENDPOINT_NAMES } from '../../contract/endpoints.ts';
import { type Html, html } from '../html.ts';
import type { StoredKey } from '../store.ts';

/** More keys than that are not listed: their id is typed. */
export const MOST_LISTED_KEYS = 100;

type Option = readonly [value: string, name: string];

/** Returns a form that shows the same page with another query. */
export function filterForm(action: string, fields: Html): Html {
  return html`<form method="get" action="${action}" class="filter">${fields}<button>Show</button></form>`;
}

/** Returns a field with a list of values. */
export function select(name: string, label: string, options: readonly Option[], chosen: string | undefined): Html {
  return html`<label>${label} <select name="${name}">${options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === (chosen ?? '') ? html` selected` : ''}>${text}</option>`,
  )}</select></label>`;
}

/** Returns a field for text, or for another type of input. */
export function input(name: string, label: string, value: string | undefined, type = 'text'): Html {
  return html`<label>${label} <input name="${name}" type="${type}" value="${value ?? ''}" /></label>`;
}

/** Returns the field of the key. */
export function keyField(keys: readonly StoredKey[], chosen: string | undefined): Html {
  if (keys.length > MOST_LISTED_KEYS) return input('key', 'Key id', chosen);
  const options = keys.map(({ id, name, revokedAt }): Option => [id, revokedAt === null ? name : `${name} (revoked)`]);
  // A key that is not in the list, as after a typed URL, stays visible.
  const isListed = chosen === undefined || keys.some(({ id }) => id === chosen);
  const typed: readonly Option[] = isListed ? [] : [[chosen, chosen]];
  return select('key', 'Key', [['', 'all'], ...options, ...typed], chosen);
}

/** Returns the fields of endpoint and marketplace. */
export function siteFields({
  endpoint,
  marketplace,
}: {
  endpoint?: string | undefined;
  marketplace?: string | undefined;
}): Html {
  return html`${select('endpoint', 'Endpoint', withAll(ENDPOINT_NAMES), endpoint)}${select('marketplace', 'Marketplace', withAll(MARKETPLACES), marketplace)}`;
}

/** Returns the options of a list of values, and one for all of them. */
function withAll(values: readonly string[]): readonly Option[] {
  return [['', 'all'], ...values.map((value): Option => [value, value])];
}

/** Returns a value of a query, if it is one of those. */
export function oneOf<Value extends string>(values: readonly Value[], given: string | null): Value | undefined {
  return values.find((value) => value === given);
}

/** Returns a text of a query; `undefined` for an empty one. */
export function textOf(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name)?.trim().slice(0, 200) ?? '';
  return text === '' ? undefined : text;
}
