/** The tiles of a page of results, and their positions. */
import { LIMITS } from '../../html/index.ts';
import type { Page } from '../engine/page.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import { asinOfHref, isAsin } from '../urls/links.ts';
import { currentPage } from './info.ts';
import { type Tile, withFirstFormat } from './tile-parts.ts';

/** The tiles of a page, in the order of the page. */
export interface Results {
  all: readonly Tile[];
  organic: readonly Tile[];
  sponsored: readonly Tile[];
}

interface TilePosition {
  /** The position among the organic tiles, or among the advertisements, 1 first. */
  index: number;
  /** The position among all tiles, 1 first. */
  position: number;
  /** The page number of the list. */
  page: number;
}

/** Returns the tiles of the page. */
export const resultsOf = (page: Page): Results => page.once(readResults);

/** Returns the ASIN of a tile: in its attribute, else in its links. */
export function asinOf(tile: Tile): string | undefined {
  const asin = tile.attr('data-asin');
  return isAsin(asin) ? asin : asinOfHref(tile.attr('href', PRODUCT_LINK));
}

/** Returns the position of a tile from {@link resultsOf} or {@link withPositions}. */
export function positionOf(tile: Tile): TilePosition | undefined {
  const [node] = tile.nodes;
  return tile.source.shared.get(node) as TilePosition | undefined;
}

/** Separates organic tiles from advertisements and stores the position of each. */
export function withPositions(tiles: readonly Tile[], page: number): Results {
  const organic: Tile[] = [];
  const sponsored: Tile[] = [];
  for (const [at, tile] of tiles.entries()) {
    const kind = isSponsored(tile) ? sponsored : organic;
    const position: TilePosition = { index: kind.push(tile), position: at + 1, page };
    tile.source.shared.set(tile.nodes[0], position);
  }
  return { all: tiles, organic: organic.map(withFirstFormat), sponsored: sponsored.map(withFirstFormat) };
}

const PRODUCT_LINK = 'a[href*="/dp/"], a[href*="/gp/product/"], a[href*="/gp/aw/d/"]';
const AD = '.AdHolder';
/** The wrapper, the label in any language, and links that count clicks. The wrapper and the label of a list: Seen 2015 to 2021. */
const AD_PARTS = `.AdHolder, [data-component-type="sp-sponsored-result"], .puis-sponsored-label-text, .s-sponsored-label-text,
  .s-sponsored-label-info-icon, .s-sponsored-list-header, a[href*="/sspa/click"], a[href*="_sspa"],
  a[href*="/gp/slredirect/"]`;

/** Whether a tile is an advertisement. An item can be on the same page as an advertisement and as an organic tile. */
const isSponsored = (tile: Tile): boolean => tile.filter(AD).exists || tile.has(AD_PARTS);

const OLD_TILE = '.s-result-item[data-asin]:not([data-asin=""])';

/** Returns one block for each tile. A list that lost an end tag has its later tiles inside of an earlier one, which is read without them. */
function apart(tiles: Page): Tile[] {
  const outer = tiles.entries();
  if (outer.length === tiles.nodes.length || tiles.nodes.length > LIMITS.entries) return outer;
  return tiles.all().map((tile) => tile.without(tile.find(`[data-component-type="s-search-result"], ${OLD_TILE}`)));
}

function readResults(page: Page): Results {
  const marked = page.marked('data-component-type', 's-search-result');
  // Tiles can have only a class. Seen 2015 to 2018.
  const tiles = marked.exists ? marked : page.find(OLD_TILE);
  return withPositions(
    apart(tiles)
      .filter((tile) => tile.children().exists && asinOf(tile) !== undefined)
      .map(withoutOtherItems),
    currentPage(page),
  );
}
