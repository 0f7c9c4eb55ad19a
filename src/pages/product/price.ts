/** The featured offer's price, and the prices of the other ways to buy. */
import type { ProductData } from '../../contract/data/product.ts';
import type { UnitPrice } from '../../contract/data/shared.ts';
import type { Price } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { type BuyingOption, buyBoxOf, ofFeatured, ofOption } from './buybox.ts';
import { couponOf } from './coupon.ts';
import { shippingCost } from './delivery.ts';
import { offersLinkPrice } from './offers-summary.ts';

export const priceFields = {
  buybox: isDisplayed,
  buybox_state: (page) => buyBoxOf(page).state,
  bb_price: (page) => headlinePrice(page)?.amount,
  currency: (page) => (headlinePrice(page) ?? page.once(readRange)?.[0] ?? offersLinkPrice(page))?.currency,
  price_min: (page) => page.once(readRange)?.[0].amount,
  price_max: (page) => page.once(readRange)?.[1].amount,
  unit_price: (page) => ofFeatured(page, readUnitPrice),
  coupon: couponOf,
  subscribe_and_save_price: (page) => subscriptionPrice(page)?.amount,
  prime_price: (page) => membersPrice(page)?.amount,
  business_price: (page) => ofOption(optionOf(page, 'business'), priceAt)?.amount,
  shipping_price: shippingCost,
} satisfies FieldGroup<ProductData>;

function isDisplayed(page: Page): boolean | undefined {
  const { state } = buyBoxOf(page);
  return state === undefined ? undefined : state === 'buybox';
}

/** The featured offer's headline price, to pay now and without a membership. */
export const headlinePrice = (page: Page): Price | undefined => page.once(readHeadline);

function readHeadline(page: Page): Price | undefined {
  const { featured } = buyBoxOf(page);
  if (featured === undefined) return undefined;
  // Beside a range of prices, the Buy Box alone can have the offer's.
  const shown = page.once(readRange) === undefined ? ofOption(featured, priceAt) : priceAt(featured.box);
  const price = shown ?? ofOption(featured, statedPrice);
  if (price === undefined || price.currency !== undefined) return price;
  const currency = ofOption(featured, statedPrice)?.currency;
  return currency === undefined ? price : { ...price, currency };
}

/** Whether a price is a subscription's: those stand among the others in layouts without rows. */
export const isSubscription = (block: PageBlock): boolean =>
  block.closest('#snsDetailPagePrice, #sns-base-price, #sns-tiered-price, #snsPrice').exists;

const PRICES = [
  '.priceToPay',
  '.apexPriceToPay',
  '.apex-pricetopay-value',
  '#priceblock_dealprice',
  '#priceblock_saleprice',
  '#priceblock_ourprice',
  '#corePrice_feature_div .a-price:not([data-a-strike="true"])',
  '#price_inside_buybox',
  '#newBuyBoxPrice',
  '#kindle-price',
  '#buyNewSection .offer-price',
  '.header-price',
  '.offer-price',
];

function priceAt(place: PageBlock): Price | undefined {
  for (const selector of PRICES) {
    const block = place
      .find(selector)
      .all()
      .find((one) => !isSubscription(one));
    const price = block?.price();
    if (price !== undefined) return price;
  }
  return undefined;
}

/** The price that the cart's form carries along: exact, with its currency, but at times not the headline. */
function statedPrice(place: PageBlock): Price | undefined {
  const amount = Number(place.attr('value', ...FORM_PRICES));
  const currency = place.attr('value', ...FORM_CURRENCIES);
  return Number.isFinite(amount) && amount > 0 && currency !== undefined ? { amount, currency } : undefined;
}

const FORM_PRICES = ['input[name$="[customerVisiblePrice][amount]"]', 'input[name="displayedPrice"]'];
const FORM_CURRENCIES = [
  'input[name$="[customerVisiblePrice][currencyCode]"]',
  'input[name="displayedPriceCurrencyCode"]',
];

/** Lowest and highest price across variations: `$10.00 - $25.00`. */
function readRange(page: Page): readonly [Price, Price] | undefined {
  return ofOption(buyBoxOf(page).shown, (place) => {
    const prices = place
      .first('.a-price-range')
      .find('.a-price')
      .all()
      .map((one) => one.price());
    return rangeOf(prices) ?? rangeOf(place.locale.prices(place.text(...BLOCK_PRICES)));
  });
}

const BLOCK_PRICES = ['#priceblock_dealprice', '#priceblock_saleprice', '#priceblock_ourprice'];

function rangeOf([low, high, ...more]: readonly (Price | undefined)[]): readonly [Price, Price] | undefined {
  const isRange = low !== undefined && high !== undefined && more.length === 0 && low.amount < high.amount;
  return isRange ? [low, high] : undefined;
}

/** Older layouts have it small beside the price, without a mark of its own. */
const UNIT_PRICES = ['.pricePerUnit', '[id^="corePrice"] .a-size-small', '#priceblock_ourprice_row .a-size-small'];

/** `($1.86 / fluid ounce)`. */
function readUnitPrice(place: PageBlock): UnitPrice | undefined {
  for (const selector of UNIT_PRICES) {
    for (const block of place.find(selector).all()) {
      const text = block.text();
      const unit = UNIT.exec(text ?? '')?.[1]?.trim();
      const price = block.price('.a-price') ?? block.locale.price(text);
      if (text === undefined || unit === undefined || price === undefined || isSubscription(block)) continue;
      return { amount: price.amount, unit, text };
    }
  }
  return undefined;
}

/** What stands behind the slash, inside the brackets around the whole. */
const UNIT = /^[(（][^/]+\/([^/()（）]+(?:\([^()]*\))?)[)）]$/;

const optionOf = (page: Page, kind: BuyingOption['kind']): BuyingOption | undefined =>
  buyBoxOf(page).options.find((option) => option.kind === kind);

/** The price of the first delivery, not the one after many. */
const SUBSCRIPTION_PRICES = ['sns-base-price', 'subscriptionPrice', 'snsPrice'];

function subscriptionPrice(page: Page): Price | undefined {
  const row = optionOf(page, 'subscription');
  const base = ofOption(row ?? buyBoxOf(page).featured, (place) => {
    const prices = SUBSCRIPTION_PRICES.map((id) => place.at(id).price('.a-price') ?? place.at(id).price());
    return prices.find((price) => price !== undefined);
  });
  return base ?? ofOption(row, priceAt);
}

/** A row of their own, or a line that says what members would pay. */
function membersPrice(page: Page): Price | undefined {
  return (
    ofOption(optionOf(page, 'members'), priceAt) ?? ofFeatured(page, (place) => place.at('pep_feature_div').price())
  );
}
