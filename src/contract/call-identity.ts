/** When two calls are the same call. */
import { canonicalFields } from './fields.ts';

/**
 * Returns a text that is the same for calls that are the same: of the same endpoint, with the same parameters. The order of the parameters and
 * of `fields`, and the fragment of a URL, make no difference.
 *
 * @param own Further members that distinguish calls, such as columns of the user's own.
 */
export function callIdentity(endpoint: string, params: object, own?: object): string {
  const { url, fields, ...others } = params as { url?: unknown; fields?: unknown };
  const asked = {
    ...others,
    ...(url === undefined ? {} : { url: new URL(String(url)).href.replace(/#.*$/s, '') }),
    ...(Array.isArray(fields) ? { fields: canonicalFields(fields.map(String)) } : {}),
  };
  return JSON.stringify(own === undefined ? [endpoint, asked] : [endpoint, asked, own], sortMembers);
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
