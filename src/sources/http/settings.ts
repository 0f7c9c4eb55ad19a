/** The options of `httpPages`, with their checks. */
import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import { MARKETPLACES, type MarketplaceCode } from '../../contract/codes.ts';
import { isLoopbackHost } from '../../http/loopback.ts';
import {
  filledString,
  invalidSetting,
  objectWith,
  type Setting,
  textIn,
  wholeNumber,
  wrongSetting,
} from '../../options/checks.ts';
import { duration } from '../../options/duration.ts';
import { headersIn, requestHeaders, userAgentText } from '../../options/request-headers.ts';
import { shownUrl } from '../../options/secrets.ts';
import { membersIn, type OptionTable, optionsOf } from '../../options/table.ts';
import {
  checkedProxy,
  type ProxySetting,
  type ProxyShare,
  proxiesIn,
  proxiesOf,
  proxyShare,
  shareIn,
} from '../proxies/proxies.ts';
import type { DeliveryPlace } from './delivery-place.ts';
import type { Agents, TransportOptions } from './transport.ts';

/** Options of `httpPages`. Only `createMarketplace`, which has some of them too, reads the environment variables. */
export interface HttpPagesOptions extends TransportOptions {
  /** One proxy URL, several that are used in turn (one per session), or a function of the attempt. @default BUYBOX_PROXY */
  proxy?: ProxySetting | undefined;
  /**
   * The share of this process in the list of proxies: `{ share: 2, of: 8 }` for the second of eight processes. Each proxy belongs to one share.
   * @default BUYBOX_PROXY_SHARE (`2/8`), else all proxies
   */
  proxyShare?: ProxyShare | undefined;
  /**
   * Delivery place of each marketplace: `{ us: { postalCode: '10001' } }`. Each page shows the place that it was priced for: `delivery_location`, and a
   * `place` gap.
   */
  deliverTo?: Partial<Record<MarketplaceCode, DeliveryPlace>> | undefined;
  /** The `user-agent` header. Headers that describe another browser (`sec-ch-ua`) are left out. @default BUYBOX_USER_AGENT, else that of desktop Chrome */
  userAgent?: string | undefined;
  /**
   * Further headers of all requests. They replace those of the browser, and the headers of a call replace them. Cookies, `host` and headers about
   * bodies and connections are refused. @default BUYBOX_HEADERS: an object in JSON
   */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The options that marketplaces have too, for their default page source. */
export type SiteOptions = Pick<
  HttpPagesOptions,
  'proxy' | 'proxyShare' | 'agent' | 'deliverTo' | 'userAgent' | 'headers'
>;

const COUNTRY = /^[A-Z]{2}$/;

/** In characters: longer than any country's. */
const LONGEST_POSTAL_CODE = 20;

/** Delivery places by marketplace. */
export type DeliveryPlaces = Partial<Record<MarketplaceCode, DeliveryPlace>>;

const AGENTS: OptionTable<Agents> = {
  http: { check: objectWith<HttpAgent>(['createConnection', 'destroy'], 'an Agent of node:http') },
  https: { check: objectWith<HttpsAgent>(['createConnection', 'destroy'], 'an Agent of node:https') },
};

/** The checks of the options that marketplaces have too. */
export const SITE_OPTIONS: OptionTable<SiteOptions> = {
  proxy: { check: checkedProxy, fromText: proxiesIn },
  proxyShare: { check: proxyShare, fromText: shareIn },
  deliverTo: { check: deliveryPlaces, fromText: placesIn },
  agent: { check: membersIn(AGENTS) },
  userAgent: { check: userAgentText, fromText: textIn },
  headers: { check: requestHeaders, fromText: headersIn },
};

/** The checks of the options. */
export const HTTP_PAGES_OPTIONS: OptionTable<HttpPagesOptions> = {
  ...SITE_OPTIONS,
  via: { check: loopbackOrigin, fromText: textIn },
  connectTimeoutMs: { check: (setting) => duration(setting, 1) },
  idleTimeoutMs: { check: (setting) => duration(setting, 1) },
  maxBytes: { check: (setting) => wholeNumber(setting, 1) },
  certificateAuthority: { check: filledString },
};

/** Returns of some options those of `httpPages`. */
export const httpPagesOptionsOf = (options: HttpPagesOptions): HttpPagesOptions =>
  optionsOf(HTTP_PAGES_OPTIONS, options);

/** Returns the proxies that this process uses. @throws BadRequestError `INVALID_CONFIGURATION` if there is an agent too, or too few are shared */
export function ownProxies(options: HttpPagesOptions): ProxySetting | undefined {
  if (options.agent === undefined) return proxiesOf(options.proxy, options.proxyShare);
  const other = (['proxy', 'proxyShare'] as const).find((name) => options[name] !== undefined);
  if (other === undefined) return undefined;
  throw wrongSetting('agent', `cannot be used together with ${other}. Set only one of them.`);
}

function loopbackOrigin({ name, value }: Setting): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && isLoopbackHost(url.hostname)) return url.origin;
  const why = 'is not a loopback URL: expected a URL such as "http://127.0.0.1:8080".';
  throw wrongSetting(name, `${shownUrl(value)} ${why}`);
}

/** Returns the delivery places by marketplace. @throws BadRequestError `INVALID_CONFIGURATION` */
export function deliveryPlaces(setting: Setting): DeliveryPlaces {
  const table = Object.fromEntries(MARKETPLACES.map((code) => [code, { check: deliveryPlace }]));
  return membersIn(table as OptionTable<DeliveryPlaces>)(setting);
}

function deliveryPlace(setting: Setting): DeliveryPlace {
  const { name, value } = setting;
  const { postalCode, country } = Object(value) as { postalCode?: unknown; country?: unknown };
  const isPlace = Object.keys(Object(value)).length === 1;
  if (isPlace && typeof postalCode === 'string' && postalCode.trim() !== '' && postalCode.length <= LONGEST_POSTAL_CODE)
    return { postalCode };
  if (isPlace && typeof country === 'string' && COUNTRY.test(country)) return { country };
  const expected = '{ postalCode: "10001" } or { country: "CA" }, with the ISO 3166-1 code';
  throw invalidSetting(name, value, `is not a delivery place: expected ${expected}.`);
}

/** Returns the delivery places of a text such as `us=10001,de=country:CH`. @throws BadRequestError `INVALID_CONFIGURATION` */
export function placesIn(text: string, name: string): unknown {
  const invalid = (why: string) => invalidSetting(name, text, why);
  const places = text.split(',').map((entry) => {
    const [code = '', place = ''] = entry.split(/=(.*)/s).map((part) => part.trim());
    if (place === '') throw invalid('is not a delivery place: expected, for example, us=10001 or us=country:CA.');
    const country = /^country:(.*)$/s.exec(place)?.[1];
    if (country === undefined) return [code, { postalCode: place }];
    if (COUNTRY.test(country)) return [code, { country }];
    throw invalid('has an invalid country: expected two capital letters, as in us=country:CA.');
  });
  return Object.fromEntries(places);
}
