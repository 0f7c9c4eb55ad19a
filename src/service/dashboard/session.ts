/** Sessions of the dashboard: a signed cookie, so that the service stores nothing, and a token in each form. */
import { createHmac, randomBytes } from 'node:crypto';
import { hashOf, isSameSecret } from '../keys.ts';

const COOKIE = 'buybox_operator';
const SESSION_MS = 12 * 3_600_000;

/** The session of a browser that is signed in. */
export interface Session {
  /** Value of a hidden field in every form. Other sites do not know it. */
  formToken: string;
}

/** Creates and checks sessions. */
export class Sessions {
  readonly #tokenHash: string;
  readonly #secret: string;
  readonly #now: () => number;
  readonly #path: string;

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

  /** Returns the `Set-Cookie` header that ends a session. */
  close(isSecure: boolean): string {
    return this.cookie('', 0, isSecure);
  }

  /** Returns the session of a request. */
  find(request: Request): Session | undefined {
    const cookies = (request.headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
    const value = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
    const [expires = '', nonce = '', signature = ''] = value.split('.');
    const session = `${expires}.${nonce}`;
    if (!isSameSecret(signature, this.sign(session)) || !(this.#now() < Number(expires))) return undefined;
    return { formToken: this.sign(`form ${session}`) };
  }

  private cookie(value: string, maxAge: number, isSecure: boolean): string {
    const secure = isSecure ? '; Secure' : '';
    return `${COOKIE}=${value}; Path=${this.#path}; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
  }

  private sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }
}

/** Returns whether a page of the same site sent a form, according to the browser's headers. */
export function isOwnForm(request: Request, url: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  // Only hosts are compared: a proxy in front may end TLS.
  return origin === null || (URL.canParse(origin) && new URL(origin).host === new URL(url).host);
}
