/** What a page is, whatever the letters of its address: for finding saved ones. */
import { detectPageType, languageOfUrl } from '../pages/index.ts';

/** The identity of a page: two addresses with the same `key` are the same page, in the same or another language. */
export interface PageIdentity {
  key: string;
  /** Two letters when the address names a language. */
  language: string | undefined;
}

/** Page type, marketplace, id or keyword or node, page, and the canonical rest (condition, filters, sort). */
export function identify(url: string): PageIdentity {
  const address = detectPageType(url);
  const language = languageOfUrl(url);
  if (address === undefined) return { key: url, language };
  const { page_type, marketplace, asin, keyword, node, seller_id, page = 1, canonical_url } = address;
  const { pathname, searchParams } = new URL(canonical_url);
  // A path names what no parameter does: a list's slug, a store.
  const subject = asin ?? keyword?.toLowerCase() ?? node ?? seller_id ?? pathname.replace(/\/+$/, '').toLowerCase();
  const rest = ['filters', 'filterByStar', 'low-price', 'high-price', 's', 'pg'].map(
    (name) => searchParams.get(name) ?? '',
  );
  return { key: JSON.stringify([page_type, marketplace, subject, page, ...rest]), language };
}
