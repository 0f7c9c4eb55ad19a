/** HTTP, HTTPS and SOCKS proxies of sessions. No message contains a password. */
import { type BadRequestError, TransportError } from '../../contract/errors.ts';
import { invalidSetting, LONGEST_URL, type Setting, wholeNumber, wrongSetting } from '../../options/checks.ts';
import { revealed, Secret, shownUrl } from '../../options/secrets.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';

/** One proxy URL, several that are used in turn, or a function that returns the proxy of an attempt. */
export type ProxySetting = ProxyUrl | readonly ProxyUrl[] | ((attempt: number) => ProxyUrl);

/** A proxy URL. Settings hold it as a {@link Secret}, because it can have a password. */
export type ProxyUrl = string | Secret;

/** The share of a process in a list of proxies, which several processes have: `{ share: 2, of: 8 }` is that of the second of eight. */
export interface ProxyShare {
  /** Number of the process, from 1 to `of`. */
  share: number;
  /** Number of processes. */
  of: number;
}

/** The protocols of SOCKS proxies. */
const SOCKS = /^socks(?:4a?|5h?):\/\//i;

/** Length of a user name and a password in bytes (RFC 1929). */
const LONGEST_SOCKS_CREDENTIAL = 255;

const EXAMPLE = '"http://user:password@proxy.example.com:8080"';

/** Returns the number of sessions per marketplace: one per proxy. */
export const sessionCountOf = (proxy: ProxySetting | undefined): number =>
  Array.isArray(proxy) ? Math.max(1, proxy.length) : 1;

/** Returns the proxy that a function chooses for an attempt. @throws BadRequestError for an invalid URL; TransportError if the function throws */
export const chosenProxy = (proxy: (attempt: number) => ProxyUrl, attempt: number): string =>
  proxyUrl({ name: 'proxy', value: resultOf(proxy, attempt) }).reveal();

/** The error of the function is not shown, not even as the cause: it can contain the URL that it was made for. */
function resultOf(proxy: (attempt: number) => ProxyUrl, attempt: number): unknown {
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
  throw wrongSetting(name, 'the list is empty: expected at least one proxy URL. Omit the option to use no proxy.');
}

const SHARE: OptionTable<ProxyShare> = {
  share: { check: (setting) => wholeNumber(setting, 1) },
  of: { check: (setting) => wholeNumber(setting, 1) },
};

/** Checks the share of a process. @throws BadRequestError `INVALID_CONFIGURATION` */
export function proxyShare(setting: Setting): ProxyShare {
  const { share, of } = membersIn(SHARE)(setting);
  if (share !== undefined && of !== undefined && share <= of) return { share, of };
  const why = `has share ${share} and of ${of}: expected, for example, { share: 2, of: 8 }, with share from 1 to of.`;
  throw wrongSetting(setting.name, why);
}

/** Returns the share of a text such as `2/8`. @throws BadRequestError `INVALID_CONFIGURATION` */
export function shareIn(text: string, name: string): unknown {
  const [, share, of] = /^(\d+)\/(\d+)$/.exec(text.trim()) ?? [];
  if (of !== undefined) return { share: Number(share), of: Number(of) };
  throw invalidSetting(name, text, 'is not a share of the proxies: expected, for example, 2/8.');
}

/** Returns the proxies of one process: all, or each `of`-th one of the list. @throws BadRequestError `INVALID_CONFIGURATION` if they are too few */
export function proxiesOf(proxy: ProxySetting | undefined, shared: ProxyShare | undefined): ProxySetting | undefined {
  if (shared === undefined) return proxy;
  const { share, of } = shared;
  const list = proxy === undefined || typeof proxy === 'function' ? [] : [proxy].flat();
  if (list.length >= of) return list.filter((_, index) => index % of === share - 1);
  throw wrongSetting(
    'proxyShare',
    `${of} processes cannot share ${list.length} proxies: expected a list of at least ${of} as proxy. Omit proxyShare to use all proxies in each process.`,
  );
}

/** Returns the proxies of a text: one URL, or several with commas or spaces between them. */
export function proxiesIn(text: string): string | string[] {
  const [first = '', ...others] = text.trim().split(/\s+|,(?=(?:https?|socks(?:4a?|5h?)):\/\/)/);
  return others.length === 0 ? first : [first, ...others];
}

function proxyUrl({ name, value: given }: Setting): Secret {
  const value: unknown = given instanceof Secret ? revealed(given) : given;
  const invalid = (why: string): BadRequestError => wrongSetting(name, `${shownUrl(value)} ${why}`);
  if (typeof value !== 'string') throw invalid(`is not a proxy URL: expected a string such as ${EXAMPLE}.`);
  // A URL parser drops or replaces these characters, so the password would be another one.
  if (CONTROL.test(value) || !value.isWellFormed())
    throw invalid('has a control character or half of a character: expected a URL without them.');
  if (value.length > LONGEST_URL) throw invalid(`is too long: expected at most ${LONGEST_URL} characters.`);
  const text = value.trim();
  const parts = text.split(':');
  if (!text.includes('://') && (parts.length === 2 || parts.length === 4))
    throw invalid(`is not a proxy URL: it has no protocol: expected a URL such as ${EXAMPLE}.`);
  // A URL parser checks the hosts of web protocols only.
  const web = text.replace(SOCKS, 'http://');
  const isSocks = web !== text;
  if (!URL.canParse(text) || !URL.canParse(web))
    throw invalid(
      `is not a proxy URL: expected one such as ${EXAMPLE}. Percent-encode special characters of the password.`,
    );
  const { protocol, username, password, pathname, port, search, hash } = new URL(web);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw invalid(
      `has the protocol ${protocol}//: expected http://, https://, socks5://, socks5h://, socks4:// or socks4a://, as in ${EXAMPLE}.`,
    );
  if (![username, password].every(isEncoded))
    throw invalid('has a "%" in its user name or password that is not percent-encoded: expected "%25".');
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  if (CONTROL.test(user) || CONTROL.test(secret))
    throw invalid('has a control character in its user name or password, which proxies do not allow. Remove it.');
  if (isSocks && [user, secret].some((part) => Buffer.byteLength(part) > LONGEST_SOCKS_CREDENTIAL))
    throw invalid(
      `has a user name or password that is longer than ${LONGEST_SOCKS_CREDENTIAL} bytes, which SOCKS does not allow.`,
    );
  if (/^socks4/i.test(text) && secret !== '')
    throw invalid('has a password, which SOCKS 4 does not have: expected only a user name, or a proxy with socks5://.');
  if (!isSocks && user.includes(':'))
    throw invalid('has a ":" in its user name, which HTTP does not allow. Use a user name without it.');
  if (pathname !== '/' || search !== '' || hash !== '')
    throw invalid(`has a path, a query or a fragment: expected only a host and a port, as in ${EXAMPLE}.`);
  if (port === '0') throw invalid(`has the port 0: expected one from 1 to 65535, as in ${EXAMPLE}.`);
  return new Secret(text);
}

/** Also those between 0x80 and 0x9F, and the separators that some tools take for line breaks. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
