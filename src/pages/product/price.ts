/** The Buy Box and its prices: the price to pay, the reference prices that it is compared with, and prices for members, subscribers and businesses. */
import type { ProductData } from '../../contract/data/product.ts';
import type { PromotionInfo } from '../../contract/data/shared.ts';
import { type Price, type PriceRange, plainNumber } from '../../locale/index.ts';
import { type FieldGroup, firstValue } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import {
  MAIN_PRICE,
  promotionInfo,
  RANGE,
  type ReferencePrices,
  readPriceRange,
  readUnitPrice,
  referencePrices,
  type ShownReference,
  STRUCK,
  saysLowest,
} from '../parts/prices.ts';
import { bareAmount, isSubscription, lowestPriceIn, priceIn } from './block-price.ts';
import { type BuyingOption, buyBoxOf, hasCentre, ofFeatured, ofOption } from './buybox.ts';
import { couponOf, dealOf } from './deals.ts';
import { chargeNextToPrice, deliveryFields, shippingCost } from './delivery.ts';
import { offersLinkPrice } from './offers-summary.ts';
import { togetherPrice } from './related.ts';
import { swatchPrice } from './variations.ts';

export const priceFields = {
  buybox: isDisplayed,
  buybox_state: (page) => buyBoxOf(page).state,
  // All prices that the page shows for the product have the same.
  currency: (page) => firstValue(PRICES, (read) => read(page)?.currency),
  price_min: (page) => (page.once(rangeOf)?.[0] ?? page.once(lowestPrice))?.amount,
  price_max: (page) => page.once(rangeOf)?.[1].amount,
  unit_price: (page) => ofFeatured(page, unitPriceIn),
  coupon: couponOf,
  subscribe_and_save_price: (page) => subscriptionPrice(page)?.amount,
  prime_price: (page) => membersPrice(page)?.amount,
  business_price: (page) => businessPrice(page)?.amount,
  shipping_price: shippingCost,
  bb_price: priceToPay,
  promotion: readPromotion,
} satisfies FieldGroup<ProductData>;

function isDisplayed(page: Page): boolean | undefined {
  const { state } = buyBoxOf(page);
  return state === undefined ? undefined : state === 'buybox';
}

/** Returns the featured offer's price: to pay now, without a membership. */
const headlinePrice = (page: Page): Price | undefined => page.once(readHeadline);

function readHeadline(page: Page): Price | undefined {
  const { featured } = buyBoxOf(page);
  if (featured?.kind !== 'once') return undefined;
  // If the middle column shows a range, the price of the offer is in the Buy Box.
  const blocks = page.once(rangeOf) === undefined ? featured.blocks : [featured.box];
  // The middle column is read last, and the form only if it is needed: an explanation names the last place that has the value.
  const lowest = page.once(lowestPrice);
  const prices = blocks.toReversed().flatMap((block) => priceIn(block) ?? []);
  const [shown, another] = prices.filter(({ amount }) => amount !== lowest?.amount).toReversed();
  const stated = () => ofOption(featured, statedPrice);
  if (shown !== undefined && another !== undefined && isOther(shown, another)) {
    const [one, other] = [shown, another].map(({ amount, currency }) => `${amount} ${currency}`);
    page.contradict('#buybox', `the price is ${one} and ${other}`);
    const form = stated();
    return [shown, another].find((price) => form !== undefined && !isOther(price, form));
  }
  if (shown !== undefined || lowest !== undefined) return shown;
  // A page can show its price without a currency. The form can have another price: for another payment method.
  const bare = ofOption(featured, bareAmount);
  const form = stated();
  return bare === undefined || bare === form?.amount ? form : undefined;
}

/** Whether two prices differ. One of them can be shown without decimals. */
function isOther(one: Price, other: Price): boolean {
  const isWhole = Number.isInteger(one.amount) || Number.isInteger(other.amount);
  return one.currency !== other.currency || Math.abs(one.amount - other.amount) >= (isWhole ? 1 : 0.005);
}

/** Reads the price of the cart form: exact, with its currency, but sometimes another price than the one shown. */
function statedPrice(block: PageBlock): Price | undefined {
  const amount = plainNumber(block.attr('value', ...FORM_PRICES));
  const currency = block.attr('value', ...FORM_CURRENCIES);
  return amount !== undefined && amount > 0 && currency !== undefined ? { amount, currency } : undefined;
}

const FORM_PRICES = ['input[name$="[customerVisiblePrice][amount]"]', 'input[name="displayedPrice"]'] as const;
const FORM_CURRENCIES = [
  'input[name$="[customerVisiblePrice][currencyCode]"]',
  'input[name="displayedPriceCurrencyCode"]',
] as const;

/** The lowest and the highest price across variations: `$10.00 - $25.00`. One price before a variation is selected is both. */
function rangeOf(page: Page): PriceRange | undefined {
  const { state, shown } = buyBoxOf(page);
  const range = ofOption(
    shown,
    (block) => readPriceRange(block) ?? block.locale.priceRange(block.text(...BLOCK_PRICES)),
  );
  if (range !== undefined || state !== 'select_variation') return range;
  const isRange = shown?.blocks.some((block) => block.has(RANGE)) === true;
  const price = isRange ? undefined : ofOption(shown, priceIn);
  return price && [price, price];
}

/** The lowest price of an item to be configured. */
const lowestPrice = (page: Page): Price | undefined => ofOption(buyBoxOf(page).shown, lowestPriceIn);

/** Seen 2015 to 2024. */
const BLOCK_PRICES = ['#priceblock_dealprice', '#priceblock_saleprice', '#priceblock_ourprice'] as const;

/** All but the first, small letters next to any price: Seen 2017 to 2022. */
const UNIT_PRICES = [
  '.pricePerUnit',
  '[id^="corePrice"] .a-size-small',
  '[id^="corePrice"] .a-size-mini',
  '[id^="priceblock_"] .a-size-small',
  '[id^="priceblock_"] ~ .a-size-small',
  '#price_inside_buybox ~ .a-size-small',
  '#newBuyBoxPrice ~ .a-size-small',
] as const;

function unitPriceIn(block: PageBlock): ProductData['unit_price'] {
  const elements = UNIT_PRICES.flatMap((selector) => block.all(selector));
  return readUnitPrice(elements.filter((element) => !isSubscription(element)));
}

const optionOf = (page: Page, kind: BuyingOption['kind']): BuyingOption | undefined =>
  buyBoxOf(page).options.find((option) => option.kind === kind);

/** The price of the first delivery, not the lower one of later deliveries. */
const SUBSCRIPTION_PRICES = ['sns-base-price', 'priceblock_snsprice_Based', 'subscriptionPrice', 'snsPrice'];

function subscriptionPrice(page: Page): Price | undefined {
  const row = optionOf(page, 'subscription');
  const base = ofOption(row ?? buyBoxOf(page).featured, (block) =>
    firstValue(SUBSCRIPTION_PRICES, (id) => {
      // The tiered price is for several subscriptions together.
      const shown = block.at(id).without(block.at('sns-tiered-price'));
      return shown.has('.a-price') ? shown.price(MAIN_PRICE) : shown.price();
    }),
  );
  return base ?? ofOption(row, priceIn);
}

/** The price of the row for businesses, or the line below the price. */
function businessPrice(page: Page): Price | undefined {
  const row = ofOption(optionOf(page, 'business'), priceIn);
  return row ?? ofFeatured(page, (block) => block.at('priceblock_businessprice').price());
}

/** The price of the members' row, or of the line that says what members pay. */
const membersPrice = (page: Page): Price | undefined =>
  ofOption(optionOf(page, 'members'), priceIn) ?? ofFeatured(page, (block) => block.at('pep_feature_div').price());

/** The readers of all prices, the featured offer's first. */
const PRICES: readonly ((page: Page) => { currency?: string | undefined } | undefined)[] = [
  headlinePrice,
  (page) => page.once(rangeOf)?.[0],
  (page) => page.once(lowestPrice),
  offersLinkPrice,
  subscriptionPrice,
  membersPrice,
  businessPrice,
  (page) => ofOption(buyBoxOf(page).shown, (block) => block.price(STRUCK)),
  swatchPrice,
  togetherPrice,
  chargeNextToPrice,
  (page) => page.locale.price(couponOf(page)?.text),
  (page) => page.locale.price(deliveryFields.delivery(page)?.[0]?.text),
];

/** `undefined` for a price that the savings contradict, unless the cart form states it too. */
function priceToPay(page: Page): number | undefined {
  const { contradiction } = page.once(readReferences);
  const price = headlinePrice(page);
  if (price === undefined || contradiction === undefined) return price?.amount;
  const stated = ofFeatured(page, statedPrice);
  return stated !== undefined && !isOther(stated, price) ? price.amount : undefined;
}

/** `undefined` for prices that contradict each other, and if a struck price of the featured offer can be where this reader does not see it. */
function readPromotion(page: Page): PromotionInfo | null | undefined {
  const prices = page.once(readReferences);
  if (prices.contradiction !== undefined || (prices.list === null && !areReferencesKnown(page))) return undefined;
  return promotionInfo(dealOf(page) ?? null, prices, page.locale);
}

/**
 * Whether the page shows all prices of the featured offer: in a row that is open, next to a price that was read, in HTML that is not cut, without a
 * percentage that no price explains.
 */
function areReferencesKnown(page: Page): boolean {
  const { featured } = buyBoxOf(page);
  if (page.source.isCut && !hasCentre(page)) return false;
  if (page.once(readReferences).lowest === null && page.once(renderedPercent) !== undefined) return false;
  return featured === undefined || (featured.isCentreKnown && headlinePrice(page) !== undefined);
}

function readReferences(page: Page): ReferencePrices {
  const savings = { current: headlinePrice(page)?.amount, renderedPercent: page.once(renderedPercent) };
  const prices = referencePrices(shownReferences(page), savings, page.locale);
  if (prices.contradiction !== undefined) page.contradict('savingsPercentage', prices.contradiction);
  return prices;
}

/** The reference prices of all layouts, newest first. All but the first two: Seen 2015 to 2022. */
const REFERENCES = `[id^="corePrice"] .a-price[data-a-strike="true"],
  .basisPrice .a-price,
  .priceBlockStrikePriceString,
  #price .a-text-strike,
  #buyBoxInner .a-text-strike,
  #listPrice,
  #print-list-price,
  #digital-list-price,
  .a-lineitem .a-text-strike,
  [id^="newPitchPrice"] .a-text-strike`;
/** Instalments have the same classes, but no line through them. */
const WITH_LINE = `${STRUCK}, #listPrice`;

function shownReferences(page: Page): ShownReference[] {
  for (const block of buyBoxOf(page).shown?.blocks ?? []) {
    const struck = block.all(REFERENCES).flatMap((element) => shownReference(element) ?? []);
    const shown = page.locale.marketplace.isInEU ? [...struck, ...lowestPrices(block)] : struck;
    if (shown.length > 0) return shown;
  }
  return [];
}

/** Returns the prices with a label such as "Lowest:", which can be without a line through them: in a line or a row of their own. */
function lowestPrices(block: PageBlock): ShownReference[] {
  const lines = block.all('.a-price.a-text-price').map((price) => ({ price, label: price.closest(LINE).ownText() }));
  const cells = block.all('tr').map((row) => row.children());
  const labelled = cells.filter(({ nodes }) => nodes.length > 1);
  const rows = labelled.map((row) => ({ price: row, label: row.first().text() }));
  return [...lines, ...rows].flatMap(({ price, label }) => {
    const shown = saysLowest(label, block.locale) ? price.price() : undefined;
    return shown === undefined || isSubscription(price) ? [] : [{ amount: shown.amount, label, isStruck: false }];
  });
}

const LINE = 'span:not(.a-price), div, p';

function shownReference(element: PageBlock): ShownReference | undefined {
  const price = element.price();
  if (price === undefined || element.closest('.a-price-range').exists || isSubscription(element)) return undefined;
  return { amount: price.amount, label: labelOf(element), isStruck: element.filter(WITH_LINE).exists };
}

/** The label is next to the price, or in the first cell of its row. */
function labelOf(element: PageBlock): string | undefined {
  const line = element.closest('.basisPrice');
  if (line.exists) return line.text('.apex-basisprice-label') ?? line.ownText();
  const cells = element.closest('tr').children();
  if (cells.nodes.length > 1) return cells.first().text();
  return (
    element.closest('#listPriceSection').text('#listPriceLabel') ??
    element.closest('#buyBoxInner li').text('.a-color-secondary:not(.a-text-strike)') ??
    element.closest('span:not(.a-price, .a-text-strike)').ownText()
  );
}

/** In a table the percentage follows the sum, in a cell in the colour of prices: Seen 2015 to 2022. */
const SAVINGS = `.savingsPercentage, #savingsPercentage, .priceBlockSavingsString, .ebooks-price-savings,
  [id^="corePrice"] td.a-color-price, #regularprice_savings, #dealprice_savings,
  [id^="newPitchPrice"] .a-text-italic`;

/** "-21%", "$4.98 (25%)". */
const renderedPercent = (page: Page): number | undefined =>
  ofOption(buyBoxOf(page).shown, (block) => {
    const shown = block.all(SAVINGS).find((element) => !isSubscription(element));
    return page.locale.percent(shown?.text());
  });
