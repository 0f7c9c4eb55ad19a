/** A session with a site: its cookies, its exit, and the place that it is delivered to. */
import type { Agent as HttpsAgent } from 'node:https';
import { CookieJar } from 'tough-cookie';
import type { Language } from '../../contract/codes.ts';
import type { MarketplaceInfo } from '../../locale/index.ts';
import { localeOf } from './headers.ts';

/** What a session carries from request to request. */
export class Session {
  readonly marketplace: MarketplaceInfo;
  readonly agent: HttpsAgent | undefined;
  readonly #jar = new CookieJar();
  /** The setting of the delivery place, done once. */
  place: Promise<void> | undefined;

  constructor(marketplace: MarketplaceInfo, agent: HttpsAgent | undefined) {
    this.marketplace = marketplace;
    this.agent = agent;
  }

  /** The `cookie` header: what the site set, and the language and currency that are wanted. */
  async cookies(url: URL, language: Language): Promise<string> {
    const { languageCookie, currency } = this.marketplace;
    const wanted = [`${languageCookie}=${localeOf(language, this.marketplace)}`, `i18n-prefs=${currency}`];
    const names = wanted.map((cookie) => cookie.slice(0, cookie.indexOf('=')));
    const kept = (await this.#jar.getCookies(url.href)).filter(({ key }) => !names.includes(key));
    return [...kept.map((cookie) => cookie.cookieString()), ...wanted].join('; ');
  }

  /** Keeps what an answer set; cookies that the site may not set are left out, as browsers do. */
  async keep(url: URL, cookies: readonly string[]): Promise<void> {
    for (const cookie of cookies) await this.#jar.setCookie(cookie, url.href, { ignoreError: true });
  }

  close(): void {
    this.agent?.destroy();
  }
}
