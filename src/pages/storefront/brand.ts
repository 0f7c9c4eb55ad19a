/** A brand's store: its sections of products and its pages. */
import type { BrandStore } from '../../contract/data/lists.ts';
import type { FieldTable } from '../fields.ts';
import type { Page } from '../page.ts';
import { decodedPart } from '../site-path.ts';
import { FRAME, sectionsOf } from './sections.ts';

/** One row per field. */
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

/** Returns the id of the store page, else the name in the URL. */
function storeId(page: Page): string {
  const named =
    PAGE_ID.exec(page.url)?.[1] ?? page.scriptValue('ageId"', EMBEDDED_ID) ?? page.scriptValue('storeId', EMBEDDED_ID);
  return named ?? decodedPart(SLUG.exec(page.url)?.[1] ?? '');
}

/** "Amazon.com: Anker". */
const SITE_BEFORE_NAME = /^amazon\.[a-z.]+\s*[:|\u2013-]\s*/i;
const SITE_AFTER_NAME = / ?[@:|\u2013-] ?amazon\.[a-z.].*$/is;
const EMBEDDED_NAME = /"(?:brandName|storeName)"\s*:\s*"([^"\\]+)"/;

function nameOf(page: Page): string | undefined {
  const embedded = page.scriptValue('brandName', EMBEDDED_NAME) ?? page.scriptValue('storeName', EMBEDDED_NAME);
  const title = page.text('head title')?.replace(SITE_BEFORE_NAME, '').replace(SITE_AFTER_NAME, '');
  return embedded ?? (title || page.attr('content', 'meta[property="og:title"]'));
}

/** Returns the pages of the store: from the links, else from the JSON in the scripts. */
function navigationOf(page: Page): BrandStore['navigation'] {
  const shown = shownNavigation(page);
  const named = shown.length > 0 ? shown : embeddedNavigation(page);
  return [...new Map(named.map((link) => [`${link.name} ${link.url}`, link])).values()];
}

type StorePage = BrandStore['navigation'][number];

function shownNavigation(page: Page): StorePage[] {
  const links = page.all('nav a[href*="/stores/"], [role="navigation"] a[href*="/stores/"]');
  const own = links.filter((link) => !link.closest(FRAME).exists);
  return own.flatMap((link) => storePage(link.text(), link.attr('href')));
}

/** `"nav":{"0A1B...":{"title":"Kettles","href":"/stores/page/0A1B..."}}` */
function embeddedNavigation(page: Page): StorePage[] {
  const nav = page.json('"nav"');
  const entries: unknown[] = typeof nav === 'object' && nav !== null ? Object.values(nav) : [];
  return entries.flatMap((entry) => {
    const { title, href }: { title?: unknown; href?: unknown } =
      typeof entry === 'object' && entry !== null ? entry : {};
    return typeof title === 'string' && typeof href === 'string' && STORE_LINK.test(href)
      ? storePage(title.trim(), href)
      : [];
  });
}

const STORE_LINK = /(?:^|\.[a-z]{2,3})\/stores\//;

function storePage(name: string | undefined, url: string | undefined): StorePage[] {
  return name === undefined || name === '' || url === undefined ? [] : [{ name, url }];
}
