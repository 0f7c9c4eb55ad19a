/** Names of countries and regions, in any language. */

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
/** Names that the site writes and the common list does not. */
const OTHER_NAMES: readonly [string, string][] = [
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
  ['korea, republic of', 'KR'],
  ['russian federation', 'RU'],
];

const namesByLanguage = new Map<string, Map<string, string>>();

/** The ISO 3166 code of a country or region by its name in a language; `undefined` for what is none. */
export function regionNamed(name: string, language: string): string | undefined {
  let names = namesByLanguage.get(language);
  if (names === undefined) {
    names = new Map([...OTHER_NAMES, ...namesIn(language, 'short'), ...namesIn(language, 'long')]);
    namesByLanguage.set(language, names);
  }
  return names.get(name.toLowerCase());
}

function namesIn(language: string, style: 'short' | 'long'): [string, string][] {
  const display = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
  return CODES.flatMap((code) => {
    const name = display.of(code);
    if (name === undefined) return [];
    // Codes of the past carry the names of today's countries.
    return [[name.toLowerCase(), new Intl.Locale(`und-${code}`).region ?? code]];
  });
}
