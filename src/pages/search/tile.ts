/** The fields of one organic tile of a list of results, on search, category and storefront pages. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { ParseError } from '../../contract/errors.ts';
import type { FieldTable } from '../engine/fields.ts';
import { asinOfHref } from '../urls/links.ts';
import { badgeFields } from './badges.ts';
import { promotionFields } from './deals.ts';
import { deliveryFields } from './delivery.ts';
import { offerFields, priceFields } from './price.ts';
import { asinOf, positionOf } from './results.ts';
import { reviewFields } from './reviews.ts';
import type { Tile } from './tile-parts.ts';
import { titleFields } from './title.ts';

/** One row per field. */
export const tileFields = {
  asin: requiredAsin,
  index_on_page: (tile) => positionOf(tile)?.index,
  position_overall: (tile) => positionOf(tile)?.position,
  page_number: (tile) => positionOf(tile)?.page,
  ...titleFields,
  ...priceFields,
  ...promotionFields,
  ...reviewFields,
  ...deliveryFields,
  ...offerFields,
  ...badgeFields,
  has_variation_swatches: (tile) => swatches(tile).isShown,
  advertised_variation_count: (tile) => (swatches(tile).isShown ? swatches(tile).count : null),
  sampled_variation_asins: (tile) => swatches(tile).siblings,
} satisfies FieldTable<SearchResultEntry, Tile>;

function requiredAsin(tile: Tile): string {
  const asin = asinOf(tile);
  if (asin === undefined) throw new ParseError(`a tile of ${tile.url} has no ASIN.`);
  return asin;
}

interface Swatches {
  isShown: boolean;
  /** The visible swatches and those that the overflow counts. `undefined` if the marks and the links of the swatches do not agree. */
  count: number | undefined;
  siblings: string[];
}

const ROW = '.s-color-swatch-container';
const SWATCH = '.s-color-swatch-outer-circle';

function swatches(tile: Tile): Swatches {
  return tile.once(readSwatches);
}

/** The overflow is text: "+4", "+19 other colours/patterns". Its link has text, a swatch has none. On mobile pages the link is around the swatch. */
function readSwatches(tile: Tile): Swatches {
  const row = tile.first(ROW);
  const marked = row.find(SWATCH).nodes.length;
  const links = row.all('a[href]').filter((link) => link.text() === undefined);
  const asins = new Set(links.flatMap((link) => asinOfHref(link.attr('href')) ?? []));
  const overflow = tile.locale.count(row.text()) ?? 0;
  const own = asinOf(tile);
  return {
    isShown: marked + overflow > 0,
    count: marked === asins.size ? marked + overflow : undefined,
    siblings: [...asins].filter((asin) => asin !== own),
  };
}
