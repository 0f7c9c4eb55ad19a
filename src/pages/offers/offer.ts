/** One offer of the all-offers panel, pinned or not: its seller, price, shipping and delivery. */
import type { OfferEntry } from '../../contract/data/offers.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { parseLoose } from '../../html/index.ts';
import { mentions, type Price } from '../../locale/index.ts';
import { type FieldTable, firstValue } from '../engine/fields.ts';
import type { PageBlock } from '../engine/page.ts';
import { readCoupon } from '../parts/deals.ts';
import { promisedCharge, promisedDeliveries } from '../parts/delivery.ts';
import { sellerFeedback } from '../parts/feedback.ts';
import { firstPrice, type ReferencePrices, referencePrices } from '../parts/prices.ts';
import { decodedOfferId, isFulfilledByOperator, isOperator, OFFER_ID_INPUTS } from '../parts/sellers.ts';
import { sellerOfHref } from '../urls/links.ts';

/** One row per field, the most trusted selector first. */
export const offerFields = {
  name: (offer) => offer.once(sellerName),
  seller_id: (offer) => (offer.once(isAmazon) === true ? null : (offer.once(sellerId) ?? null)),
  seller_url: (offer) => offer.absolute(offer.once(sellerLink).attr('href')),
  is_amazon: (offer) => offer.once(isAmazon),
  rating_percent: (offer) => offer.once(feedback).percent,
  reviews_count: (offer) => offer.once(feedback).count,
  is_just_launched: (offer) =>
    offer.once(feedback).isJustLaunched ?? (offer.once(isAmazon) === true ? false : undefined),
  price: (offer) => (offer.once(references).contradiction === undefined ? offer.once(price)?.amount : undefined),
  currency: (offer) => offer.once(price)?.currency,
  list_price: (offer) => offer.once(references).list?.amount,
  savings_percent: (offer) => offer.once(references).list?.savings_percent ?? undefined,
  coupon: (offer) => readCoupon(offer.text(COUPON), offer.locale),
  // 0 for a cost that is not known.
  shipping_price: (offer) => offer.once(shippingCost) ?? 0,
  is_shipping_known: (offer) => offer.once(shippingCost) !== undefined,
  // In a line of their own.
  import_fees: (offer) => offer.once(charges).importFees,
  is_fba: isFba,
  is_prime: (offer) => (offer.has('.a-icon-prime') ? true : undefined),
  ships_from: (offer) => offer.once(shipsFrom),
  delivery: deliveryOf,
  condition: (offer) => offer.locale.condition(offer.once(conditionText)),
  condition_text: (offer) => offer.once(conditionText) ?? null,
  condition_comments: (offer) => offer.at('aod-condition-container').text(...COMMENTS),
  stock_qty: stockQuantity,
  minimum_order_quantity: (offer) => validCount(offer.once(cartState).minQty),
  maximum_order_quantity: (offer) => validCount(offer.once(cartState).maxQty),
  offer_id: offerId,
  domain: (offer) => offer.locale.marketplace.suffix,
  is_pinned: (offer) => offer.filter('#aod-pinned-offer').exists,
} satisfies FieldTable<OfferEntry, PageBlock>;

/** Whether a block holds an offer. Without a featured offer the block of the pinned offer shows the product only. */
export const isOffer = (block: PageBlock): boolean =>
  block.at('aod-offer-soldBy').exists || block.once(price) !== undefined;

/** A row has its label in the left column and its value in the right one. */
const VALUE = ['.a-col-right > a', '.a-col-right > span', '.a-col-right'] as const;

const sellerLink = (offer: PageBlock): PageBlock => offer.at('aod-offer-soldBy').first('a[href*="seller="]');

function sellerName(offer: PageBlock): string | undefined {
  const soldBy = offer.at('aod-offer-soldBy').without(offer.at('aod-offer-seller-rating'));
  return offer.once(sellerLink).text() ?? soldBy.text('[aria-label]', ...VALUE, 'a');
}

/** The input: Seen 2021. */
const sellerId = (offer: PageBlock): string | undefined =>
  sellerOfHref(offer.once(sellerLink).attr('href')) ?? offer.attr('value', '#ftSelectMerchant');

const isAmazon = (offer: PageBlock): boolean | undefined =>
  isOperator(offer.once(sellerName), offer.once(sellerId), offer.locale.marketplace);

const feedback = (offer: PageBlock) => sellerFeedback(offer.at('aod-offer-seller-rating').lines(), offer.locale);

const COUPON = '[id*="coupon" i], [class*="coupon" i]';
const TO_PAY = '.a-price:not([data-a-strike="true"])';

/** The id of the price ends with the number of the offer. */
const PRICES = [`[id^="aod-price-"] ${TO_PAY}`, `#aod-offer-price ${TO_PAY}`, TO_PAY] as const;

const price = (offer: PageBlock): Price | undefined =>
  firstPrice(PRICES.flatMap((selector) => offer.all(selector)))?.price;

const STRUCK = '[id^="aod-price-"] .a-price[data-a-strike="true"], #aod-offer-price .a-price[data-a-strike="true"]';
const SAVINGS = ['.apex-savings-text', '.savingsPercentage', '[class*="savingsPercentage"]'] as const;

/** "-5% List Price: $302.40". */
function references(offer: PageBlock): ReferencePrices {
  const shown = offer.all(STRUCK).flatMap((element) => {
    const amount = element.amount();
    const label = element.closest('span:not(.a-price)').ownText();
    return amount === undefined ? [] : [{ amount, label, isStruck: true }];
  });
  const renderedPercent = offer.locale.percent(offer.text(...SAVINGS));
  const prices = referencePrices(shown, { current: offer.once(price)?.amount, renderedPercent }, offer.locale);
  if (prices.contradiction !== undefined) offer.contradict('aod-offer-price', prices.contradiction);
  return prices;
}

/** Returns the shipper without the country that newer layouts add: "Ships from United States." is not a shipper. */
function shipsFrom(offer: PageBlock): string | undefined {
  const shipper = offer.at('aod-offer-shipsFrom').text('.a-col-right > .a-color-base', ...VALUE, '.a-color-base');
  return mentions(shipper, offer.locale.words.product.shipsFrom) ? undefined : shipper;
}

function isFba(offer: PageBlock): boolean | undefined {
  const href = offer.once(sellerLink).attr('href');
  const merchant = { name: offer.once(sellerName), id: offer.once(sellerId), href, shipsFrom: offer.once(shipsFrom) };
  return isFulfilledByOperator(merchant, offer.locale.marketplace);
}

const conditionText = (offer: PageBlock): string | undefined => offer.at('aod-offer-heading').text();

/** The expanded text if there is one, without the label of the row. */
const COMMENTS = ['.expandable-expanded-text', '.expandable-text', ...VALUE] as const;

/** Texts of sellers and manufacturers: not about the stock. */
const OWN_WORDS = '#aod-condition-container, #aod-asin-title-text, .olpConditionColumn, .comments';

/** "Only 3 left in stock", in any visible line. */
function stockQuantity(offer: PageBlock): number | undefined {
  const others = new Set(offer.all(OWN_WORDS).flatMap((block) => block.lines()));
  return firstValue(offer.lines(), (line) => (others.has(line) ? undefined : offer.locale.stock(line).stock_qty));
}

type CartState = Partial<Record<'asin' | 'oid' | 'minQty' | 'maxQty', unknown>>;

/** Reads the JSON of the cart button. */
function cartState(offer: PageBlock): CartState {
  const state = parseLoose(offer.attr('data-aod-atc-action', '[data-aod-atc-action]') ?? '');
  return typeof state === 'object' && state !== null ? state : {};
}

/** Returns the ASIN that the cart button adds. */
export function cartAsin(offer: PageBlock): string | undefined {
  const { asin } = offer.once(cartState);
  return typeof asin === 'string' ? asin : undefined;
}

const validCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;

function offerId(offer: PageBlock): string | undefined {
  const { oid } = offer.once(cartState);
  return decodedOfferId(typeof oid === 'string' && oid !== '' ? oid : offer.attr('value', ...OFFER_ID_INPUTS));
}

/** Returns the `standard` promise first, then the `fastest`. An empty list for an offer without a promise. */
function deliveryOf(offer: PageBlock): DeliveryEstimate[] {
  const promises = offer.once(promisedDeliveries).map(({ estimate }) => estimate);
  if (promises.length === 0) return unreadDelivery(offer);
  const standard = promises.find(({ kind }) => kind === 'standard');
  const others = promises.filter((promise) => promise !== standard);
  return standard === undefined
    ? others
    : [{ ...standard, is_free: standard.is_free ?? isShippingFree(offer) }, ...others];
}

const SLOT = '[id*="DELIVERY_BLOCK-slot-"]';

/** Returns a promise without days for a text that no phrase knows: "Arrives before Christmas". A text with "not" or "no" promises nothing. */
function unreadDelivery(offer: PageBlock): DeliveryEstimate[] {
  const { locale } = offer;
  const text = offer.texts(SLOT)[0] ?? offer.at('delivery-message').text();
  const isPromise = locale.stock(text).in_stock === true || offer.text(SLOT) !== undefined;
  const isRefusal = NO.test(text ?? '') || locale.allWords.some(({ stock }) => mentions(text, stock.negations));
  if (text === undefined || !isPromise || isRefusal) return [];
  return [{ kind: 'standard', days_min: null, days_max: null, date_min: null, date_max: null, is_free: null, text }];
}

const NO = /^no\s/i;

/** Returns 0 for free delivery. `undefined` for a cost that is not shown or not understood. */
function shippingCost(offer: PageBlock): number | undefined {
  const named = offer.once(charges).shipping;
  if (named !== undefined) return named;
  const standard = offer.once(promisedDeliveries).find(({ estimate }) => estimate.kind === 'standard');
  const shown =
    standard && (offer.locale.price(standard.price)?.amount ?? promisedCharge(standard.estimate, offer.locale));
  return shown ?? (isShippingFree(offer) === true ? 0 : undefined);
}

/** Whether the shipping row says that the delivery is free. `null` if it does not say. */
const isShippingFree = (offer: PageBlock): boolean | null => offer.locale.delivery(offer.once(chargeLines)[0]).is_free;

/** "+ $14.38 shipping", a line for each charge. "Shipping & import fees" in one sum counts as shipping. */
function charges(offer: PageBlock) {
  const { locale } = offer;
  const priced = offer.once(chargeLines).filter((line) => locale.price(line) !== undefined);
  const isFees = (line: string) =>
    locale.says(line, ({ offers }) => offers.importFees) && !locale.says(line, ({ delivery }) => delivery.shipping);
  const shipping = priced.find((line) => !isFees(line));
  return { shipping: locale.price(shipping)?.amount, importFees: locale.price(priced.find(isFees))?.amount };
}

/** The lines of the shipping row. It can be without a class, after the row of the bottle deposit. Seen 2021. */
function chargeLines(offer: PageBlock): string[] {
  const row = offer.find('#aod_ship_charge_row, .aod-ship-charge').lines();
  return row.length > 0 ? row : offer.first('[id^="aod-bottlingDepositFee"]').next().filter('span').lines();
}
