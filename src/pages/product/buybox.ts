/** The Buy Box: the ways to buy (its rows), and the blocks of the page that belong to each. */
import type { BuyboxState } from '../../contract/codes.ts';
import { type Literal, PageLimit } from '../../html/index.ts';
import { firstValue } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import { OFFER_ID_INPUTS } from '../parts/sellers.ts';
import { priceIn } from './block-price.ts';

interface BuyBox {
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
export const ofFeatured = <T>(page: Page, read: (block: PageBlock) => T | undefined): T | undefined =>
  ofOption(buyBoxOf(page).featured, read);

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
export const ofOption = <T>(
  option: BuyingOption | undefined,
  read: (block: PageBlock) => T | undefined,
): T | undefined => firstValue(option?.blocks ?? [], read);

/** Ids of the Buy Box on mobile pages. */
export const MOBILE_BOXES = ['mobile_buybox', 'mobile_buybox_feature_div'] as const;
/** Ids of the Buy Box: on desktop pages, then on mobile pages, then in older layouts. */
const BOXES = ['buybox', 'desktop_buybox', ...MOBILE_BOXES, 'buybox_feature_div', 'rightCol'];

/** Returns the block of the Buy Box. */
export const boxOf = (page: Page): PageBlock => page.once(readBox);

const readBox = (page: Page): PageBlock => withoutOtherItems(firstOf(page, BOXES, ({ exists }) => exists));

/** Returns the part of the page about its product, where links without a block of their own are searched for. */
export function productPart(page: Page): PageBlock {
  const part = page.at('dp');
  return part.exists ? part : page;
}

/** Returns the middle column, which describes the open row. Mobile pages have no columns: there it is the page without the Buy Box. */
export const columnOf = (page: Page): PageBlock => page.once(readColumn);

function readColumn(page: Page): PageBlock {
  const column = page.at('centerCol');
  if (column.exists || !MOBILE_BOXES.some((id) => page.at(id).exists)) return column;
  const panels = [page.at('aod-container'), page.at('all-offers-display')];
  return withoutOtherItems(productPart(page)).without(boxOf(page), ...panels);
}

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

/** One way to buy: a row of the Buy Box, or the whole Buy Box if it has no rows. */
export interface BuyingOption {
  /** The featured offer is of the kind `once`: anybody can buy it, once, to own. */
  kind: 'once' | 'members' | 'subscription' | 'business' | 'borrowed';
  /** The name of the row. Ids of its other blocks end with it. Empty without rows. */
  name: string;
  /** The block of the middle column, then the block of the Buy Box. */
  blocks: readonly PageBlock[];
  box: PageBlock;
  /** Whether the row is open. */
  isSelected: boolean;
  /** Whether the middle column shows the prices of this row, or no prices. Without them a struck price can be missing. */
  isCentreKnown: boolean;
}

/** Ids of the prices in the middle column, newest layout first. */
const PRICE_BLOCKS = [
  'apex_desktop',
  'apex_mobile_feature_div',
  'corePriceDisplay_desktop_feature_div',
  'corePriceDisplay_mobile_feature_div',
  'corePrice_mobile_feature_div',
  'corePrice_desktop',
  'unifiedPrice_feature_div',
  'price',
  // Mobile pages. Seen 2018.
  'newPitchPriceWrapper_feature_div',
];

/** A page can have empty blocks of several layouts. */
const ANY_PRICE = '.a-price, .a-color-price, .price-large, [id^="priceblock_"]';

const ACCORDION_ROW = '[data-a-accordion-row-name], [id*="AccordionRow"]';
const SECTION = '.rbbSection';
/** A row of the Buy Box, in any layout. */
const ROW = `${ACCORDION_ROW}, ${SECTION}`;
const SELECTED = '.a-accordion-active, .dp-accordion-active, .rbbSection.selected';

/** Rows of a Buy Box. Real pages: 7. */
const MOST_ROWS = 100;

/** Returns all ways to buy, in the order of the page. */
function readOptions(page: Page, box: PageBlock): BuyingOption[] {
  const rows = rowsOf(box);
  const priced = firstOf(page, PRICE_BLOCKS, (block) => block.has(ANY_PRICE));
  const shared = withoutOtherItems(priced.exists ? priced : firstOf(page, PRICE_BLOCKS, hasText));
  if (rows.length === 0) {
    return [{ kind: 'once', name: '', box, isSelected: true, blocks: [shared, box], isCentreKnown: true }];
  }
  if (rows.length > MOST_ROWS) throw new PageLimit('rows of the Buy Box', MOST_ROWS);
  const named = rows.map(namedRow);
  const hasCentres = named.some(({ name }) => centresOf(page, name).exists);
  return named.map((row, at) => {
    const centre = hasCentres ? centreOf(page, row, named, at) : ownerOf(shared, named) === row ? shared : page.at('');
    return { ...row, blocks: [centre, row.box], isCentreKnown: centre.exists || !shared.has(ANY_PRICE) };
  });
}

function centresOf(page: Page, name: string): PageBlock {
  const desktop = page.at(`apex_desktop_${name}`);
  return desktop.exists ? desktop : page.at(`apex_mobile_${name}`);
}

const hasText = (block: PageBlock): boolean => block.text() !== undefined;

type Row = Pick<BuyingOption, 'kind' | 'name' | 'box' | 'isSelected'>;

function namedRow(box: PageBlock): Row {
  const name = box.attr('data-a-accordion-row-name') ?? box.attr('id') ?? '';
  const isSelected = box.filter(SELECTED).exists;
  return { kind: name === '' && box.at('rentBuySection').exists ? 'borrowed' : kindOf(name), name, box, isSelected };
}

/** Returns the row's block of the middle column. Rows can have the same name (refurbished tiers): a single block then belongs to the selected row. */
function centreOf(page: Page, { name, isSelected }: Row, rows: readonly Row[], at: number): PageBlock {
  const part = withoutOtherItems(centresOf(page, name));
  const parts = part.all();
  const rank = rows.slice(0, at).filter((other) => other.name === name).length;
  const sameName = rows.filter((other) => other.name === name).length;
  const own = parts.length < sameName ? (isSelected ? parts[0] : undefined) : parts[rank];
  return own ?? part.at('');
}

/**
 * Returns the row that the only block of the middle column belongs to: the row with its price, the open one first. Without such a row it is the
 * open one, unless that is for subscribers or members. Seen 2018 to 2022.
 */
function ownerOf(shared: PageBlock, rows: readonly Row[]): Row | undefined {
  const shown = priceIn(shared)?.amount;
  const once = rows.filter(({ kind }) => kind === 'once').sort((a, b) => Number(b.isSelected) - Number(a.isSelected));
  const priced = once.find(({ box }) => shown !== undefined && priceIn(box)?.amount === shown);
  return priced ?? once.find(({ isSelected }) => isSelected);
}

/** Rows of an accordion, or sections. Sections: Seen 2020. */
function rowsOf(box: PageBlock): PageBlock[] {
  for (const accordion of box.all('.a-accordion')) {
    const rows = accordion
      .children()
      .all()
      .map(rowIn)
      .filter((row) => row.children().exists);
    if (rows.length > 0) return rows;
  }
  const named = box.all('[data-a-accordion-row-name]');
  if (named.length > 1) return named;
  const sections = box.all(SECTION);
  return sections.length > 1 ? sections : [];
}

/** Returns a child of an accordion that is a row, or the row in it. */
function rowIn(child: PageBlock): PageBlock {
  const own = child.filter(ACCORDION_ROW);
  return own.exists ? own : child.first(ACCORDION_ROW);
}

function kindOf(name: string): BuyingOption['kind'] {
  if (/sns|subscri/i.test(name)) return 'subscription';
  if (/prime/i.test(name)) return 'members';
  if (/business|b2b/i.test(name)) return 'business';
  return /rent|lease|instal|trade/i.test(name) ? 'borrowed' : 'once';
}

/** Returns the first block with one of the ids that passes a test. */
const firstOf = (page: Page, ids: readonly string[], test: (block: PageBlock) => boolean): PageBlock =>
  ids.map((id) => page.at(id).first()).find(test) ?? page.at(ids.join(' '));
