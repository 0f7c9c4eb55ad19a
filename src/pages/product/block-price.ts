/** The price to pay in a block of the Buy Box or of the middle column, in all layouts. */
import type { Price } from '../../locale/index.ts';
import type { PageBlock } from '../engine/page.ts';
import { firstPrice, saysFrom } from '../parts/prices.ts';

/** Whether a price is for subscribers. In layouts without rows these are among the other prices. */
export const isSubscription = (block: PageBlock): boolean => block.closest(SUBSCRIPTION).exists;

const SUBSCRIPTION =
  '#snsDetailPagePrice, #sns-base-price, #sns-tiered-price, #snsPrice, #subscriptionPrice, [id^="priceblock_snsprice"]';

/** `#priceblock_`, `#price_inside_buybox`, `#newBuyBoxPrice`, `.header-price` and `.offer-price`: Seen 2015 to 2025. */
const PRICES = [
  '.priceToPay',
  '.apexPriceToPay',
  '.apex-pricetopay-value',
  '#priceblock_dealprice',
  '#priceblock_saleprice',
  '#priceblock_pospromoprice',
  '#priceblock_ourprice',
  '#corePrice_feature_div .a-price:not([data-a-strike="true"])',
  '#price_inside_buybox',
  '#newBuyBoxPrice',
  '#kindle-price',
  '#buyNewSection .offer-price',
  '.header-price',
  '.offer-price',
  '#priceblock_usedprice',
] as const;

/** Prices for renting, what the site pays for a used item, and ranges. */
const OTHER_PRICES = '[id^="rent"], [id*="tradein" i], [id*="buyback" i], .a-price-range';

/** Returns the price to pay in a block: once, now. `undefined` for the lowest price of an item to be configured. */
export function priceIn(block: PageBlock): Price | undefined {
  const { price, isLowest } = block.once(shownIn);
  return isLowest ? undefined : price;
}

/** Returns the lowest price of an item to be configured: "From: $99.00". */
export function lowestPriceIn(block: PageBlock): Price | undefined {
  const { price, isLowest } = block.once(shownIn);
  return isLowest ? price : undefined;
}

interface ShownPrice {
  price?: Price | undefined;
  isLowest: boolean;
}

function shownIn(block: PageBlock): ShownPrice {
  for (const selector of PRICES) {
    const own = block.all(selector).filter((one) => !isSubscription(one) && !one.closest(OTHER_PRICES).exists);
    const shown = firstPrice(own);
    if (shown !== undefined) return { price: shown.price, isLowest: saysFrom(shown.element) };
  }
  return { price: firstPrice([block.first('.price-large').closest('div, td')])?.price, isLowest: false };
}

/** Returns the number of the price to pay, if it is shown without a currency. */
export const bareAmount = (block: PageBlock): number | undefined => block.locale.number(block.fullText(...PRICES));
