/** Identifies pages by their content instead of the exact URL, to find saved ones. */
import { marketplaces } from '../../locale/index.ts';
import { detectPageType, languageOfUrl } from '../../pages/index.ts';
import { localeOf } from '../http/headers.ts';
import type { PageRequest } from '../page-source.ts';

/** The identity of a page. Two URLs with the same `key` are the same page, in the same or another language. */
export interface PageIdentity {
  key: string;
  /** Two letters; `undefined` if the URL has no language. */
  language: string | undefined;
}

/** Query parameters of filters, sort orders and list pages. */
const CHOICES = ['filters', 'filterByStar', 'low-price', 'high-price', 's', 'pg'];

/** Returns the identity of a URL: page type, marketplace, id or keyword or node, page number, filters and sort order. */
export function identify(url: string): PageIdentity {
  const detected = detectPageType(url);
  const language = languageOfUrl(url);
  if (detected === undefined) return { key: url, language };
  const { page_type, marketplace, asin, keyword, node, seller_id, page = 1, canonical_url } = detected;
  const { pathname, searchParams } = new URL(canonical_url);
  const path = pathname.toLowerCase();
  // The path of a best-seller list includes which of the five lists it is. A store has only its path.
  const subject = page_type === 'bestseller' ? path : (asin ?? keyword?.toLowerCase() ?? node ?? seller_id ?? path);
  const names = page_type === 'search' ? [...CHOICES, 'i', 'rh', 'bbn', 'me'] : CHOICES;
  const rest = names.map((name) => searchParams.get(name) ?? '');
  return { key: JSON.stringify([page_type, marketplace, subject, page, ...rest]), language };
}

/** Returns the language that the URL of a requested page has. URLs have none for the site's own language. */
export const urlLanguageOf = ({ language, marketplace }: Pick<PageRequest, 'language' | 'marketplace'>) =>
  localeOf(language, marketplaces[marketplace]) === marketplaces[marketplace].locales.native ? undefined : language;
