/** The kinds of personal values on a page. */
import { regionNamed } from '../../src/locale/regions.ts';
import { wordsByLanguage } from '../../src/locale/words/index.ts';

/** A kind of personal data. */
export type Kind =
  | 'name'
  | 'place'
  | 'email'
  | 'session id'
  | 'request id'
  | 'customer id'
  | 'ip address'
  | 'token'
  | 'tracking'
  | 'history'
  | 'list'
  | 'payment';

/** The replacement of a value of each kind. An id keeps its form, so that a page is read as before. */
export const PLACEHOLDERS: Readonly<Record<Kind, string>> = {
  name: '[name]',
  place: '[place]',
  email: '[email]',
  'session id': '000-0000000-0000000',
  'request id': '00000000000000000000',
  'customer id': '[customer]',
  'ip address': '0.0.0.0',
  token: '[token]',
  tracking: '[tracking]',
  history: '',
  list: '[list]',
  payment: '[payment]',
};

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(PLACEHOLDERS),
  ...Object.values(PLACEHOLDERS).map(encodeURIComponent),
]);

/** Whether a value is a placeholder already. Zeros are what the site writes for a session that it does not have. */
export function isPlaceholder(value: string): boolean {
  return KNOWN.has(value) || /^[0\W]*$/.test(value.replace(/(?:\\x|%|\\u00)2d/gi, ''));
}

/** Counts what was removed, by kind. */
export class Removed {
  readonly #counts = new Map<Kind, number>();

  add(kind: Kind, count = 1): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  /** A row for each kind, in the order of {@link PLACEHOLDERS}. Values are never part of it. */
  rows(): { kind: Kind; count: number }[] {
    const kinds = Object.keys(PLACEHOLDERS) as Kind[];
    return kinds.flatMap((kind) => {
      const count = this.#counts.get(kind);
      return count === undefined ? [] : [{ kind, count }];
    });
  }
}

/** Whether a text is the name of a country, in any language of the sites. It is not the place of a shopper: prices and delivery depend on it. */
export function isCountry(name: string): boolean {
  const plain = name.replace(/(?<![.…\s])[.…\s]+$/, '');
  return Object.keys(wordsByLanguage).some((language) => regionNamed(plain, language) !== undefined);
}
