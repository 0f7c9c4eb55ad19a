/** Names of countries: a country is not the place of a shopper, and prices and delivery depend on it. */
import { regionNamed } from '../../locale/regions.ts';
import { wordsByLanguage } from '../../locale/words/index.ts';

/** Whether a text is the name of a country, in any language of the sites. */
export function isCountry(name: string): boolean {
  const plain = name.replace(/(?<![.…\s])[.…\s]+$/, '');
  return Object.keys(wordsByLanguage).some((language) => regionNamed(plain, language) !== undefined);
}
