/**
 * The cookies of one session, stored and sent as browsers do (RFC 6265). Requests go to known sites only, so the jar needs no list of public suffixes:
 * a cookie for a whole domain must be within the site that sets it.
 */
import { parseSetCookie } from 'cookie';
import { marketplaceOfHost } from '../../locale/index.ts';

/** Limits of browsers: a cookie that is longer is ignored; beyond the number, the oldest is dropped. */
const LONGEST = { cookie: 4096, attribute: 1024 };
const MOST = 180;
/** Milliseconds that a cookie is kept at most: 400 days. */
const MAX_AGE_MS = 400 * 24 * 3600 * 1000;

/** Text that a `cookie` header can hold: bytes without control characters. */
const SENDABLE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

interface StoredCookie {
  readonly name: string;
  readonly value: string;
  /** The host that it is sent to. */
  readonly domain: string;
  /** Whether it is sent to the subdomains of `domain` too. */
  readonly isForSubdomains: boolean;
  readonly path: string;
  readonly isSecure: boolean;
  /** Unix timestamp in milliseconds; `Infinity` for a cookie that lasts as long as the session. */
  readonly expires: number;
}

type Scope = Pick<StoredCookie, 'domain' | 'isForSubdomains' | 'path' | 'isSecure'>;

/** A cookie that a request sends. */
export type SentCookie = Pick<StoredCookie, 'name' | 'value'>;

/** The cookies of one session. Nothing is kept after the session ends. */
export class CookieJar {
  readonly #now: () => number;
  /** In the order in which they were first set. */
  readonly #cookies = new Map<string, StoredCookie>();

  /** @param now Returns the current Unix timestamp in milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Stores the cookie of a `set-cookie` header. A cookie that the URL may not set, or that is malformed, is ignored, as in browsers. */
  set(header: string, url: URL): void {
    const { name, value = '', domain, path, secure, expires, maxAge } = parseSetCookie(header, { decode: verbatim });
    if (name === '' || name.length + value.length > LONGEST.cookie || !SENDABLE.test(name + value)) return;
    if ((domain ?? '').length > LONGEST.attribute || (path ?? '').length > LONGEST.attribute) return;
    const scope = scopeOf(url, domain, path, secure === true);
    if (scope === undefined || !mayHaveName(name, scope)) return;
    const now = this.#now();
    const asked = maxAge === undefined ? (expires?.getTime() ?? Number.POSITIVE_INFINITY) : now + maxAge * 1000;
    const kept = asked === Number.POSITIVE_INFINITY ? asked : Math.min(asked, now + MAX_AGE_MS);
    const key = [name, scope.domain, scope.isForSubdomains, scope.path].join(';');
    if (kept <= now) this.#cookies.delete(key);
    else this.#cookies.set(key, { name, value, ...scope, expires: kept });
    if (this.#cookies.size > MOST) this.#makeRoom();
  }

  /** Returns the cookies for a URL: those with the longest path first, then the oldest. */
  get(url: URL): SentCookie[] {
    this.#dropExpired();
    return [...this.#cookies.values()]
      .filter((cookie) => isSentTo(cookie, url))
      .sort((a, b) => b.path.length - a.path.length);
  }

  #makeRoom(): void {
    this.#dropExpired();
    const [oldest] = this.#cookies.keys();
    if (oldest !== undefined && this.#cookies.size > MOST) this.#cookies.delete(oldest);
  }

  #dropExpired(): void {
    const now = this.#now();
    for (const [key, { expires }] of this.#cookies) if (expires <= now) this.#cookies.delete(key);
  }
}

/** Values are sent back as they came: sites encode them in their own ways. */
const verbatim = (value: string): string => value;

/** Returns where a cookie is sent; `undefined` if the URL may not set it. */
function scopeOf(url: URL, domain = '', path = '', isSecure: boolean): Scope | undefined {
  const host = url.hostname;
  // A leading dot means nothing, and without a domain the cookie is for this host only.
  const named = domain.replace(/^\./, '').toLowerCase();
  if (isSecure && url.protocol !== 'https:') return undefined;
  // Never for `com`, for `co.uk`, for another site, or for all hosts of a short link's domain.
  const site = marketplaceOfHost(host)?.domain ?? host;
  if (named !== '' && !(isWithin(host, named) && isWithin(named, site))) return undefined;
  return {
    domain: named === '' ? host : named,
    isForSubdomains: named !== '',
    path: path.startsWith('/') ? path : folderOf(url.pathname),
    isSecure,
  };
}

/** Whether a cookie has what the prefix of its name promises. */
function mayHaveName(name: string, { isSecure, isForSubdomains, path }: Scope): boolean {
  const prefixed = name.toLowerCase();
  if (prefixed.startsWith('__host-')) return isSecure && !isForSubdomains && path === '/';
  return isSecure || !prefixed.startsWith('__secure-');
}

function isSentTo({ domain, isForSubdomains, path, isSecure }: StoredCookie, url: URL): boolean {
  const isForHost = isForSubdomains ? isWithin(url.hostname, domain) : url.hostname === domain;
  return isForHost && isWithinPath(url.pathname, path) && (!isSecure || url.protocol === 'https:');
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Whether a path is a folder or below it: `/a/b` is in `/a` and in `/a/`, `/ab` is in neither. */
const isWithinPath = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

/** Returns the path of a cookie that names none: `/a` for `/a/b`. */
const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 1));
