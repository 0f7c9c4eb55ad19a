/** The price to pay in a block of the Buy Box or of the middle column, in all layouts. */
import type { Price } from '../../locale/index.ts';
import type { PageBlock } from '../engine/page.ts';

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

const isRent = (price: PageBlock): boolean => price.closest('[id^="rent"]').exists;

/** Whether a price is paid each month, or for each unit: "$41.62/mo", "(€3.50 / kg)". */
const isPer = (price: PageBlock): boolean => PER.test(price.closest(AROUND).ownText() ?? '');

const AROUND = 'span:not(.a-price), td, div';
const PER = /^[(（]?\s*\/\s?\p{L}/u;

/** Returns the price to pay in a block: once, now. */
export function priceIn(block: PageBlock): Price | undefined {
  for (const selector of PRICES) {
    const element = block.all(selector).find((one) => !isSubscription(one) && !isRent(one) && !isPer(one));
    const price = element?.price();
    if (price !== undefined) return price;
  }
  const large = block.first('.price-large').closest('div, td');
  return isPer(large) ? undefined : large.price();
}

/** Returns the number of the price to pay, if it is shown without a currency. */
export function bareAmount(block: PageBlock): number | undefined {
  return block.locale.number(block.fullText(...PRICES));
}
