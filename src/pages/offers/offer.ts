/** One offer of the all-offers panel, pinned or not. */
import type { OfferEntry } from '../../contract/data/offers.ts';
import { parseLoose } from '../../html/index.ts';
import type { Price } from '../../locale/index.ts';
import { sellerOfHref } from '../detect.ts';
import type { FieldTable } from '../fields.ts';
import type { PageBlock } from '../page.ts';
import { readCoupon } from '../shared/coupon.ts';
import { decodedId, OFFER_ID_INPUTS } from '../shared/offer-id.ts';
import { isOperator } from '../shared/operator.ts';
import { feedbackOf } from '../shared/seller-feedback.ts';
import { referencePrice } from '../shared/struck-prices.ts';
import { deliveryOf } from './delivery.ts';
import { importFees, shippingPrice } from './shipping.ts';

/** One row a field: where in the offer it stands, most trusted place first. */
export const offerFields = {
  name: (offer) => offer.once(sellerName),
  seller_id: (offer) => (offer.once(isAmazon) === true ? null : (offer.once(sellerId) ?? null)),
  seller_url: (offer) => offer.absolute(offer.once(sellerLink).attr('href')),
  is_amazon: (offer) => offer.once(isAmazon),
  rating_percent: (offer) => offer.once(feedback).percent,
  reviews_count: (offer) => offer.once(feedback).count,
  is_just_launched: (offer) => offer.once(feedback).isJustLaunched,
  price: (offer) => offer.once(price)?.amount,
  currency: (offer) => offer.once(price)?.currency,
  list_price: (offer) => offer.once(struckPrice),
  savings_percent: (offer) => offer.once(savingsPercent),
  coupon: (offer) => readCoupon(offer.text(COUPON) ?? '', offer.locale),
  shipping_price: shippingPrice,
  import_fees: importFees,
  is_fba: isFulfilledByOperator,
  is_prime: (offer) => (offer.has('.a-icon-prime') ? true : undefined),
  ships_from: (offer) => offer.once(shipsFrom),
  delivery: deliveryOf,
  condition: (offer) => offer.locale.condition(offer.once(conditionText)),
  condition_text: (offer) => offer.once(conditionText) ?? null,
  condition_comments: conditionComments,
  stock_qty: (offer) => offer.locale.stock(offer.text('#aod-offer-availability', '.aod-availability')).stock_qty,
  minimum_order_quantity: (offer) => countOf(offer.once(cartState).minQty),
  maximum_order_quantity: (offer) => countOf(offer.once(cartState).maxQty),
  offer_id: offerId,
  domain: (offer) => offer.locale.marketplace.suffix,
  is_pinned: isPinned,
} satisfies FieldTable<OfferEntry, PageBlock>;

/** Whether a block holds an offer: a pinned place without a featured offer shows the product alone. */
export function isOffer(block: PageBlock): boolean {
  return block.at('aod-offer-soldBy').exists || block.once(price) !== undefined;
}

function isPinned(offer: PageBlock): boolean {
  return offer.filter('#aod-pinned-offer').exists;
}

/** The label stands in the left column of the row, the value in the right one. */
const VALUE = ['.a-col-right > a', '.a-col-right > span', '.a-col-right'] as const;

function sellerLink(offer: PageBlock): PageBlock {
  return offer.at('aod-offer-soldBy').first('a[href*="seller="]');
}

function sellerName(offer: PageBlock): string | undefined {
  return offer.once(sellerLink).text() ?? offer.at('aod-offer-soldBy').text('[aria-label]', ...VALUE, 'a');
}

function sellerId(offer: PageBlock): string | undefined {
  return sellerOfHref(offer.once(sellerLink).attr('href')) ?? offer.attr('value', '#ftSelectMerchant');
}

function isAmazon(offer: PageBlock): boolean | undefined {
  return isOperator(offer.once(sellerName), offer.once(sellerId), offer.locale.marketplace);
}

function feedback(offer: PageBlock) {
  return feedbackOf(offer.at('aod-offer-seller-rating').lines(), offer.locale);
}

const COUPON = '[id*="coupon" i], [class*="coupon" i]';
const TO_PAY = '.a-price:not([data-a-strike="true"])';

/** The place of the price has a number of its own in every offer. */
function price(offer: PageBlock): Price | undefined {
  return offer.price(`[id^="aod-price-"] ${TO_PAY}`, `#aod-offer-price ${TO_PAY}`, TO_PAY);
}

function struckPrice(offer: PageBlock): number | undefined {
  return offer.amount(
    '[id^="aod-price-"] .a-price[data-a-strike="true"]',
    '#aod-offer-price .a-price[data-a-strike="true"]',
  );
}

function savingsPercent(offer: PageBlock): number | undefined {
  const amount = offer.once(struckPrice);
  if (amount === undefined) return undefined;
  const rendered = offer.text('.apex-savings-text', '.savingsPercentage', '[class*="savingsPercentage"]');
  const current = offer.once(price)?.amount;
  const renderedPercent = offer.locale.number(rendered);
  return referencePrice({ amount, current, renderedPercent }).savings_percent ?? undefined;
}

/** Who ships, without the country that newer sellers' rows add. */
function shipsFrom(offer: PageBlock): string | undefined {
  return offer.at('aod-offer-shipsFrom').text('.a-col-right > .a-color-base', ...VALUE, '.a-color-base');
}

function isFulfilledByOperator(offer: PageBlock): boolean | undefined {
  if (offer.once(isAmazon) === true) return true;
  const href = offer.once(sellerLink).attr('href') ?? '';
  if (/[?&]isAmazonFulfilled=1(?:&|$)/.test(href)) return true;
  const ships = isOperator(offer.once(shipsFrom), undefined, offer.locale.marketplace);
  return ships ?? (/[?&]isAmazonFulfilled=0(?:&|$)/.test(href) ? false : undefined);
}

function conditionText(offer: PageBlock): string | undefined {
  return offer.at('aod-offer-heading').text();
}

/** The seller's words: whole where the page holds them whole, without the label of the row. */
function conditionComments(offer: PageBlock): string | undefined {
  const row = offer.at('aod-condition-container');
  return row.text('.expandable-expanded-text', '.expandable-text', ...VALUE);
}

interface CartState {
  asin?: unknown;
  oid?: unknown;
  minQty?: unknown;
  maxQty?: unknown;
}

/** What the button to buy knows of the offer. */
function cartState(offer: PageBlock): CartState {
  const state = parseLoose(offer.attr('data-aod-atc-action', '[data-aod-atc-action]') ?? '');
  return typeof state === 'object' && state !== null ? state : {};
}

/** The item that the offer's button puts into the cart. */
export function cartAsin(offer: PageBlock): string | undefined {
  const { asin } = offer.once(cartState);
  return typeof asin === 'string' ? asin : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function offerId(offer: PageBlock): string | undefined {
  const { oid } = offer.once(cartState);
  return decodedId(typeof oid === 'string' && oid !== '' ? oid : offer.attr('value', ...OFFER_ID_INPUTS));
}
