/** Finds countries and regions by their names in any language, and names them. */

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`));
/** Names on the sites that `Intl` does not have. */
const OTHER_NAMES: readonly [string, string][] = [
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
  ['korea, republic of', 'KR'],
  ['russian federation', 'RU'],
];

const namesByLanguage = new Map<string, Map<string, string>>();

/** Returns the ISO 3166 code of a country or region by its name in a language. `undefined` for any other text. */
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
    // Former codes have the names of current countries.
    return [[name.toLowerCase(), new Intl.Locale(`und-${code}`).region ?? code]];
  });
}

/** Returns the name of a country or region in a language. */
export const regionNameIn = (code: string, language: string): string | undefined =>
  new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code);
