/** The products of a category's landing page. Their tiles are HTML in an attribute, which a script renders. */
import { parseDocument } from '../../html/index.ts';
import { type Page, PageBlock } from '../page.ts';
import { countsIn, keywordIn, type ResultInfo } from '../search/info.ts';
import { asinOf, type Results, resultsOf, type Tile, withPositions } from '../search/results.ts';

/** Returns the tiles of a listing or of a landing page. A landing page with carousels only has none. */
export function productsOf(page: Page): Results {
  return page.once(readProducts);
}

/** Reads the line above the products: "1-12 of over 7,000 results for Luxury Beauty". */
export function landingInfo(page: Page): ResultInfo {
  return page.once(readInfo);
}

/** Returns the category in that line. */
export function landingName(page: Page): string | undefined {
  return keywordIn(page.once(infoLine));
}

const ITEM = '[class*="apbSearchResultItem"]';
const INFO_TEXT = '[class*="apbBrowseSearchResultsRibText"]';
const INFO = '[class*="apbBrowseSearchResultsRib"]';

function readProducts(page: Page): Results {
  const results = resultsOf(page);
  if (results.all.length > 0) return results;
  const tiles = page.entries(ITEM).map(unwrapped);
  return withPositions(
    tiles.filter((tile) => asinOf(tile) !== undefined),
    1,
  );
}

function unwrapped(item: Tile): Tile {
  const payload = item.attr('data-payload', 'raw-html');
  if (payload === undefined) return item;
  const document = parseDocument(payload);
  return new PageBlock({ ...item.source, document }, [document.root], `${item.where} raw-html@data-payload`);
}

/** The text of the line is in an element of its own. Other items can be next to it. */
function infoLine(page: Page): PageBlock {
  const text = page.first(INFO_TEXT);
  return text.exists ? text : page.first(INFO);
}

function readInfo(page: Page): ResultInfo {
  return countsIn(page.once(infoLine));
}
