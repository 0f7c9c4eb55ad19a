/** Removes secrets from values that are shown in messages. */

const HOST = /^(?:\[[\da-f:.]+\]|[a-z\d_.-]+)(?::\d{1,5})?$/i;

/**
 * Returns a URL for messages. Only the protocol, the host and the port are shown: the rest, and anything that is not clearly a host, can be a secret.
 *
 * @example
 * shownUrl('http://user:secret@proxy.example.com:8080/?key=secret') // '"http://***@proxy.example.com:8080/***"'
 */
export function shownUrl(value: unknown): string {
  if (typeof value !== 'string') return shownValue(value);
  const [, protocol = '', authority = '', rest = ''] =
    /^((?:[a-z][a-z\d+.-]*:)?\/\/)?([^/?#\\]*)(.*)$/is.exec(value.trim()) ?? [];
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const isHost = HOST.test(host) && (protocol !== '' || host.includes('.') || host.startsWith('localhost'));
  // An "@" behind the host belongs to a password with "/", "?" or "#".
  if (!isHost || rest.includes('@')) return JSON.stringify(`${protocol}***`);
  return JSON.stringify(
    `${protocol}${at === -1 ? '' : '***@'}${host}${/^\/?$/.test(rest) ? rest : `${rest.slice(0, 1)}***`}`,
  );
}

/** Parts of a string that can have credentials behind or before them: `://`, `@`, `?`, `#` and two colons. */
const CREDENTIALS = /:\/\/|[@?#]|:.*:/s;

/** Returns a value of an option for messages. A string that can have credentials is shown as a URL without them. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    const text = CREDENTIALS.test(value) ? shownUrl(value) : JSON.stringify(value);
    return text.length > 80 ? `${text.slice(0, 77)}...` : text;
  }
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  const isObject = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isObject ? 'an object' : String(value);
}
