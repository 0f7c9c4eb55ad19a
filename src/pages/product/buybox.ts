/** The Buy Box: the ways to buy, and the blocks of the page that belong to each. */
import type { BuyboxState } from '../../contract/codes.ts';
import type { Literal } from '../../html/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { OFFER_ID_INPUTS } from '../shared/offer-id.ts';
import { withoutOtherItems } from '../shared/other-items.ts';
import { type BuyingOption, firstOf, PRICE_BLOCKS, ROW, readOptions } from './buying-options.ts';

/** A Buy Box. */
export interface BuyBox {
  /** `undefined` if the HTML ends before the Buy Box. */
  state: BuyboxState | undefined;
  /** The featured offer. `undefined` unless the state is `buybox`. */
  featured: BuyingOption | undefined;
  /** The featured offer, or the prices that the page shows without one: before a size is selected. */
  shown: BuyingOption | undefined;
  options: readonly BuyingOption[];
}

/** Returns the Buy Box of a page. It is read once per page. */
export const buyBoxOf = (page: Page): BuyBox => page.once(readBuyBox);

/** Reads a value from the first block of the featured offer that has it. */
export function ofFeatured<T>(page: Page, read: (block: PageBlock) => T | undefined): T | undefined {
  return ofOption(buyBoxOf(page).featured, read);
}

/**
 * Reads an input of the featured offer's cart form. In an older layout the form is around the whole Buy Box: its own inputs belong to the new offer,
 * those of the used offer are in the used row. Seen 2015 to 2024.
 */
export function formValue<Text extends string, Used extends string>(
  page: Page,
  selectors: readonly Literal<Text>[],
  usedSelector: Literal<Used>,
): string | undefined {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return undefined;
  const hasRows = options.length > 1;
  const used = hasRows ? featured.box.attr('value', usedSelector) : undefined;
  const own = used ?? ofOption(featured, (block) => block.attr('value', ...selectors));
  if (own !== undefined || featured.box.has(USED_INPUT)) return own;
  const around = selectors.flatMap((selector) => page.at('addToCart').all(selector));
  return around.find((input) => !input.closest(ROW).exists)?.attr('value');
}

const USED_INPUT = 'input[name^="used"]';

/** Reads a value from the first block of a way to buy that has it. */
export function ofOption<T>(
  option: BuyingOption | undefined,
  read: (block: PageBlock) => T | undefined,
): T | undefined {
  for (const block of option?.blocks ?? []) {
    const value = read(block);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Ids of the Buy Box: on desktop pages, then on mobile pages, then in older layouts. */
const BOXES = [
  'buybox',
  'desktop_buybox',
  'mobile_buybox',
  'mobile_buybox_feature_div',
  'buybox_feature_div',
  'rightCol',
];

/** Returns the block of the Buy Box. */
export const boxOf = (page: Page): PageBlock => page.once(readBox);

const readBox = (page: Page): PageBlock => withoutOtherItems(firstOf(page, BOXES, ({ exists }) => exists));

/** Whether the HTML contains the prices of the middle column, or a block after them. */
export const hasCentre = (page: Page): boolean => [...PRICE_BLOCKS, 'customerReviews'].some((id) => page.at(id).exists);

const CART_BUTTONS = `input[name^="submit.add-to-cart"],
  [id^="add-to-cart-button"],
  [id^="buy-now-button"],
  input[name^="submit.one-click"],
  input[name^="submit.buy"],
  #one-click-button,
  #checkoutButtonId,
  #rcx-subscribe-submit-button`;

const ASKS_TO_SELECT = '[id^="partialState"], .unselectedDims';

function readBuyBox(page: Page): BuyBox {
  const box = boxOf(page);
  const options = readOptions(page, box);
  const state = readState(page, box);
  const featured = state === 'buybox' ? featuredOf(options) : undefined;
  return { state, options, featured, shown: featured ?? (state === 'unavailable' ? undefined : options[0]) };
}

function readState(page: Page, box: PageBlock): BuyboxState | undefined {
  // A page that asks to select a size has a cart form without function. Its block is empty on other pages.
  if (page.at('partialStateBuybox').exists || box.text(ASKS_TO_SELECT) !== undefined) return 'select_variation';
  // An offer by invitation has no cart button, but it has the cart form.
  if (box.has(CART_BUTTONS) || box.attr('value', ...OFFER_ID_INPUTS) !== undefined) return 'buybox';
  if (page.at('outOfStock').exists) return 'unavailable';
  if (page.at('buybox-see-all-buying-choices').exists || page.at('unqualifiedBuyBox').exists) {
    return 'see_all_buying_options';
  }
  if (page.locale.stock(page.at('availability').text()).in_stock === false) return 'unavailable';
  return page.source.isCut && !box.exists ? undefined : 'none';
}

/** Returns the selected row, unless it is for members or subscribers. */
function featuredOf(options: readonly BuyingOption[]): BuyingOption | undefined {
  const buyable = options.filter(({ kind }) => kind === 'once');
  return buyable.find(({ isSelected }) => isSelected) ?? buyable[0] ?? options[0];
}
