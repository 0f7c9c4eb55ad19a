/** The products of a category's landing page: a card of results whose tiles come as text, to be put in place by a script. */
import { parseDocument } from '../../html/index.ts';
import { type Page, PageBlock } from '../page.ts';
import { countsIn, keywordIn, type ResultInfo } from '../search/info.ts';
import { asinOf, placed, type Results, resultsOf, type Tile } from '../search/results.ts';

/** The tiles of a listing, else those of a landing page; none on a landing page that shows carousels alone. */
export function productsOf(page: Page): Results {
  return page.once(readProducts);
}

/** "1-12 of over 7,000 results for Luxury Beauty". */
export function landingInfo(page: Page): ResultInfo {
  return page.once(readInfo);
}

/** The category that the line names. */
export function landingName(page: Page): string | undefined {
  return keywordIn(page.once(infoLine));
}

const ITEM = '[class*="apbSearchResultItem"]';
const INFO = '[class*="apbBrowseSearchResultsRib"]';

function readProducts(page: Page): Results {
  const results = resultsOf(page);
  if (results.all.length > 0) return results;
  const tiles = page.all(ITEM).map(unwrapped);
  return placed(
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

function infoLine(page: Page): PageBlock {
  return page.first(INFO);
}

function readInfo(page: Page): ResultInfo {
  return countsIn(page.once(infoLine));
}
