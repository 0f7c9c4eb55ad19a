/** The line under a review: "Reviewed in the United States on March 3, 2024". */
import type { Locale, Words } from '../../locale/index.ts';

const FLAGS = /\p{Regional_Indicator}{2}/gu;
const SPECIAL = /[.*+?^${}()|[\]\\/]/g;

const LONGEST_LINE = 200;

const patterns = new WeakMap<Words, RegExp[]>();

/** Returns the country of such a line, as written on the page but without its article. */
export function countryOf(line: string | undefined, { words }: Locale): string | undefined {
  if (line === undefined || line.length > LONGEST_LINE) return undefined;
  const text = line.replace(FLAGS, '').replace(/\s+/g, ' ').trim();
  for (const pattern of patternsOf(words)) {
    const country = pattern.exec(text)?.groups?.country?.trim();
    if (country !== undefined && country !== '') return withoutArticle(country, words);
  }
  return undefined;
}

function patternsOf(words: Words): RegExp[] {
  const built = patterns.get(words) ?? words.reviews.reviewedIn.map(patternOf);
  patterns.set(words, built);
  return built;
}

function patternOf(template: string): RegExp {
  const source = template
    .replace(/[{}]/g, (brace) => (brace === '{' ? '\u0001' : '\u0002'))
    .replace(SPECIAL, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/ /g, '\\s+')
    .replace('\u0001country\u0002', '(?<country>\\P{Nd}+?)')
    .replace('\u0001date\u0002', '.*\\p{Nd}.*');
  return new RegExp(`^${source}$`, 'iu');
}

function withoutArticle(country: string, words: Words): string {
  const [first = '', ...rest] = country.split(' ');
  const isArticle = rest.length > 0 && words.reviews.articles.includes(first.toLowerCase());
  return isArticle ? rest.join(' ') : country;
}
