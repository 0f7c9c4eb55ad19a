/** The products of a brand's store, section by section: as the page shows them, then what stands in its scripts alone. */
import type { BrandStore } from '../../contract/data/lists.ts';
import { asinOfHref } from '../detect.ts';
import type { Page, PageBlock } from '../page.ts';

type Section = BrandStore['sections'][number];

const HEADING = 'h2, h3, [role="heading"]';
const PRODUCT = '[data-asin], [data-csa-c-item-id*="amzn1.asin"], a[href*="/dp/"]';
const ITEM = '[data-asin], [data-csa-c-item-id*="amzn1.asin"]';
/** The site's bar, its foot, and what the shopper looked at: they link to what the store does not have. */
export const FRAME = '#navbar, #nav-flyout-anchor, #navFooter, footer, #rhf';

/** Sections without products are left out; a product that stands twice in a section is there once. */
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
    if (asin === undefined) sections.push(...opened(block));
    else if (section !== undefined && !section.asins.includes(asin)) section.asins.push(asin);
  }
  return sections.filter(({ asins }) => asins.length > 0);
}

/** A heading opens a section, but not the one of a product. */
function opened(block: PageBlock): Section[] {
  const title = block.filter(HEADING).text();
  return title === undefined || block.closest(ITEM).exists ? [] : [{ title, asins: [] }];
}

const ASIN = /^(?:B[0-9A-Z]{9}|\d{9}[\dX])$/;
const ITEM_ID = /amzn1\.asin\.(?:1\.)?([A-Z0-9]{10})/;

function asinOfBlock(block: PageBlock): string | undefined {
  const item = ITEM_ID.exec(block.attr('data-csa-c-item-id') ?? '')?.[1];
  return [block.attr('data-asin'), item, asinOfHref(block.attr('href'))].find(
    (asin) => asin !== undefined && ASIN.test(asin),
  );
}

const LIST = /"ASINList"\s*:\s*\[([^\]]*)\]/g;
const MEMBER = /"asin"\s*:\s*"([A-Z0-9]{10})"/g;
const QUOTED = /"([A-Z0-9]{10})"/g;

/** The lists of products that the scripts hold: one a widget, else all that a script names. */
function embeddedLists(page: Page): string[][] {
  return page.source.document.scripts.flatMap(({ children: [child] }) => {
    const text = child !== undefined && 'data' in child ? child.data : '';
    const lists = [...text.matchAll(LIST)].map(([, members = '']) => asinsIn(members, QUOTED));
    return lists.length > 0 ? lists : [asinsIn(text, MEMBER)];
  });
}

function asinsIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, asin = '']) => asin))].filter((asin) => ASIN.test(asin));
}
