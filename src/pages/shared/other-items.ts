/** Blocks of other items inside the block of an item. */
import type { PageBlock } from '../page.ts';

/** Carousels, comparisons, bundles, advertisements and insurance: with prices, ratings and counts of their own. */
const OTHER_ITEMS = [
  '.a-carousel-container',
  '.a-carousel',
  'table[id^="HLCX"]',
  '[id^="sims-"]',
  '[id^="sp_detail"]',
  '#mbb_feature_div',
].join(', ');

/** Returns a block without the blocks of other items in it. */
export function withoutOtherItems<Of extends PageBlock>(block: Of): Of {
  return block.without(block.find(OTHER_ITEMS));
}
