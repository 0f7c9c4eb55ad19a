/** The row of colour swatches of a tile. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { asinOfHref } from '../detect.ts';
import type { FieldGroup } from '../fields.ts';
import { asinOf, type Tile } from './results.ts';

/** Rows for swatches. */
export const swatchFields = {
  has_variation_swatches: (tile) => swatches(tile).count > 0,
  advertised_variation_count: (tile) => swatches(tile).count || null,
  sampled_variation_asins: (tile) => swatches(tile).siblings,
} satisfies FieldGroup<SearchResultEntry, Tile>;

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
  const asins = shown.attrs('href', 'a[href]').flatMap((href) => asinOfHref(href) ?? []);
  const own = asinOf(tile);
  return { count: shown.nodes.length + overflow, siblings: [...new Set(asins)].filter((asin) => asin !== own) };
}
