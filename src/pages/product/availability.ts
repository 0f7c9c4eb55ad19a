/** The availability of the featured offer, and the quantities that can be ordered. */
import type { ProductData } from '../../contract/data/product.ts';
import type { Stock } from '../../locale/index.ts';
import { type FieldGroup, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { withoutLink } from '../parts/left-out.ts';
import { boxOf, buyBoxOf, columnOf, ofFeatured } from './buybox.ts';
import { releaseDate } from './details.ts';
import { offersLinkPrice } from './offers-summary.ts';

export const availabilityFields = {
  in_stock: inStock,
  availability_text: (page) => page.once(availabilityText),
  stock_qty: (page) => page.once(stockOf).stock_qty,
  min_order_quantity: (page) => minimumOf(page.once(quantities) ?? []),
  max_order_quantity: (page) => page.once(quantities)?.at(-1),
  release_date: (page) =>
    (isPreorder(page) ? page.locale.date(page.once(availabilityText)) : undefined) ?? releaseDate(page),
  is_preorder: (page) => ifOrderable(page, isPreorder(page)),
  is_backorder: (page) => ifOrderable(page, page.once(stockOf).is_backorder === true),
} satisfies FieldGroup<ProductData>;

/** Returns the line of the featured offer; without a featured offer, the first line of the page. */
function availabilityText(page: Page): string | undefined {
  const { featured, options } = buyBoxOf(page);
  const own = ofFeatured(page, availabilityIn);
  if (own !== undefined) return own;
  // In a Buy Box with rows, the first line of the page can belong to another row. The middle column describes the open one.
  if (options.length > 1) return featured?.isSelected ? availabilityIn(columnOf(page)) : undefined;
  return availabilityIn(page) ?? page.at('outOfStock').text('.a-color-price', '.a-text-bold');
}

/** Ids of the blocks around the line in older and in mobile layouts. Such a block can contain something else. */
const AROUND = ['availability_feature_div', 'availabilityInsideBuyBox_feature_div', 'availability-string'];

function availabilityIn(block: PageBlock): string | undefined {
  const line = lineIn(block.at('availability'));
  if (line !== undefined) return line;
  return AROUND.map((id) => lineIn(block.at(id))).find((text) => Object.keys(block.locale.stock(text)).length > 0);
}

/** A link that opens an explanation: "在庫状況について". */
const EXPLANATION = 'a:not([href]), a[href^="#"], a[href^="javascript:"], a[href*="/help/"]';

/** The line can contain the open all-offers panel, and a link to an explanation, without which it says the same. */
function lineIn(line: PageBlock): string | undefined {
  if (line.has('#aod-container')) return line.text('.primary-availability-message');
  const text = line.text();
  const rest = text && withoutLink(text, line.all(EXPLANATION).at(-1));
  const { stock } = line.locale;
  return rest && JSON.stringify(stock(rest)) === JSON.stringify(stock(text)) ? rest : text;
}

const stockOf = (page: Page): Stock => page.locale.stock(page.once(availabilityText));

/** Whether the line leaves the stock open: it names a day to come without a quantity, or has a negation that no phrase knows. */
function isUnclear(page: Page): boolean {
  const text = page.once(availabilityText);
  const { in_stock, stock_qty, is_preorder, is_backorder } = page.once(stockOf);
  if (in_stock === false || stock_qty !== undefined || is_preorder === true || is_backorder === true) return false;
  const day = page.locale.date(text);
  return (
    (day !== undefined && day > page.locale.today) ||
    (in_stock === undefined && page.locale.says(text, ({ stock }) => stock.negations))
  );
}

/** Reads the line. If it does not say, an offer in the Buy Box or a price of other sellers means in stock. */
function inStock(page: Page): boolean | undefined {
  const { state } = buyBoxOf(page);
  const { in_stock } = page.once(stockOf);
  if (page.once(isUnclear) && state !== 'unavailable') return undefined;
  switch (state) {
    case 'select_variation':
      return undefined;
    case 'unavailable':
      return false;
    case 'buybox':
      return in_stock ?? (isPreorder(page) ? undefined : true);
    default:
      return in_stock ?? (offersLinkPrice(page) === undefined ? undefined : true);
  }
}

const isPreorder = (page: Page): boolean => page.once(readPreorder);

/** A button can say it too: "Pre-order now". */
function readPreorder(page: Page): boolean {
  if (page.once(stockOf).is_preorder === true || boxOf(page).has('input[name="isPreorder"][value="1"]')) return true;
  const buttons = ofFeatured(page, (block) => someOf(block.all(CART_BUTTON))) ?? [];
  return buttons.some((button) => page.locale.stock(button.attr('value') ?? button.text()).is_preorder === true);
}

const CART_BUTTON = '[id^="add-to-cart-button"], [id^="buy-now-button"], #one-click-button';

/** Returns `false` only if there is something to order, and if the line is understood. */
const ifOrderable = (page: Page, is: boolean): boolean | undefined =>
  is || (buyBoxOf(page).state === 'buybox' && !page.once(isUnclear)) ? is : undefined;

const NUMBER = /^\d+$/;

/** The options of the quantity list. A list that ends with "10+" has no limit. */
function quantities(page: Page): number[] | undefined {
  const values = ofFeatured(page, (block) => someOf(block.find('select[name="quantity"] option').attrs('value')));
  return values?.every((value) => NUMBER.test(value)) ? values.map(Number) : undefined;
}

const minimumOf = ([first = 1]: readonly number[]): number | undefined => (first > 1 ? first : undefined);
