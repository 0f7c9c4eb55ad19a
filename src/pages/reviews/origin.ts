/** Where a review was written: "Reviewed in the United States on March 3, 2024", "Published on Amazon.com". */
import { type Locale, marketplaceOfHost, readTemplate, regionNameIn, type Words } from '../../locale/index.ts';

const FLAGS = /\p{Regional_Indicator}{2}/gu;

/** Returns the country of such a line, as written on the page but without its article. The line can be in another language than the page. */
export function countryOf(line: string | undefined, locale: Locale): string | undefined {
  const text = line?.replace(FLAGS, '').replace(/\s+/g, ' ').trim();
  for (const words of locale.allWords) {
    const country = readTemplate(text, words.reviews.reviewedIn).country?.trim();
    if (country) return withoutArticle(country, words);
  }
  return undefined;
}

function withoutArticle(country: string, words: Words): string {
  const [first = '', ...rest] = country.split(' ');
  const isArticle = rest.length > 0 && words.reviews.articles.includes(first.toLowerCase());
  return isArticle ? rest.join(' ') : country;
}

const SITE = /amazon\.[a-z]{2,3}(?:\.[a-z]{2})?(?![\p{L}\p{Nd}])/iu;

/** Returns the country of the site that such a line names, in the language of the page. */
export function countryOfSite(line: string | undefined, { language }: Locale): string | undefined {
  const site = marketplaceOfHost(SITE.exec(line ?? '')?.[0] ?? '');
  return site && regionNameIn(site.countryCode, language);
}
