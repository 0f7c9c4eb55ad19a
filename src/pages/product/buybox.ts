/** The Buy Box: what it offers, and which parts of the page belong to the featured offer. */
import type { BuyboxState } from '../../contract/codes.ts';
import type { Page, PageBlock } from '../page.ts';

/** One way to buy: a row of the Buy Box, or the whole of it where it has no rows. */
export interface BuyingOption {
  /** A row for members or for subscribers is never the featured offer (design §5.13). */
  kind: 'once' | 'members' | 'subscription' | 'business';
  /** Its parts: of the middle column first, then of the Buy Box itself. */
  places: readonly PageBlock[];
  /** What the Buy Box has of it. */
  box: PageBlock;
}

/** The Buy Box as shown. */
export interface BuyBox {
  state: BuyboxState;
  /** The featured offer; none when the state is not `buybox`. */
  featured: BuyingOption | undefined;
  options: readonly BuyingOption[];
}

/** The Buy Box of a page, read once. */
export const buyBoxOf = (page: Page): BuyBox => page.once(readBuyBox);

/** What a reader finds for the featured offer, in the first of its places that has it. */
export function ofFeatured<T>(page: Page, read: (place: PageBlock) => T | undefined): T | undefined {
  return ofOption(buyBoxOf(page).featured, read);
}

/** What a reader finds for a way to buy, in the first of its places that has it. */
export function ofOption<T>(option: BuyingOption | undefined, read: (place: PageBlock) => T | undefined): T | undefined {
  for (const place of option?.places ?? []) {
    const value = read(place);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The Buy Box itself, on desktop and mobile pages. The last two are seen on no page of the corpus. */
export const boxOf = (page: Page): PageBlock =>
  firstOf(page, ['buybox', 'desktop_buybox', 'combinedBuyBox', 'mobile_buybox', 'mobile_buybox_feature_div']);

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

const CART_BUTTONS = [
  'input[name^="submit.add-to-cart"]',
  '[id^="add-to-cart-button"]',
  '[id^="buy-now-button"]',
  '#one-click-button',
  '#checkoutButtonId',
  '#rcx-subscribe-submit-button',
].join(', ');

const ROW = '[data-a-accordion-row-name], [id*="AccordionRow"]';

function readBuyBox(page: Page): BuyBox {
  const box = boxOf(page);
  const options = readOptions(page, box);
  const state = readState(page, box);
  return { state, options, featured: state === 'buybox' ? featuredOf(options) : undefined };
}

function readState(page: Page, box: PageBlock): BuyboxState {
  // A page that asks for a size first has a cart button too, which does nothing.
  if (page.at('partialStateBuybox').exists) return 'select_variation';
  if (box.has(CART_BUTTONS)) return 'buybox';
  if (page.at('outOfStock').exists) return 'unavailable';
  if (page.at('buybox-see-all-buying-choices').exists || page.at('unqualifiedBuyBox').exists) {
    return 'see_all_buying_options';
  }
  return page.locale.stock(page.at('availability').text()).in_stock === false ? 'unavailable' : 'none';
}

function readOptions(page: Page, box: PageBlock): BuyingOption[] {
  const rows = box.first('.a-accordion').children().filter(ROW).all();
  if (rows.length === 0) return [{ kind: 'once', box, places: [firstOf(page, PRICE_BLOCKS), box] }];
  return rows.map((row) => {
    const name = row.attr('data-a-accordion-row-name') ?? row.attr('id') ?? '';
    const centre = firstOf(page, [`apex_desktop_${name}`, `apex_mobile_${name}`]);
    return { kind: kindOf(name), box: row, places: [centre, row] };
  });
}

function kindOf(name: string): BuyingOption['kind'] {
  if (/sns|subscri/i.test(name)) return 'subscription';
  if (/prime/i.test(name)) return 'members';
  return /business|b2b/i.test(name) ? 'business' : 'once';
}

/** The selected row, unless it is one for members or subscribers. */
function featuredOf(options: readonly BuyingOption[]): BuyingOption | undefined {
  const buyable = options.filter(({ kind }) => kind === 'once');
  return buyable.find(({ box }) => box.filter('.a-accordion-active').exists) ?? buyable[0] ?? options[0];
}

function firstOf(page: Page, ids: readonly string[]): PageBlock {
  for (const id of ids) {
    const block = page.at(id).first();
    if (block.exists) return block;
  }
  return page.filter(':not(*)');
}
