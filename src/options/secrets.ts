/** Secrets: keys, passwords and tokens, which are never shown. Messages have values without them. */
import { shortened, shown } from '../contract/shown.ts';

const SECRET = '[secret]';

/** `inspect.custom` of `node:util`, which other runtimes lack. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * Holds a secret, and prints as `[secret]`: in strings, JSON and `console.log`. Copies, such as those of `structuredClone`, do not have it.
 *
 * @example
 * const apiKey = new Secret('sk-0123456789');
 * console.log(`${apiKey}`, JSON.stringify({ apiKey })); // [secret] {"apiKey":"[secret]"}
 */
export class Secret<Value extends string | ((...args: never[]) => unknown) = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** Returns the value. Call it where the value is sent, and nowhere else. */
  reveal(): Value {
    return this.#value;
  }

  /** Returns `[secret]`. */
  toString(): string {
    return SECRET;
  }

  /** Returns `[secret]`. */
  toJSON(): string {
    return SECRET;
  }

  /** Returns `[secret]`, for `console.log`. */
  [INSPECT](): string {
    return SECRET;
  }
}

/** Returns the value of a secret, and any other value unchanged. */
export const revealed = <Value extends string | ((...args: never[]) => unknown)>(
  value: Value | Secret<Value>,
): Value => (value instanceof Secret ? value.reveal() : value);

const LONGEST_URL = 300;

const HOST = /^(?:\[[\da-f:.]+\]|[a-z\d_.-]+)(?::\d{1,5})?$/i;

/** Returns a URL in quotes for messages, see {@link bareUrl}. Other values are shown as they are. */
export const shownUrl = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(bareUrl(value)) : shownValue(value);

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
export const shownValue = (value: unknown): string =>
  typeof value === 'string' && CREDENTIALS.test(value) ? shortened(shownUrl(value)) : shown(value);

const REDACTED = '[redacted]';

/** Shorter secrets are not looked for: they could be part of any word. */
const SHORTEST_SECRET = 4;

/** Shorter parts of an encoded secret are not looked for, for the same reason. */
const SHORTEST_ENCODED = 8;

/** The pattern of the last secret: most programs have one, and every response is searched for it. */
let echoes = { secret: '', pattern: /(?!)/g };

/** Returns the text without the secret, in upper or lower case, its percent-encoded form, and its form in Base64, also as a part of a longer text. */
export function withoutEchoes(text: string, secret: string): string {
  if (secret.length < SHORTEST_SECRET) return text;
  if (echoes.secret !== secret) echoes = { secret, pattern: echoesOf(secret) };
  return text.replace(echoes.pattern, REDACTED);
}

function echoesOf(secret: string): RegExp {
  // The bytes of the secret, a character each, as `btoa` reads them.
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  // In Base64 three bytes are four characters: the text before the secret decides where it begins.
  const base64 = [0, 1, 2].map((before) => {
    const encoded = btoa('\0'.repeat(before) + bytes).replace(/(?<!=)=+$/, '');
    const last = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    return encoded.slice(Math.ceil((before * 8) / 6), last);
  });
  const forms = [secret, encodeURIComponent(secret), ...base64.filter(({ length }) => length >= SHORTEST_ENCODED)];
  return new RegExp(forms.map((form) => form.replace(/[^\w]/g, String.raw`\$&`)).join('|'), 'gi');
}
