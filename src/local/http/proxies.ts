/** HTTP and HTTPS proxies of sessions. No message contains a password. */
import type { Agent as HttpsAgent } from 'node:https';
import { type BadRequestError, TransportError } from '../../contract/errors.ts';
import { invalidSetting, type Setting } from '../../settings/checks.ts';
import { shownUrl } from '../../settings/redact.ts';

/** One proxy URL, several that are used in turn, or a function that returns the proxy of an attempt. */
export type ProxySetting = string | readonly string[] | ((attempt: number) => string);

const EXAMPLE = '"http://user:password@proxy.example.com:8080"';

/** Returns the number of sessions per marketplace: one per proxy. */
export function sessionCountOf(proxy: ProxySetting | undefined): number {
  return typeof proxy === 'object' ? Math.max(1, proxy.length) : 1;
}

/**
 * Returns the proxy URL of a session.
 *
 * @param serial Number of the session, starting at 0. Several proxies are used in turn.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid proxy URL
 * @throws TransportError if the function of the setting throws
 */
export function proxyOf(proxy: ProxySetting | undefined, serial: number, attempt: number): string | undefined {
  if (typeof proxy === 'function') return proxyUrl({ name: 'proxy', value: resultOf(proxy, attempt) });
  return typeof proxy === 'object' ? proxy[serial % proxy.length] : proxy;
}

/** The error of the function is not shown, not even as the cause: it can contain the URL that it was made for. */
function resultOf(proxy: (attempt: number) => string, attempt: number): unknown {
  try {
    const result: unknown = proxy(attempt);
    // An async function is refused below. Its own failure must not end the process.
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch (error) {
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { name: typeof error };
    throw new TransportError(`proxy: the function failed (${[name, code].filter(Boolean).join(' ')}).`);
  }
}

/** Checks the proxies that are known before the first request. @throws BadRequestError `INVALID_CONFIGURATION` */
export function checkedProxy({ name, value }: Setting): ProxySetting {
  if (typeof value === 'function') return value as ProxySetting;
  if (!Array.isArray(value)) return proxyUrl({ name, value });
  if (value.length > 0) return value.map((url: unknown, index) => proxyUrl({ name: `${name}[${index}]`, value: url }));
  throw invalidSetting(
    name,
    undefined,
    'the list is empty: expected at least one proxy URL. Omit the option to use no proxy.',
  );
}

/** Returns the proxies of a text: one URL, or several with commas or spaces between them. */
export function proxiesIn(text: string): string | string[] {
  const [first = '', ...others] = text.trim().split(/\s+|,(?=https?:\/\/)/);
  return others.length === 0 ? first : [first, ...others];
}

/** Returns a proxy URL. @throws BadRequestError `INVALID_CONFIGURATION` */
function proxyUrl({ name, value }: Setting): string {
  const invalid = (why: string): BadRequestError => invalidSetting(name, undefined, `${shownUrl(value)} ${why}`);
  if (typeof value !== 'string') throw invalid(`is not a proxy URL: expected a string such as ${EXAMPLE}.`);
  const parts = value.split(':');
  if (!value.includes('://') && (parts.length === 2 || parts.length === 4))
    throw invalid(`is not a proxy URL: it has no protocol: expected a URL such as ${EXAMPLE}.`);
  if (!URL.canParse(value))
    throw invalid(
      `is not a proxy URL: expected one such as ${EXAMPLE}. Percent-encode special characters of the password.`,
    );
  const { protocol, username, password, pathname, search, hash } = new URL(value);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw invalid(`has the protocol ${protocol}//: expected http:// or https://, as in ${EXAMPLE}.`);
  if (![username, password].every(isEncoded))
    throw invalid('has a "%" in its user name or password that is not percent-encoded: expected "%25".');
  if (pathname !== '/' || search !== '' || hash !== '')
    throw invalid(`has a path, a query or a fragment: expected only a host and a port, as in ${EXAMPLE}.`);
  return value;
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the error for a proxy that refused the user name or the password with status 407. */
export function refusedCredentials({ proxy }: ProxyAgent): TransportError {
  return new TransportError(
    `proxy: ${shownUrl(proxy.href)} refused the user name or the password (status 407). Check both in the option proxy.`,
  );
}

/** An agent that tunnels through a proxy. */
export type ProxyAgent = HttpsAgent & { proxy: URL };

/** Returns an agent that tunnels through a proxy. */
export async function proxyAgent(url: string, certificateAuthority: string | undefined): Promise<ProxyAgent> {
  const { HttpsProxyAgent } = await loadAgent();
  return new HttpsProxyAgent(url, {
    keepAlive: true,
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
  }) as unknown as ProxyAgent;
}

async function loadAgent(): Promise<typeof import('https-proxy-agent')> {
  try {
    return await import('https-proxy-agent');
  } catch (cause) {
    throw invalidSetting(
      'proxy',
      undefined,
      'proxies need the package "https-proxy-agent". Install it: npm install https-proxy-agent',
      cause,
    );
  }
}
