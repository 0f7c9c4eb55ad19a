/** Blocks of other items inside the block of an item. */
import type { Element } from '../../html/index.ts';
import type { PageBlock } from '../page.ts';

/** Carousels, comparisons, bundles, advertisements and insurance: with prices, ratings and counts of their own. */
const CAROUSELS = '.a-carousel-container, .a-carousel';
const IDS = /^(?:HLCX|sims-|sp_detail|mbb_feature_div$)/;

/** Returns a block without the blocks of other items in it. */
export function withoutOtherItems<Of extends PageBlock>(block: Of): Of {
  return block.without(block.find(CAROUSELS), block.among(elementsWithIds(block)));
}

/** The elements with such ids in the whole document, in its order. A page has many blocks, and few of these ids. */
function elementsWithIds(block: PageBlock): readonly Element[] {
  const { document, shared } = block.source;
  const known = shared.get(document) as readonly Element[] | undefined;
  if (known !== undefined) return known;
  const elements = block.idsLike(IDS).flatMap((id) => document.byId.get(id) ?? []);
  elements.sort((one, other) => one.order - other.order);
  shared.set(document, elements);
  return elements;
}
