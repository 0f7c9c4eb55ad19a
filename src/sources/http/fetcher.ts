/** Fetches pages over HTTP from the marketplaces' own sites. */
import { TransportError } from '../../contract/errors.ts';
import { marketplaces } from '../../locale/index.ts';
import type { RequestHeaders } from '../../options/request-headers.ts';
import { revealed } from '../../options/secrets.ts';
import type { Checked } from '../../options/table.ts';
import { origin } from '../../pages/index.ts';
import { decodeBody } from '../charset.ts';
import { allowedUrl } from '../guard.ts';
import type { PageRequest, PageResponse } from '../page-source.ts';
import { chosenProxy } from '../proxies/proxies.ts';
import { ProxyFault } from '../proxies/proxy-fault.ts';
import { type Member, memberOf, ProxyRotation, proxyError } from '../proxies/proxy-rotation.ts';
import { type SessionRequest, setDeliveryPlace } from './delivery-place.ts';
import { browserHeaders, fetchedAtOf, withHeaders } from './headers.ts';
import { Session } from './session.ts';
import type { HttpPagesOptions } from './settings.ts';
import { Transport, type TransportRequest, type TransportResponse } from './transport.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 5;
/** Limits the number of open sessions. Sessions that were blocked are never used again. */
const MAX_SESSIONS = 100;

/** The sessions of a key: one with each proxy that it used. */
interface KeyedSessions {
  /** The proxy that it uses while that works; `undefined` without proxies. */
  home: Member | undefined;
  byProxy: Map<Member | undefined, Session>;
}

/** The sessions of a page source, and the connection that they share. */
export class Fetcher {
  readonly #options: Checked<HttpPagesOptions>;
  readonly #transport: Transport;
  /** Headers that replace those of the browser. */
  readonly #headers: RequestHeaders;
  readonly #sessions = new Map<string, KeyedSessions>();
  /** `undefined` without proxies, and if a function chooses them. */
  readonly #rotation: ProxyRotation | undefined;

  constructor(options: Checked<HttpPagesOptions>) {
    this.#options = options;
    this.#transport = new Transport(options);
    const { proxy, userAgent, headers } = options;
    this.#headers = { ...(userAgent === undefined ? {} : { 'user-agent': userAgent }), ...headers };
    if (proxy !== undefined && typeof proxy !== 'function')
      this.#rotation = new ProxyRotation([proxy].flat().map(revealed));
  }

  /** Fetches a page. If a proxy fails before the request reaches the site, the next one is used at once. */
  async page(request: PageRequest): Promise<PageResponse> {
    const tried = new Set<Member>();
    for (;;) {
      const session = this.session(request, tried);
      try {
        const response = await this.pageIn(session, request);
        const change = session.proxy && this.#rotation?.works(session.proxy.member);
        if (change !== undefined) request.onProxy?.(change);
        return response;
      } catch (error) {
        request.signal.throwIfAborted();
        if (!(error instanceof ProxyFault) || session.proxy === undefined) throw error;
        tried.add(session.proxy.member);
        this.fails(session.proxy.member, error, request);
      }
    }
  }

  private async pageIn(session: Session, request: PageRequest): Promise<PageResponse> {
    await this.place(session, request);
    let url = allowedUrl(request.url, request.url);
    for (let redirects = 0; ; redirects++) {
      const { headers, compressed } = request;
      const response = await this.request(session, request, { url, headers: { ...headers }, compressed });
      const { location } = response.headers;
      if (location === undefined || !REDIRECTS.has(response.status)) {
        const { cookies: _, ...page } = response;
        return { ...page, url: url.href, place: this.postalCode(request), fetchedAt: fetchedAtOf(page.headers) };
      }
      if (redirects === MAX_REDIRECTS)
        throw new TransportError(`${request.url} redirected more than ${MAX_REDIRECTS} times.`);
      url = allowedUrl(location, url.href);
    }
  }

  async close(): Promise<void> {
    this.#transport.close();
    for (const { byProxy } of this.#sessions.values()) for (const session of byProxy.values()) session.close();
    this.#sessions.clear();
  }

  /** Returns the session of a request with its own proxy, or with one that works. It returns to its own proxy, and its cookies there, when that works again. */
  private session({ session: key, marketplace, attempt }: PageRequest, tried: ReadonlySet<Member>): Session {
    const { home, byProxy } = this.#sessions.get(key) ?? this.begin(key, attempt);
    const member = home && (this.#rotation?.take(home, tried) ?? home);
    const known = byProxy.get(member);
    if (known !== undefined) return known;
    const proxy = member && { member, agent: this.#transport.tunnel(member.url) };
    const session = new Session(marketplaces[marketplace], proxy, this.#transport.connections());
    byProxy.set(member, session);
    return session;
  }

  /** Chooses the proxy of a new session. */
  private begin(key: string, attempt: number): KeyedSessions {
    const { proxy } = this.#options;
    const home = typeof proxy === 'function' ? memberOf(chosenProxy(proxy, attempt)) : this.#rotation?.next();
    const begun: KeyedSessions = { home, byProxy: new Map() };
    this.#sessions.set(key, begun);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MAX_SESSIONS && oldest !== undefined) this.drop(oldest);
    return begun;
  }

  /** @throws TransportError if no other proxy can be tried */
  private fails(member: Member, fault: ProxyFault, { session: key, onProxy }: PageRequest): void {
    const change = this.#rotation?.fail(member, fault);
    if (change !== undefined) onProxy?.(change);
    if (this.#rotation !== undefined) return;
    this.drop(key);
    throw proxyError(member.url, fault);
  }

  /** Lets running requests of other calls end. */
  private drop(key: string): void {
    for (const session of this.#sessions.get(key)?.byProxy.values() ?? []) session.retire();
    this.#sessions.delete(key);
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
    const browser = browserHeaders(url, language, session.marketplace);
    const own = withHeaders(withHeaders(browser, this.#headers), headers);
    const cookie = session.cookies(url, language);
    const response = await this.#transport.send({
      ...rest,
      url,
      headers: { ...own, cookie },
      agent: session.proxy?.agent,
      connections: session.connections,
      signal,
    });
    session.keep(url, response.cookies);
    return response;
  }
}
