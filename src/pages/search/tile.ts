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
  has_variation_swatches: (tile) => swatches(tile).count > 0,
  advertised_variation_count: (tile) => swatches(tile).count || null,
  sampled_variation_asins: (tile) => swatches(tile).siblings,
} satisfies FieldTable<SearchResultEntry, Tile>;

function requiredAsin(tile: Tile): string {
  const asin = asinOf(tile);
  if (asin === undefined) throw new ParseError(`a tile of ${tile.url} has no ASIN.`);
  return asin;
}

interface Swatches {
  /** The visible swatches and those that the overflow counts. */
  count: number;
  siblings: string[];
}

const ROW = '.s-color-swatch-container';
const SWATCH = '.s-color-swatch-outer-circle';

function swatches(tile: Tile): Swatches {
  return tile.once(readSwatches);
}

/** The overflow is text: "+4", "+19 other colours/patterns". */
function readSwatches(tile: Tile): Swatches {
  const row = tile.first(ROW);
  const shown = row.find(SWATCH);
  const overflow = tile.locale.count(row.text()) ?? 0;
  const asins = shown.all().flatMap((swatch) => asinOfHref(swatch.attr('href', 'a[href]') ?? linkAround(swatch)) ?? []);
  const own = asinOf(tile);
  return { count: shown.nodes.length + overflow, siblings: [...new Set(asins)].filter((asin) => asin !== own) };
}

/** On mobile pages the link is around the swatch. */
function linkAround(swatch: Tile): string | undefined {
  return swatch.closest('a[href]').attr('href');
}
