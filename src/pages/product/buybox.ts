/** The Buy Box: the ways to buy, and the blocks of the page that belong to each. */
import type { BuyboxState } from '../../contract/codes.ts';
import type { Page, PageBlock } from '../page.ts';
import { OFFER_ID_INPUTS } from '../shared/offer-id.ts';

/** One way to buy: a row of the Buy Box, or the whole Buy Box if it has no rows. */
export interface BuyingOption {
  /** The featured offer is of the kind `once`: anybody can buy it, once, to own. */
  kind: 'once' | 'members' | 'subscription' | 'business' | 'borrowed';
  /** The name of the row. Ids of its other blocks end with it. Empty without rows. */
  name: string;
  /** The block of the middle column, then the block of the Buy Box. */
  blocks: readonly PageBlock[];
  /** The block of the Buy Box. */
  box: PageBlock;
  /** Whether the row is open. */
  isSelected: boolean;
}

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

/** Reads an input of the featured offer's cart form. In an older layout the form is around the whole Buy Box. */
export function formValue(page: Page, selectors: readonly string[]): string | undefined {
  const { featured, options } = buyBoxOf(page);
  const own = ofOption(featured, (block) => block.attr('value', ...selectors));
  return own ?? (featured && options.length === 1 ? page.at('addToCart').attr('value', ...selectors) : undefined);
}

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

/** Ids of the Buy Box. All but the first are on older and on mobile pages. */
const BOXES = [
  'buybox',
  'desktop_buybox',
  'mobile_buybox',
  'mobile_buybox_feature_div',
  'buybox_feature_div',
  'rightCol',
];

/** Returns the block of the Buy Box. */
export const boxOf = (page: Page): PageBlock => firstOf(page, BOXES, ({ exists }) => exists);

/** Ids of the prices in the middle column, newest layout first. */
const PRICE_BLOCKS = [
  'apex_desktop',
  'apex_mobile_feature_div',
  'corePriceDisplay_mobile_feature_div',
  'corePrice_mobile_feature_div',
  'corePrice_desktop',
  'unifiedPrice_feature_div',
  'price',
];

/** Whether the HTML contains the prices of the middle column, or a block after them. */
export const hasCentre = (page: Page): boolean => [...PRICE_BLOCKS, 'customerReviews'].some((id) => page.at(id).exists);

/** A page can have empty blocks of several layouts. */
const ANY_PRICE = '.a-price, .a-color-price, [id^="priceblock_"]';

const CART_BUTTONS = [
  'input[name^="submit.add-to-cart"]',
  '[id^="add-to-cart-button"]',
  '[id^="buy-now-button"]',
  'input[name^="submit.one-click"]',
  'input[name^="submit.buy"]',
  '#one-click-button',
  '#checkoutButtonId',
  '#rcx-subscribe-submit-button',
].join(', ');

const ROW = '[data-a-accordion-row-name], [id*="AccordionRow"]';
const SELECTED = '.a-accordion-active, .dp-accordion-active, .rbbSection.selected';

function readBuyBox(page: Page): BuyBox {
  const box = boxOf(page);
  const options = readOptions(page, box);
  const state = readState(page, box);
  const featured = state === 'buybox' ? featuredOf(options) : undefined;
  return { state, options, featured, shown: featured ?? (state === 'unavailable' ? undefined : options[0]) };
}

function readState(page: Page, box: PageBlock): BuyboxState | undefined {
  // A page that asks to select a size has a cart button without function.
  if (page.at('partialStateBuybox').exists) return 'select_variation';
  // An offer by invitation has no cart button, but it has the cart form.
  if (box.has(CART_BUTTONS) || box.attr('value', ...OFFER_ID_INPUTS) !== undefined) return 'buybox';
  if (page.at('outOfStock').exists) return 'unavailable';
  if (page.at('buybox-see-all-buying-choices').exists || page.at('unqualifiedBuyBox').exists) {
    return 'see_all_buying_options';
  }
  if (page.locale.stock(page.at('availability').text()).in_stock === false) return 'unavailable';
  return page.source.isCut && !box.exists ? undefined : 'none';
}

function readOptions(page: Page, box: PageBlock): BuyingOption[] {
  const rows = rowsOf(box);
  const shared = firstOf(page, PRICE_BLOCKS, (block) => block.has(ANY_PRICE));
  if (rows.length === 0) return [{ kind: 'once', name: '', box, isSelected: true, blocks: [shared, box] }];
  const named = rows.map((row) => ({ row, name: row.attr('data-a-accordion-row-name') ?? row.attr('id') ?? '' }));
  const hasCentres = named.some(({ name }) => page.at(`apex_desktop_${name}`).exists);
  return named.map(({ row, name }, at) => {
    const isSelected = row.filter(SELECTED).exists;
    const rank = named.slice(0, at).filter((other) => other.name === name).length;
    const sameName = named.filter((other) => other.name === name).length;
    const centre = isSelected && !hasCentres ? shared : centreOf(page, name, { rank, sameName, isSelected });
    return { kind: kindOf(name), name, box: row, isSelected, blocks: [centre, row] };
  });
}

/** Returns the row's block of the middle column. Rows can have the same name (refurbished tiers): a single block then belongs to the selected row. */
function centreOf(page: Page, name: string, row: { rank: number; sameName: number; isSelected: boolean }): PageBlock {
  const part = page.at(`apex_desktop_${name}`);
  const parts = part.all();
  const own = parts.length < row.sameName ? (row.isSelected ? parts[0] : undefined) : parts[row.rank];
  return own ?? part.at('');
}

/** Rows of an accordion; in the older layout they are sections. */
function rowsOf(box: PageBlock): PageBlock[] {
  const rows = box.first('.a-accordion').children().filter(ROW).all();
  const sections = rows.length === 0 ? box.find('.rbbSection').all() : [];
  return sections.length > 1 ? sections : rows;
}

function kindOf(name: string): BuyingOption['kind'] {
  if (/sns|subscri/i.test(name)) return 'subscription';
  if (/prime/i.test(name)) return 'members';
  if (/business|b2b/i.test(name)) return 'business';
  return /rent|lease|instal|trade/i.test(name) ? 'borrowed' : 'once';
}

/** Returns the selected row, unless it is for members or subscribers. */
function featuredOf(options: readonly BuyingOption[]): BuyingOption | undefined {
  const buyable = options.filter(({ kind }) => kind === 'once');
  return buyable.find(({ isSelected }) => isSelected) ?? buyable[0] ?? options[0];
}

function firstOf(page: Page, ids: readonly string[], test: (block: PageBlock) => boolean): PageBlock {
  return ids.map((id) => page.at(id).first()).find(test) ?? page.at(ids.join(' '));
}
