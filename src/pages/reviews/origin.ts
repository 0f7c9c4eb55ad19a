/** The line under a review: "Reviewed in the United States on March 3, 2024". */
import { type Locale, readTemplate, type Words } from '../../locale/index.ts';

const FLAGS = /\p{Regional_Indicator}{2}/gu;

/** Returns the country of such a line, as written on the page but without its article. */
export function countryOf(line: string | undefined, { words }: Locale): string | undefined {
  const text = line?.replace(FLAGS, '').replace(/\s+/g, ' ').trim();
  const country = readTemplate(text, words.reviews.reviewedIn).country?.trim();
  return country ? withoutArticle(country, words) : undefined;
}

function withoutArticle(country: string, words: Words): string {
  const [first = '', ...rest] = country.split(' ');
  const isArticle = rest.length > 0 && words.reviews.articles.includes(first.toLowerCase());
  return isArticle ? rest.join(' ') : country;
}
