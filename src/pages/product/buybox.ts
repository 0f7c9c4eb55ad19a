/** The Buy Box: what it offers, and which parts of the page belong to the featured offer. */
import type { BuyboxState } from '../../contract/codes.ts';
import type { Page, PageBlock } from '../page.ts';
import { OFFER_ID_INPUTS } from '../shared/offer-id.ts';

/** One way to buy: a row of the Buy Box, or the whole of it where it has no rows. */
export interface BuyingOption {
  /** Only what anybody can buy once, to own, is the featured offer (design §5.13). */
  kind: 'once' | 'members' | 'subscription' | 'business' | 'borrowed';
  /** The row's name, which ids of its other parts end with; empty without rows. */
  name: string;
  /** Its parts: of the middle column first, then of the Buy Box itself. */
  places: readonly PageBlock[];
  /** What the Buy Box has of it. */
  box: PageBlock;
  /** Whether the page shows it open. */
  isSelected: boolean;
}

/** The Buy Box as shown. */
export interface BuyBox {
  /** Not known where the text was cut off before it. */
  state: BuyboxState | undefined;
  /** The featured offer; none when the state is not `buybox`. */
  featured: BuyingOption | undefined;
  /** The featured offer, or what the page shows of prices without one: before a size is chosen. */
  shown: BuyingOption | undefined;
  options: readonly BuyingOption[];
}

/** The Buy Box of a page, read once. */
export const buyBoxOf = (page: Page): BuyBox => page.once(readBuyBox);

/** What a reader finds for the featured offer, in the first of its places that has it. */
export function ofFeatured<T>(page: Page, read: (place: PageBlock) => T | undefined): T | undefined {
  return ofOption(buyBoxOf(page).featured, read);
}

/** What the featured offer's form carries along. In an older layout the form is around a Buy Box of one offer. */
export function formValue(page: Page, selectors: readonly string[]): string | undefined {
  const { featured, options } = buyBoxOf(page);
  const own = ofOption(featured, (place) => place.attr('value', ...selectors));
  return own ?? (featured && options.length === 1 ? page.at('addToCart').attr('value', ...selectors) : undefined);
}

/** What a reader finds for a way to buy, in the first of its places that has it. */
export function ofOption<T>(
  option: BuyingOption | undefined,
  read: (place: PageBlock) => T | undefined,
): T | undefined {
  for (const place of option?.places ?? []) {
    const value = read(place);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Ids of the Buy Box; those behind the first are of older and of mobile pages, and stand on no page of the corpus alone. */
const BOXES = [
  'buybox',
  'desktop_buybox',
  'mobile_buybox',
  'mobile_buybox_feature_div',
  'buybox_feature_div',
  'rightCol',
];

/** The Buy Box itself. */
export const boxOf = (page: Page): PageBlock => firstOf(page, BOXES, ({ exists }) => exists);

/** Where the middle column shows prices, newest layout first. */
const PRICE_BLOCKS = [
  'apex_desktop',
  'apex_mobile_feature_div',
  'corePriceDisplay_mobile_feature_div',
  'corePrice_mobile_feature_div',
  'corePrice_desktop',
  'unifiedPrice_feature_div',
  'price',
];

/** Whether the page has a middle column with prices, or an end to it. */
export const hasCentre = (page: Page): boolean => [...PRICE_BLOCKS, 'customerReviews'].some((id) => page.at(id).exists);

/** The same page can have the empty places of several layouts. */
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
  // A page that asks for a size first has a cart button too, which does nothing.
  if (page.at('partialStateBuybox').exists) return 'select_variation';
  // An offer by invitation has no cart button, but a form with the offer.
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
  if (rows.length === 0) return [{ kind: 'once', name: '', box, isSelected: true, places: [shared, box] }];
  const named = rows.map((row) => ({ row, name: row.attr('data-a-accordion-row-name') ?? row.attr('id') ?? '' }));
  const hasCentres = named.some(({ name }) => page.at(`apex_desktop_${name}`).exists);
  return named.map(({ row, name }, at) => {
    const isSelected = row.filter(SELECTED).exists;
    const rank = named.slice(0, at).filter((other) => other.name === name).length;
    const isOneOf = named.filter((other) => other.name === name).length;
    const centre = isSelected && !hasCentres ? shared : centreOf(page, name, { rank, isOneOf, isSelected });
    return { kind: kindOf(name), name, box: row, isSelected, places: [centre, row] };
  });
}

/** Rows can share a name, as those of several tiers of refurbished goods do: a single part of the middle column is that of the selected one. */
function centreOf(page: Page, name: string, row: { rank: number; isOneOf: number; isSelected: boolean }): PageBlock {
  const part = page.at(`apex_desktop_${name}`);
  const parts = part.all();
  const own = parts.length < row.isOneOf ? (row.isSelected ? parts[0] : undefined) : parts[row.rank];
  return own ?? part.at('');
}

/** Rows that open, one at a time; those of the older layout stand apart. */
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

/** The selected row, unless it is one for members, subscribers and the like. */
function featuredOf(options: readonly BuyingOption[]): BuyingOption | undefined {
  const buyable = options.filter(({ kind }) => kind === 'once');
  return buyable.find(({ isSelected }) => isSelected) ?? buyable[0] ?? options[0];
}

function firstOf(page: Page, ids: readonly string[], test: (block: PageBlock) => boolean): PageBlock {
  return ids.map((id) => page.at(id).first()).find(test) ?? page.at(ids.join(' '));
}
