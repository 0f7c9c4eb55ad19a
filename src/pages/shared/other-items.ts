/** Blocks of other items inside the block of an item. */
import type { PageBlock } from '../page.ts';

/** Carousels, comparisons, bundles, advertisements and insurance: with prices, ratings and counts of their own. */
const CAROUSELS = '.a-carousel-container, .a-carousel';
const IDS = /^(?:HLCX|sims-|sp_detail|mbb_feature_div$)/;

/** Returns a block without the blocks of other items in it. */
export function withoutOtherItems<Of extends PageBlock>(block: Of): Of {
  return block.without(block.find(CAROUSELS), ...otherIds(block).map((id) => block.at(id)));
}

/** The ids of such blocks in the whole document. A page has many blocks, and few of these ids. */
function otherIds(block: PageBlock): readonly string[] {
  const { document, shared } = block.source;
  const known = shared.get(document) as readonly string[] | undefined;
  if (known !== undefined) return known;
  const ids = block.idsLike(IDS);
  shared.set(document, ids);
  return ids;
}
