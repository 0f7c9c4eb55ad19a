/** What a page is, whatever the letters of its address: for finding saved ones. */
import { detectPageType, languageOfUrl } from '../pages/index.ts';

/** The identity of a page: two addresses with the same `key` are the same page, in the same or another language. */
export interface PageIdentity {
  key: string;
  /** Two letters when the address names a language. */
  language: string | undefined;
}

/** What a shopper can choose on a page, beside what it is about. */
const CHOICES = ['filters', 'filterByStar', 'low-price', 'high-price', 's', 'pg'];

/** Page type, marketplace, id or keyword or node, page, and the canonical rest (condition, filters, sort). */
export function identify(url: string): PageIdentity {
  const address = detectPageType(url);
  const language = languageOfUrl(url);
  if (address === undefined) return { key: url, language };
  const { page_type, marketplace, asin, keyword, node, seller_id, page = 1, canonical_url } = address;
  const { pathname, searchParams } = new URL(canonical_url);
  const path = pathname.toLowerCase();
  // A list's path says which of the five it is; a store's is all there is of it.
  const subject = page_type === 'bestseller' ? path : (asin ?? keyword?.toLowerCase() ?? node ?? seller_id ?? path);
  const names = page_type === 'search' ? [...CHOICES, 'i', 'rh', 'bbn', 'me'] : CHOICES;
  const rest = names.map((name) => searchParams.get(name) ?? '');
  return { key: JSON.stringify([page_type, marketplace, subject, page, ...rest]), language };
}
