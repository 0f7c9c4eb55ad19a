/** A brand's store (design §5.9): its sections of products and its pages. No page of the corpus shows one, so the rules are few and forgiving. */
import type { BrandStore } from '../../contract/data/lists.ts';
import type { FieldTable } from '../fields.ts';
import type { Page } from '../page.ts';
import { sectionsOf } from './sections.ts';

/** One row a field. */
export const brandStoreFields = {
  kind: () => 'brand',
  store_id: (page) => storeId(page),
  name: (page) => nameOf(page),
  sections: (page) => sectionsOf(page),
  navigation: (page) => navigationOf(page),
} satisfies FieldTable<BrandStore>;

const UUID = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}';
const PAGE_ID = new RegExp(`/page/(${UUID})`);
const EMBEDDED_ID = new RegExp(`"(?:pageId|storePageId|storeId)"\\s*:\\s*"(${UUID})"`);
const SLUG = /\/stores\/([^/?#]+)/;

/** The identifier of the store's page, else the name that its address goes by. */
function storeId(page: Page): string {
  const named =
    PAGE_ID.exec(page.url)?.[1] ?? page.scriptValue('ageId"', EMBEDDED_ID) ?? page.scriptValue('storeId', EMBEDDED_ID);
  return named ?? decodeURIComponent(SLUG.exec(page.url)?.[1] ?? '');
}

/** "Amazon.com: Anker". */
const SITE_BEFORE_NAME = /^amazon\.[a-z.]+\s*[:|\u2013-]\s*/i;
const SITE_AFTER_NAME = /\s*(?:[@:|\u2013-])\s*amazon\.[a-z.]+.*$/i;
const EMBEDDED_NAME = /"(?:brandName|storeName)"\s*:\s*"([^"\\]+)"/;

function nameOf(page: Page): string | undefined {
  const embedded = page.scriptValue('brandName', EMBEDDED_NAME) ?? page.scriptValue('storeName', EMBEDDED_NAME);
  const title = page.text('head title')?.replace(SITE_BEFORE_NAME, '').replace(SITE_AFTER_NAME, '');
  return embedded ?? (title === '' ? undefined : title);
}

/** The store's own pages; the site's bar is navigation too, but leads elsewhere. */
function navigationOf(page: Page): BrandStore['navigation'] {
  const links = page.all('nav a[href*="/stores/"], [role="navigation"] a[href*="/stores/"]');
  const named = links.flatMap((link) => {
    const name = link.text();
    const url = link.attr('href');
    return name === undefined || url === undefined ? [] : [{ name, url }];
  });
  return [...new Map(named.map((link) => [`${link.name} ${link.url}`, link])).values()];
}
