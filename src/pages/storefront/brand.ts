/** A brand's store: its sections of products (those on the page, then those only in its scripts) and its pages. */
import type { BrandStore } from '../../contract/data/lists.ts';
import type { FieldTable } from '../engine/fields.ts';
import type { Page } from '../engine/page.ts';
import { FRAME, isShelved, shelvesOf } from '../parts/shelves.ts';
import { decodedPart } from '../urls/site.ts';

/** One row per field. */
export const brandStoreFields = {
  kind: () => 'brand',
  store_id: storeId,
  name: nameOf,
  sections: sectionsOf,
  navigation: navigationOf,
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

const storePage = (name: string | undefined, url: string | undefined): StorePage[] =>
  name === undefined || name === '' || url === undefined ? [] : [{ name, url }];

type Section = BrandStore['sections'][number];

/** Returns the sections with products. A product is only once in a section. */
function sectionsOf(page: Page): Section[] {
  const shown = shelvesOf(page);
  const known = new Set(shown.flatMap(({ asins }) => asins));
  const hidden = embeddedLists(page)
    .map((asins) => ({ asins: asins.filter((asin) => !known.has(asin)) }))
    .filter(({ asins }) => asins.length > 0);
  return [...shown, ...hidden];
}

const LIST = /"ASINList"\s*:\s*\[([^[\]]*)\]/g;
const MEMBER = /"asin"\s*:\s*"([A-Z0-9]{10})"/g;
const QUOTED = /"([A-Z0-9]{10})"/g;

/** Returns the lists of products in the scripts: one per widget, else all products of a script. */
function embeddedLists(page: Page): string[][] {
  return page.source.document.scripts.flatMap(({ children: [child] }) => {
    // The state can be a string with JSON in it.
    const text = child !== undefined && 'data' in child ? child.data.replaceAll('\\"', '"') : '';
    const lists = [...text.matchAll(LIST)].map(([, members = '']) => asinsIn(members, QUOTED));
    return lists.length > 0 ? lists : [asinsIn(text, MEMBER)];
  });
}

const asinsIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, asin = '']) => asin))].filter(isShelved);
