/** Parts of a block that are not about its item: blocks of other items, links to help. */
import type { Element } from '../../html/index.ts';
import type { PageBlock } from '../engine/page.ts';

/** Carousels, comparisons, bundles, advertisements and insurance: with prices, ratings and counts of their own. */
const CAROUSELS = '.a-carousel-container, .a-carousel';
const IDS = /^(?:HLCX|sims-|sp_detail|mbb_feature_div$|abbWrapper$)/;

/** Returns a block without the blocks of other items in it. */
export const withoutOtherItems = <Of extends PageBlock>(block: Of): Of =>
  block.without(block.find(CAROUSELS), block.among(elementsWithIds(block)));

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

/** Links to help, and to what a seller says about its delivery. */
export const HELP_LINKS = 'a[href*="/help/"], a[href*="/aag/"]';
const BEFORE_LINK = /(?<![\s(（])[\s(（]+$/;
const AFTER_LINK = /^[\s)）.]*$/;

/** Returns a text without a link at its end: "0.8 ounces (View shipping rates)". */
export function withoutLink(text: string, link: PageBlock | undefined): string {
  const words = link?.unrecorded().text();
  const at = words === undefined ? -1 : text.lastIndexOf(words);
  if (words === undefined || at === -1 || !AFTER_LINK.test(text.slice(at + words.length))) return text;
  return text.slice(0, at).replace(BEFORE_LINK, '');
}
