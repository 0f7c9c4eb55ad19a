/** The products of a brand's store by section: first those on the page, then those only in its scripts. */
import type { BrandStore } from '../../contract/data/lists.ts';
import { asinOfHref } from '../detect.ts';
import type { Page, PageBlock } from '../page.ts';

type Section = BrandStore['sections'][number];

const HEADING = 'h2, h3, h4, h5, h6, [role="heading"]';
const PRODUCT = '[data-asin], [data-csa-c-item-id*="amzn1.asin"], a[href*="/dp/"], a[href*="/gp/product/"]';
/** The header, the footer and the recently viewed items. Their links are not part of the store. */
export const FRAME = '#navbar, #nav-flyout-anchor, #navFooter, footer, #rhf';

/** Returns the sections with products. A product is only once in a section. */
export function sectionsOf(page: Page): Section[] {
  const shown = shownSections(page);
  const known = new Set(shown.flatMap(({ asins }) => asins));
  const hidden = embeddedLists(page)
    .map((asins) => ({ asins: asins.filter((asin) => !known.has(asin)) }))
    .filter(({ asins }) => asins.length > 0);
  return [...shown, ...hidden];
}

function shownSections(page: Page): Section[] {
  const sections: Section[] = [{ asins: [] }];
  for (const block of page.first('body').all(`${HEADING}, ${PRODUCT}`)) {
    if (block.closest(FRAME).exists) continue;
    const asin = asinOfBlock(block);
    const section = sections.at(-1);
    if (asin === undefined) sections.push(...sectionOf(block));
    else section?.asins.push(asin);
  }
  return sections
    .map(({ asins, ...section }) => ({ ...section, asins: [...new Set(asins)] }))
    .filter(({ asins }) => asins.length > 0);
}

/** Returns the section that a heading begins. The heading of a product begins none. */
function sectionOf(block: PageBlock): Section[] {
  const title = block.filter(HEADING).text();
  return title === undefined || block.closest(PRODUCT).exists ? [] : [{ title, asins: [] }];
}

const ASIN = /^(?:B[0-9A-Z]{9}|\d{9}[\dX])$/;
const ITEM_ID = /amzn1\.asin\.(?:1\.)?([A-Z0-9]{10})/;

function asinOfBlock(block: PageBlock): string | undefined {
  const item = ITEM_ID.exec(block.attr('data-csa-c-item-id') ?? '')?.[1];
  return [block.attr('data-asin'), item, asinOfHref(block.attr('href'))].find(
    (asin) => asin !== undefined && ASIN.test(asin),
  );
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

function asinsIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, asin = '']) => asin))].filter((asin) => ASIN.test(asin));
}
