/** One organic tile of a list of results, on search, category and storefront pages. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { ParseError } from '../../contract/errors.ts';
import type { FieldTable } from '../fields.ts';
import { badgeFields } from './badges.ts';
import { deliveryFields } from './delivery.ts';
import { offerFields } from './offers.ts';
import { priceFields } from './price.ts';
import { promotionFields } from './promotion.ts';
import { asinOf, positionOf, type Tile } from './results.ts';
import { reviewFields } from './reviews.ts';
import { swatchFields } from './swatches.ts';
import { titleFields } from './title.ts';

/** One row per field. */
export const tileFields = {
  asin: (tile) => requiredAsin(tile),
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
  ...swatchFields,
} satisfies FieldTable<SearchResultEntry, Tile>;

function requiredAsin(tile: Tile): string {
  const asin = asinOf(tile);
  if (asin === undefined) throw new ParseError(`a tile of ${tile.url} has no ASIN.`);
  return asin;
}
