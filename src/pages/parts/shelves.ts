/** Shelves: products below a heading, on brand stores, authors' pages and the landing pages of departments. */
import type { Shelf } from '../../contract/data/lists.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { asinOfHref } from '../urls/links.ts';
import { present } from './present.ts';

const HEADING = 'h2, h3, h4, h5, h6, [role="heading"]';
const PRODUCT = '[data-asin], [data-csa-c-item-id*="amzn1.asin"], a[href*="/dp/"], a[href*="/gp/product/"]';
/** The header with its help, the footer and the recently viewed items of every page. Their links and headings are not part of the page's content. */
export const FRAME = '#navbar, #nav-top, #nav-flyout-anchor, #navFooter, #nav-ftr, footer, #rhf, .nav-assistant';

/** Returns the shelves of a page. A product is only once on a shelf, and a heading without products begins none. */
export function shelvesOf(page: Page): Shelf[] {
  const shelves: Shelf[] = [{ asins: [] }];
  for (const block of page.first('body').all(`${HEADING}, ${PRODUCT}`)) {
    if (block.closest(FRAME).exists) continue;
    const asin = asinOfBlock(block);
    if (asin === undefined) shelves.push(...shelfOf(block));
    else shelves.at(-1)?.asins.push(asin);
  }
  return shelves
    .map(({ asins, ...shelf }) => ({ ...shelf, asins: [...new Set(asins)] }))
    .filter(({ asins }) => asins.length > 0);
}

/** Returns the shelf that a heading begins. The heading of a product begins none. */
function shelfOf(block: PageBlock): Shelf[] {
  const heading = block.filter(HEADING);
  const title = heading.text();
  if (title === undefined || block.closest(PRODUCT).exists) return [];
  const url = heading.attr('href', 'a[href]') ?? heading.closest('a[href]').attr('href');
  return [present({ title, url, asins: [] })];
}

const ASIN = /^(?:B[0-9A-Z]{9}|\d{9}[\dX])$/;
const ITEM_ID = /amzn1\.asin\.(?:1\.)?([A-Z0-9]{10})/;

/** Whether a text is an ASIN that a store can contain. */
export const isShelved = (asin: string): boolean => ASIN.test(asin);

function asinOfBlock(block: PageBlock): string | undefined {
  const item = ITEM_ID.exec(block.attr('data-csa-c-item-id') ?? '')?.[1];
  return [block.attr('data-asin'), item, asinOfHref(block.attr('href'))].find(
    (asin) => asin !== undefined && isShelved(asin),
  );
}
