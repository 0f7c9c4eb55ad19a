/** Removes secrets from values that are shown in messages. */
import { shortened, shown } from '../contract/shown.ts';

/** The most characters of a URL in a message. */
const LONGEST_URL = 300;

const HOST = /^(?:\[[\da-f:.]+\]|[a-z\d_.-]+)(?::\d{1,5})?$/i;

/** Returns a URL in quotes for messages, see {@link bareUrl}. Other values are shown as they are. */
export function shownUrl(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(bareUrl(value)) : shownValue(value);
}

/**
 * Returns a URL without secrets. Only the protocol, the host and the port are shown: the rest, and anything that is not clearly a host, can be a secret.
 *
 * @example
 * bareUrl('http://user:secret@proxy.example.com:8080/?key=secret') // 'http://***@proxy.example.com:8080/***'
 */
export function bareUrl(value: string): string {
  const [, protocol = '', authority = '', rest = ''] =
    /^((?:[a-z][a-z\d+.-]*:)?\/\/)?([^/?#\\]*)(.*)$/is.exec(value.trim()) ?? [];
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const isHost = HOST.test(host) && (protocol !== '' || host.includes('.') || host.startsWith('localhost'));
  // An "@" behind the host belongs to a password with "/", "?" or "#".
  if (!isHost || rest.includes('@')) return shortened(`${protocol}***`);
  const hidden = /^\/?$/.test(rest) ? rest : `${rest.slice(0, 1)}***`;
  return shortened(`${protocol}${at === -1 ? '' : '***@'}${host}${hidden}`, LONGEST_URL);
}

/** Parts of a string that can have credentials behind or before them: `://`, `@`, `?`, `#` and two colons. */
const CREDENTIALS = /:\/\/|[@?#]|^[^:]*:[^:]*:/;

/** Returns a value of an option for messages. A string that can have credentials is shown as a URL without them. */
export function shownValue(value: unknown): string {
  return typeof value === 'string' && CREDENTIALS.test(value) ? shortened(shownUrl(value)) : shown(value);
}
