/** A session with a site: its cookies, its proxy and its delivery place. */
import type { Language } from '../../contract/codes.ts';
import type { MarketplaceInfo } from '../../locale/index.ts';
import type { Member } from '../proxies/proxy-rotation.ts';
import type { TunnelAgent } from '../proxies/tunnel.ts';
import { CookieJar } from './cookie-jar.ts';
import { localeOf } from './headers.ts';
import type { Http2Connections } from './http2-connections.ts';

interface SessionProxy {
  member: Member;
  agent: TunnelAgent;
}

/** The state that the requests of a session share. */
export class Session {
  readonly marketplace: MarketplaceInfo;
  readonly proxy: SessionProxy | undefined;
  readonly connections: Http2Connections;
  readonly #jar = new CookieJar();
  place: Promise<void> | undefined;

  constructor(marketplace: MarketplaceInfo, proxy: SessionProxy | undefined, connections: Http2Connections) {
    this.marketplace = marketplace;
    this.proxy = proxy;
    this.connections = connections;
  }

  /** Returns the `cookie` header: the site's own cookies, with the requested language and currency. */
  cookies(url: URL, language: Language): string {
    const { languageCookie, currency } = this.marketplace;
    const preferences = [`${languageCookie}=${localeOf(language, this.marketplace)}`, `i18n-prefs=${currency}`];
    const names = preferences.map((cookie) => cookie.slice(0, cookie.indexOf('=')));
    const kept = this.#jar.get(url).filter(({ name }) => !names.includes(name));
    return [...kept.map(({ name, value }) => `${name}=${value}`), ...preferences].join('; ');
  }

  /** Stores the cookies of a response. Cookies that the site may not set are ignored, as in browsers. */
  keep(url: URL, cookies: readonly string[]): void {
    for (const cookie of cookies) this.#jar.set(cookie, url);
  }

  /** Lets running requests of other calls end. */
  retire(): void {
    this.proxy?.agent.retire();
    this.connections.retire();
  }

  close(): void {
    this.proxy?.agent.destroy();
    this.connections.destroy();
  }
}
