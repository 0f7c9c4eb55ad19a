/** Pages over HTTP, from the marketplace's own sites. */

import type { MarketplaceCode } from '../../contract/codes.ts';
import { TransportError } from '../../contract/errors.ts';
import { marketplaces } from '../../locale/index.ts';
import { origin } from '../../pages/index.ts';
import { decodeBody } from '../charset.ts';
import { DEFAULT_PACE } from '../pace.ts';
import type { PageRequest, PageResponse, PageSource } from '../page-source.ts';
import { type Ask, type DeliveryPlace, setDeliveryPlace } from './delivery-place.ts';
import { allowedUrl, loopbackOrigin } from './guard.ts';
import { browserHeaders } from './headers.ts';
import { assertProxies, exitCount, exitOf, type ProxySetting, proxyAgent } from './proxies.ts';
import { Session } from './session.ts';
import { Transport, type TransportOptions, type TransportRequest, type TransportResponse } from './transport.ts';

/** Options of {@link httpPages}. */
export interface HttpPagesOptions extends TransportOptions {
  /** Exits: one, several that take turns (one a session), or a function of the attempt. Needs the package `https-proxy-agent`. */
  proxy?: ProxySetting | undefined;
  /** The place that pages are priced for, a marketplace. The page tells whether it was: `delivery_location`, and a `place` gap. */
  deliverTo?: Partial<Record<MarketplaceCode, DeliveryPlace>> | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** Sessions are dropped when they are blocked; this bounds what remains of those that nobody uses again. */
const MAX_SESSIONS = 100;

/**
 * Fetches pages from the marketplaces' own sites: with a session's cookies, a browser's headers, redirects followed within the operator's sites
 * only, bodies limited in size.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` when `via` is no loopback address, or a proxy is none
 */
export function httpPages(options: HttpPagesOptions = {}): PageSource {
  assertProxies(options.proxy);
  const via = options.via === undefined ? undefined : loopbackOrigin(options.via);
  const fetcher = new Fetcher({ ...options, via }, new Transport({ ...options, via }));
  return Object.assign((request: PageRequest) => fetcher.page(request), {
    close: () => fetcher.close(),
    exits: exitCount(options.proxy),
    // An address on loopback needs no politeness.
    ...(via === undefined ? { pace: DEFAULT_PACE } : {}),
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
      const reply = await this.request(session, request, { url, compressed: request.compressed });
      const { location } = reply.headers;
      if (location === undefined || !REDIRECTS.has(reply.status)) {
        const { status, headers, body, compression } = reply;
        return { url: url.href, status, headers, body, compression, place: this.postalCode(request) };
      }
      if (redirects === MAX_REDIRECTS)
        throw new TransportError(`${request.url} redirects more than ${MAX_REDIRECTS} times`);
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
    const exit = exitOf(this.#options.proxy, this.#opened++, attempt);
    const agent =
      exit === undefined ? Promise.resolve(undefined) : proxyAgent(exit, this.#options.certificateAuthority);
    const session = agent.then((connected) => new Session(marketplaces[marketplace], connected));
    this.#sessions.set(key, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.drop(oldest);
    // A session that could not be opened is not kept.
    session.catch(() => this.#sessions.delete(key));
    return session;
  }

  private drop(key: string): void {
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    session?.then((opened) => opened.close()).catch(() => undefined);
  }

  /** Sets the delivery place once a session; calls that come meanwhile wait for it. */
  private async place(session: Session, request: PageRequest): Promise<void> {
    const place = this.#options.deliverTo?.[request.marketplace];
    if (place === undefined) return;
    session.place ??= setDeliveryPlace(place, this.asker(session, request)).then(
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

  private asker(session: Session, request: PageRequest): Ask {
    return async (path, { headers = {}, json } = {}) => {
      const url = allowedUrl(path, origin(session.marketplace));
      const extra = json === undefined ? headers : { ...headers, 'content-type': 'application/json' };
      const body = json === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(json) };
      const reply = await this.request(session, request, { url, headers: extra, ...body });
      return { status: reply.status, text: decodeBody(reply.body, reply.headers['content-type']) };
    };
  }

  private async request(
    session: Session,
    { language, signal }: PageRequest,
    { url, headers = {}, ...rest }: Pick<TransportRequest, 'url'> & Partial<TransportRequest>,
  ): Promise<TransportResponse> {
    const base = browserHeaders(url, language, session.marketplace);
    const cookie = await session.cookies(url, language);
    const reply = await this.#transport.send({
      ...rest,
      url,
      headers: { ...base, ...headers, cookie },
      agent: session.agent,
      signal,
    });
    await session.keep(url, reply.cookies);
    return reply;
  }
}
