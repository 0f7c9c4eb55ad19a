/** Sessions of the dashboard: a signed cookie, so that the service stores nothing, and a token in each form. */
import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { parse } from 'hono/utils/cookie';
import { isLoopbackHost } from '../../http/loopback.ts';
import { revealed } from '../../options/secrets.ts';
import { rootOf } from '../html.ts';
import { hashOf, isSameSecret } from '../keys.ts';
import type { ServiceSettings } from '../options.ts';

const COOKIE = 'buybox_operator';
const SESSION_MS = 12 * 3_600_000;

/** Creates and checks sessions. */
export class Sessions {
  readonly #tokenHash: string;
  readonly #secret: string;
  readonly #now: () => number;
  readonly #path: string;
  /** Sessions that were signed out, with the end of each [milliseconds since the epoch]. Only the operator can add one. */
  readonly #ended = new Map<string, number>();

  constructor(operatorToken: string, path: string, now: () => number) {
    this.#tokenHash = hashOf(operatorToken);
    // Changing the token ends all sessions.
    this.#secret = hashOf(`buybox dashboard ${operatorToken}`);
    this.#now = now;
    this.#path = path;
  }

  /** Returns whether a string is the operator token, in constant time. */
  isToken(given: string): boolean {
    return isSameSecret(hashOf(given), this.#tokenHash);
  }

  /** Returns the `Set-Cookie` header of a new session. */
  open(isSecure: boolean): string {
    const session = `${this.#now() + SESSION_MS}.${randomBytes(16).toString('base64url')}`;
    return this.cookie(`${session}.${this.sign(session)}`, SESSION_MS / 1000, isSecure);
  }

  /** Ends the session of a request, also for a copy of its cookie. Returns the `Set-Cookie` header that removes it. */
  close(request: Request, isSecure: boolean): string {
    const session = this.validSession(request);
    for (const [ended, expires] of this.#ended) if (expires <= this.#now()) this.#ended.delete(ended);
    if (session !== undefined) this.#ended.set(session, Number.parseInt(session, 10));
    return this.cookie('', 0, isSecure);
  }

  /** Returns the value of a hidden field in every form of a session, which other sites do not know; `undefined` without a session. */
  formToken(request: Request): string | undefined {
    const session = this.validSession(request);
    return session === undefined ? undefined : this.sign(`form ${session}`);
  }

  private validSession(request: Request): string | undefined {
    const { [COOKIE]: value = '' } = parse(request.headers.get('cookie') ?? '', COOKIE);
    const [expires = '', nonce = '', signature = ''] = value.split('.');
    const session = `${expires}.${nonce}`;
    const isValid = isSameSecret(signature, this.sign(session)) && this.#now() < Number(expires);
    return isValid && !this.#ended.has(session) ? session : undefined;
  }

  private cookie(value: string, maxAge: number, isSecure: boolean): string {
    const secure = isSecure ? '; Secure' : '';
    return `${COOKIE}=${value}; Path=${this.#path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
  }

  private sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }
}

/** Returns the sessions of a service, if it has a dashboard. */
export function sessionsOf({ operatorToken, baseUrl, now }: ServiceSettings): Sessions | undefined {
  return operatorToken === undefined
    ? undefined
    : new Sessions(revealed(operatorToken), `${rootOf(baseUrl)}/dashboard`, now);
}

/** Returns whether a page of the same site sent a form, according to the browser's headers. */
export function isOwnForm(request: Request, url: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  // Only hosts are compared: a proxy in front may end TLS.
  return origin === null || (URL.canParse(origin) && new URL(origin).host === new URL(url).host);
}

/**
 * Whether the dashboard may be called by this host name. A page of another site can have a name that resolves to this machine (DNS rebinding): its requests
 * come from a browser on this machine, with the name of that site.
 *
 * @param peer The IP address of the connection.
 */
export function isOwnHost(host: string, baseUrl: string | undefined, peer: string | undefined): boolean {
  if (peer === undefined || !isLoopbackHost(peer)) return true;
  const isAddress = isIP(host.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress || isLoopbackHost(host) || (baseUrl !== undefined && new URL(baseUrl).hostname === host);
}
