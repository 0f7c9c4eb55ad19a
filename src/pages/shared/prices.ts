/** Price ranges and unit prices on product pages and tiles. */
import type { UnitPrice } from '../../contract/data/shared.ts';
import { type PriceRange, priceRangeOf } from '../../locale/index.ts';
import type { PageBlock } from '../page.ts';

const PRICE = '.a-price:not([data-a-strike="true"])';

/** Returns the range across variations in a block: two prices in an element of their own, or next to the dash between them. */
export function readPriceRange(block: PageBlock): PriceRange | undefined {
  const mark = block.first('.a-price-range, .a-price-dash');
  const isDash = mark.filter('.a-price-dash').exists;
  const prices = isDash ? mark.closest(':has(> .a-price)').children().filter(PRICE) : mark.find(PRICE);
  return priceRangeOf(prices.all().map((price) => price.price()));
}

/** `($1.86 / fluid ounce)`, `(12,90 €/kg (trocken))`: the unit is between the slash and the closing bracket. */
const UNIT = /^[(（][^/／]+[/／]((?:[^()（）]|\([^()]*\))+)[)）]$/u;

/** Returns the first unit price in the elements. A text without brackets is not one: it can be an instalment (`$41.62/mo`). */
export function readUnitPrice(elements: readonly PageBlock[]): UnitPrice | undefined {
  for (const element of elements) {
    const unitPrice = unitPriceIn(element);
    if (unitPrice !== undefined) return unitPrice;
  }
  return undefined;
}

function unitPriceIn(block: PageBlock): UnitPrice | undefined {
  const text = block.text();
  const unit = UNIT.exec(text ?? '')?.[1]?.trim() || undefined;
  if (text === undefined || unit === undefined) return undefined;
  // The price can be text without parts. Seen 2017 to 2023.
  const [only, another] = block.locale.prices(text);
  const price = block.price('.a-price:not([data-a-strike="true"])') ?? (another === undefined ? only : undefined);
  return price === undefined ? undefined : { amount: price.amount, unit, text };
}
