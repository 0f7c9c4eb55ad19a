/** Builds the API URL of a call, as in `meta.request_url`. */
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { canonicalFields } from '../contract/fields.ts';
import type { FullParams } from '../contract/marketplace.ts';

/** Returns the URL of a call: with all parameters for GET, without parameters for POST. @param baseUrl A URL without a slash at its end. */
export function requestUrl<Name extends EndpointName>(baseUrl: string, name: Name, params: FullParams<Name>): string {
  const { method, path } = endpoints[name];
  const url = `${baseUrl}${path}`;
  if (method !== 'GET') return url;
  const query = new URLSearchParams();
  for (const [parameter, value] of Object.entries(params)) {
    if (Array.isArray(value)) query.set(parameter, canonicalFields(value).join());
    else if (value !== undefined) query.set(parameter, String(value));
  }
  return `${url}?${query}`;
}
