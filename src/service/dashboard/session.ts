/** Sessions of the dashboard: a signed cookie, so that the service stores nothing, and a token in each form. */
import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { parse } from 'hono/utils/cookie';
import { isLoopbackHost } from '../../http/loopback.ts';
import { hashOf, isSameSecret } from '../keys.ts';

const COOKIE = 'buybox_operator';
const SESSION_MS = 12 * 3_600_000;

/** The sessions of a dashboard. */
export type Sessions = ReturnType<typeof openSessions>;

/** Returns what creates and checks sessions. @param path Path of the dashboard, as browsers see it. */
export function openSessions(operatorToken: string, path: string, now: () => number) {
  const tokenHash = hashOf(operatorToken);
  // Changing the token ends all sessions.
  const secret = hashOf(`buybox dashboard ${operatorToken}`);
  /** Sessions that were signed out, with the end of each [milliseconds since the epoch]. Only the operator can add one. */
  const ended = new Map<string, number>();

  function sign(text: string): string {
    return createHmac('sha256', secret).update(text).digest('hex');
  }

  function cookie(value: string, maxAge: number, isSecure: boolean): string {
    const secure = isSecure ? '; Secure' : '';
    return `${COOKIE}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
  }

  function validSession(request: Request): string | undefined {
    const { [COOKIE]: value = '' } = parse(request.headers.get('cookie') ?? '', COOKIE);
    const [expires = '', nonce = '', signature = ''] = value.split('.');
    const session = `${expires}.${nonce}`;
    const isValid = isSameSecret(signature, sign(session)) && now() < Number(expires);
    return isValid && !ended.has(session) ? session : undefined;
  }

  return {
    /** Returns whether a string is the operator token, in constant time. */
    isToken: (given: string): boolean => isSameSecret(hashOf(given), tokenHash),
    /** Returns the `Set-Cookie` header of a new session. */
    open(isSecure: boolean): string {
      const session = `${now() + SESSION_MS}.${randomBytes(16).toString('base64url')}`;
      return cookie(`${session}.${sign(session)}`, SESSION_MS / 1000, isSecure);
    },
    /** Ends the session of a request, also for a copy of its cookie. Returns the `Set-Cookie` header that removes it. */
    close(request: Request, isSecure: boolean): string {
      const session = validSession(request);
      for (const [one, expires] of ended) if (expires <= now()) ended.delete(one);
      if (session !== undefined) ended.set(session, Number.parseInt(session, 10));
      return cookie('', 0, isSecure);
    },
    /** Returns the value of a hidden field in every form of a session, which other sites do not know; `undefined` without a session. */
    formToken(request: Request): string | undefined {
      const session = validSession(request);
      return session === undefined ? undefined : sign(`form ${session}`);
    },
  };
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
