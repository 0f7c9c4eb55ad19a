/** Price ranges and unit prices on product pages and tiles. */
import type { UnitPrice } from '../../contract/data/shared.ts';
import { type PriceRange, priceRangeOf } from '../../locale/index.ts';
import type { PageBlock } from '../page.ts';

/** Returns the range across variations in a block: `.a-price-range` holds its two prices. */
export function readPriceRange(block: PageBlock): PriceRange | undefined {
  const prices = block.first('.a-price-range').all('.a-price');
  return priceRangeOf(prices.map((price) => price.price()));
}

/** `($1.86 / fluid ounce)`, `(12,90 €/kg (trocken))`: the unit is between the slash and the closing bracket. */
const UNIT = /^[(（][^/／]+[/／]\s*((?:[^()（）]|\([^()]*\))+?)\s*[)）]$/u;

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
  const unit = UNIT.exec(text ?? '')?.[1];
  if (text === undefined || unit === undefined) return undefined;
  // The price can be text without parts. Seen 2017 to 2023.
  const [only, another] = block.locale.prices(text);
  const price = block.price('.a-price:not([data-a-strike="true"])') ?? (another === undefined ? only : undefined);
  return price === undefined ? undefined : { amount: price.amount, unit, text };
}
