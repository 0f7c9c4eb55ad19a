/** The pages that only show: from a query to the data of a page. */
import { MARKETPLACES } from '../../contract/codes.ts';
import { ENDPOINT_NAMES, isEndpointName } from '../../contract/endpoints.ts';
import type { ServiceSettings } from '../options.ts';
import { activityOf, keyView, keyViews, requestOf } from './data.ts';
import { oneOf, textOf } from './fields.ts';
import type { View } from './frame.ts';
import { keyPage, keysPage } from './keys-page.ts';
import { overviewPage } from './overview.ts';
import { rangeOf } from './range.ts';
import { requestFilterOf, requestPage, requestsPage } from './requests-page.ts';
import { tryPage } from './try-page.ts';

/** Returns a page; `undefined` for something that does not exist. */
export type Render = (settings: ServiceSettings, view: View, query: URLSearchParams) => Promise<string | undefined>;

/** Number of requests on the overview and on the page of a key. */
const LATEST = 15;
/** The days of the chart on the page of a key. */
const KEY_RANGE = new URLSearchParams({ range: '30d' });

/** Returns the overview. */
export async function overview(settings: ServiceSettings, view: View, query: URLSearchParams): Promise<string> {
  const filter = {
    keyId: textOf(query, 'key'),
    endpoint: oneOf(ENDPOINT_NAMES, query.get('endpoint')),
    marketplace: oneOf(MARKETPLACES, query.get('marketplace')),
  };
  const activity = await activityOf(settings.store, rangeOf(query, view.now), filter);
  const { requests } = await settings.store.recentRequests({ ...filter, limit: LATEST });
  return overviewPage(view, { activity, filter, keys: await keyViews(settings), requests });
}

/** Returns the log of requests. */
export async function requests({ store }: ServiceSettings, view: View, query: URLSearchParams): Promise<string> {
  const filter = requestFilterOf(query);
  return requestsPage(view, await store.listKeys(), filter, await store.recentRequests(filter));
}

/** Returns the page of one request. */
export async function oneRequest({ store }: ServiceSettings, view: View, id: string): Promise<string | undefined> {
  const found = await requestOf(store, id);
  return found && requestPage(view, found.record, found.others, await store.findKey(found.record.keyId));
}

/** Returns the keys. */
export async function keys(settings: ServiceSettings, view: View, query: URLSearchParams): Promise<string> {
  const page = /^[1-9]\d{0,5}$/.exec(query.get('page') ?? '')?.[0] ?? '1';
  return keysPage(view, await keyViews(settings), Number(page));
}

/** Returns the page of one key. */
export async function oneKey(settings: ServiceSettings, view: View, id: string): Promise<string | undefined> {
  const { store } = settings;
  const found = await keyView(settings, id);
  if (found === undefined) return undefined;
  const filter = { keyId: id, endpoint: undefined, marketplace: undefined };
  const activity = await activityOf(store, rangeOf(KEY_RANGE, view.now), filter);
  const { requests } = await store.recentRequests({ keyId: id, limit: LATEST });
  return keyPage(view, found, activity, requests);
}

/** Returns the form to try an endpoint. */
export async function tryForm(settings: ServiceSettings, view: View, query: URLSearchParams): Promise<string> {
  const name = query.get('endpoint');
  const endpoint = isEndpointName(name) ? name : 'product';
  return tryPage(view, await keyViews(settings), { endpoint, keyId: undefined, params: {} });
}
