/** The page source that fetches over HTTP from the marketplaces' own sites. */
import { Lazy } from '../../client/lazy.ts';
import type { MarketplaceCode } from '../../contract/codes.ts';
import { readOptions } from '../../options/table.ts';
import type { PageRequest, PageSource } from '../page-source.ts';
import { DEFAULT_PACE } from '../page-source.ts';
import { type ProxySetting, type ProxyShare, sessionCountOf } from '../proxies/proxies.ts';
import type { DeliveryPlace } from './delivery-place.ts';
import { HTTP_PAGES_OPTIONS, ownProxies } from './settings.ts';
import type { TransportOptions } from './transport.ts';

/** Options of {@link httpPages}. Only `createMarketplace`, which has some of them too, reads the environment variables. */
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

/**
 * Returns a page source that fetches from the marketplaces' own sites. It sends a browser's headers and a session's cookies, follows redirects
 * only within the operator's sites, and limits the size of bodies.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, with its name
 */
export function httpPages(options: HttpPagesOptions = {}): PageSource {
  const given = readOptions('httpPages', HTTP_PAGES_OPTIONS, options);
  const settings = { ...given, proxy: ownProxies(given) };
  const fetcher = new Lazy(async () => new (await import('./fetcher.ts')).Fetcher(settings));
  return Object.assign(async (request: PageRequest) => (await fetcher.get()).page(request), {
    close: async () => {
      if (fetcher.isUsed) await (await fetcher.get()).close();
    },
    sessionCount: sessionCountOf(settings.proxy),
    // A loopback server needs no pace.
    ...(settings.via === undefined ? { pace: DEFAULT_PACE } : {}),
  });
}
