/** The tiles of a page of results: which are organic, and where each stands. */
import { asinOfHref } from '../detect.ts';
import type { Page, PageBlock } from '../page.ts';
import { currentPage } from './pagination.ts';

/** A block that holds one item of a list of results. */
export type Tile = PageBlock;

/** The tiles of a page in its order. */
export interface Results {
  all: readonly Tile[];
  /** Those that are no advertisements. */
  organic: readonly Tile[];
}

/** Where an organic tile stands. */
export interface Place {
  /** Among the organic ones, 1 first. */
  index: number;
  /** Among all, 1 first. */
  position: number;
  /** The page of the list. */
  page: number;
}

/** The tiles of the page. */
export function resultsOf(page: Page): Results {
  return page.once(readResults);
}

/** The item of a tile: newer markup names it on the tile itself, a card alone only in its links. */
export function asinOf(tile: Tile): string | undefined {
  const asin = tile.attr('data-asin');
  return asin !== undefined && ASIN.test(asin) ? asin : asinOfHref(tile.attr('href', PRODUCT_LINK));
}

/** The place of a tile that {@link resultsOf} or {@link placed} gave. */
export function placeOf(tile: Tile): Place | undefined {
  const [node] = tile.nodes;
  return tile.source.shared.get(node) as Place | undefined;
}

/** Tells tiles apart and notes the place of each organic one. */
export function placed(tiles: readonly Tile[], page: number): Results {
  const organic = tiles.filter((tile) => !isSponsored(tile));
  organic.forEach((tile, index) => {
    const place: Place = { index: index + 1, position: tiles.indexOf(tile) + 1, page };
    tile.source.shared.set(tile.nodes[0], place);
  });
  return { all: tiles, organic };
}

const ASIN = /^[A-Z0-9]{10}$/;
const PRODUCT_LINK = 'a[href*="/dp/"], a[href*="/gp/product/"], a[href*="/gp/aw/d/"]';
const AD = '.AdHolder';
/** The wrapper of older pages, the label in any language, and links that count clicks for the advertiser. */
const AD_PARTS =
  '.AdHolder, [data-component-type="sp-sponsored-result"], .puis-sponsored-label-text, .s-sponsored-label-text, ' +
  '.s-sponsored-label-info-icon, a[href*="/sspa/click"], a[href*="/gp/slredirect/"]';

/** An advertisement, told by how it is built: an item can stand as one and as an organic tile on the same page. */
function isSponsored(tile: Tile): boolean {
  return tile.filter(AD).exists || tile.has(AD_PARTS);
}

function readResults(page: Page): Results {
  const marked = page.marked('data-component-type', 's-search-result');
  // Pages before 2019 mark their tiles by a class alone.
  const tiles = marked.exists ? marked : page.find('.s-result-item[data-asin]:not([data-asin=""])');
  return placed(
    tiles.all().filter((tile) => asinOf(tile) !== undefined),
    currentPage(page),
  );
}
