/** Fetches pages over HTTP from the marketplaces' own sites. */
import type { MarketplaceCode } from '../../contract/codes.ts';
import { TransportError } from '../../contract/errors.ts';
import { marketplaces } from '../../locale/index.ts';
import { origin } from '../../pages/index.ts';
import { readOptions } from '../../settings/table.ts';
import { decodeBody } from '../charset.ts';
import { DEFAULT_PACE } from '../pace.ts';
import type { PageRequest, PageResponse, PageSource } from '../page-source.ts';
import { type DeliveryPlace, type SessionRequest, setDeliveryPlace } from './delivery-place.ts';
import { allowedUrl } from './guard.ts';
import { browserHeaders } from './headers.ts';
import { type ProxySetting, proxyAgent, proxyOf, refusedCredentials, sessionCountOf } from './proxies.ts';
import { Session } from './session.ts';
import { HTTP_PAGES_OPTIONS } from './settings.ts';
import { Transport, type TransportOptions, type TransportRequest, type TransportResponse } from './transport.ts';

/** Options of {@link httpPages}. */
export interface HttpPagesOptions extends TransportOptions {
  /** One proxy URL, several that are used in turn (one per session), or a function of the attempt. Needs the package `https-proxy-agent`. */
  proxy?: ProxySetting | undefined;
  /** Delivery place of each marketplace. Each page shows the place that it was priced for: `delivery_location`, and a `place` gap. */
  deliverTo?: Partial<Record<MarketplaceCode, DeliveryPlace>> | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** Limits the number of open sessions. Sessions that were blocked are never used again. */
const MAX_SESSIONS = 100;

/**
 * Returns a page source that fetches from the marketplaces' own sites. It sends a browser's headers and a session's cookies, follows redirects
 * only within the operator's sites, and limits the size of bodies.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, with its name
 */
export function httpPages(options: HttpPagesOptions = {}): PageSource {
  const settings = readOptions('httpPages', HTTP_PAGES_OPTIONS, options);
  const fetcher = new Fetcher(settings, new Transport(settings));
  return Object.assign((request: PageRequest) => fetcher.page(request), {
    close: () => fetcher.close(),
    sessionCount: sessionCountOf(settings.proxy),
    // A loopback server needs no pace.
    ...(settings.via === undefined ? { pace: DEFAULT_PACE } : {}),
  });
}

class Fetcher {
  readonly #options: HttpPagesOptions;
  readonly #transport: Transport;
  readonly #sessions = new Map<string, Promise<Session>>();
  #opened = 0;

  constructor(options: HttpPagesOptions, transport: Transport) {
    this.#options = options;
    this.#transport = transport;
  }

  async page(request: PageRequest): Promise<PageResponse> {
    const session = await this.session(request);
    await this.place(session, request);
    let url = allowedUrl(request.url, request.url);
    for (let redirects = 0; ; redirects++) {
      const response = await this.request(session, request, { url, compressed: request.compressed });
      const { location } = response.headers;
      if (location === undefined || !REDIRECTS.has(response.status)) {
        const { status, headers, body, compression } = response;
        return { url: url.href, status, headers, body, compression, place: this.postalCode(request) };
      }
      if (redirects === MAX_REDIRECTS)
        throw new TransportError(`${request.url} redirected more than ${MAX_REDIRECTS} times.`);
      url = allowedUrl(location, url.href);
    }
  }

  async close(): Promise<void> {
    this.#transport.close();
    for (const session of await Promise.allSettled(this.#sessions.values())) {
      if (session.status === 'fulfilled') session.value.close();
    }
    this.#sessions.clear();
  }

  private session({ session: key, marketplace, attempt }: PageRequest): Promise<Session> {
    const known = this.#sessions.get(key);
    if (known !== undefined) return known;
    const proxy = proxyOf(this.#options.proxy, this.#opened++, attempt);
    const agent =
      proxy === undefined ? Promise.resolve(undefined) : proxyAgent(proxy, this.#options.certificateAuthority);
    const session = agent.then((loaded) => new Session(marketplaces[marketplace], loaded));
    this.#sessions.set(key, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.drop(oldest);
    // Without its proxy agent a session cannot be used.
    session.catch(() => this.#sessions.delete(key));
    return session;
  }

  private drop(key: string): void {
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    session?.then((opened) => opened.close()).catch(() => undefined);
  }

  /** Sets the delivery place once per session. Concurrent calls wait for it. */
  private async place(session: Session, request: PageRequest): Promise<void> {
    const place = this.#options.deliverTo?.[request.marketplace];
    if (place === undefined) return;
    session.place ??= setDeliveryPlace(place, this.sessionRequest(session, request)).then(
      () => undefined,
      (error: unknown) => {
        session.place = undefined;
        throw error;
      },
    );
    await session.place;
  }

  private postalCode({ marketplace }: PageRequest): string | undefined {
    const place = this.#options.deliverTo?.[marketplace];
    return place !== undefined && 'postalCode' in place ? place.postalCode : undefined;
  }

  private sessionRequest(session: Session, request: PageRequest): SessionRequest {
    return async (path, { headers = {}, json } = {}) => {
      const url = allowedUrl(path, origin(session.marketplace));
      const extra = json === undefined ? headers : { ...headers, 'content-type': 'application/json' };
      const body = json === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(json) };
      const response = await this.request(session, request, { url, headers: extra, ...body });
      return { status: response.status, text: decodeBody(response.body, response.headers['content-type']) };
    };
  }

  private async request(
    session: Session,
    { language, signal }: PageRequest,
    { url, headers = {}, ...rest }: Pick<TransportRequest, 'url'> & Partial<TransportRequest>,
  ): Promise<TransportResponse> {
    const base = browserHeaders(url, language, session.marketplace);
    const cookie = await session.cookies(url, language);
    const response = await this.#transport.send({
      ...rest,
      url,
      headers: { ...base, ...headers, cookie },
      agent: session.agent,
      signal,
    });
    if (response.status === 407 && session.agent !== undefined) throw refusedCredentials(session.agent);
    await session.keep(url, response.cookies);
    return response;
  }
}
