/** One offer of the offer-listing page: a row of five columns, or a box of a mobile page. Seen 2015 to 2020. */
import type { OfferEntry } from '../../contract/data/offers.ts';
import type { Price } from '../../locale/index.ts';
import type { FieldTable } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { sellerFeedback } from '../parts/feedback.ts';
import { firstPrice } from '../parts/prices.ts';
import { decodedOfferId, isFulfilledByOperator, isOperator, OFFER_ID_INPUTS } from '../parts/sellers.ts';
import { sellerOfHref } from '../urls/links.ts';
import { offerFields } from './offer.ts';

/** The rows of the listing, then the boxes of a mobile page. */
const ROWS = ['.olpOffer', '.olpMobileOffer'] as const;

/** Returns the offers of the listing. */
export const listedOffers = (page: Page): PageBlock[] =>
  ROWS.map((selector) => page.entries(selector)).find(({ length }) => length > 0) ?? [];

/** The rows of {@link offerFields}, with the selectors of the offer-listing page. */
export const listedOfferFields = {
  ...offerFields,
  name: (offer) => offer.once(sellerName),
  seller_id: (offer) => (offer.once(isAmazon) === true ? null : (offer.once(sellerId) ?? null)),
  seller_url: (offer) => offer.absolute(offer.attr('href', SELLER_LINK)),
  is_amazon: (offer) => offer.once(isAmazon),
  rating_percent: (offer) => offer.once(feedback).percent,
  reviews_count: (offer) => offer.once(feedback).count,
  is_just_launched: isJustLaunched,
  price: (offer) => offer.once(price)?.amount,
  currency: (offer) => offer.once(price)?.currency,
  shipping_price: (offer) => offer.amount('.olpShippingPrice') ?? 0,
  is_shipping_known: (offer) => offer.amount('.olpShippingPrice') !== undefined || isShippingFree(offer) === true,
  is_fba: isFba,
  is_prime: (offer) => (offer.has('.a-icon-prime, [aria-label^="Amazon Prime"]') ? true : undefined),
  ships_from: (offer) => (offer.once(isFba) === false ? offer.once(sellerName) : undefined),
  delivery: (offer) => offer.once(deliveryOf),
  condition: (offer) => offer.locale.condition(offer.once(conditionText)),
  condition_text: (offer) => offer.once(conditionText) ?? null,
  // Long comments are on the page twice, cut and whole. Without a name for their column: Seen 2015.
  condition_comments: (offer) => offer.ownText('.expandedNote') ?? offer.text('.comments'),
  offer_id: (offer) => decodedOfferId(offer.attr('value', ...OFFER_ID_INPUTS)),
  is_pinned: () => false,
} satisfies FieldTable<OfferEntry, PageBlock>;

const price = (offer: PageBlock): Price | undefined => firstPrice(offer.all('.olpOfferPrice'))?.price;

const SELLER_LINK = '.olpSellerName a[href*="seller="]';

/** For the operator and for sellers with a logo, the name is the `alt` text of an image. */
const sellerName = (offer: PageBlock): string | undefined =>
  offer.text('.olpSellerName a') ?? offer.attr('alt', '.olpSellerName img') ?? offer.text('.olpSellerName');

const sellerId = (offer: PageBlock): string | undefined =>
  sellerOfHref(offer.attr('href', SELLER_LINK, '.olpSellerColumn a[href*="seller="]'));

const isAmazon = (offer: PageBlock): boolean | undefined =>
  isOperator(offer.once(sellerName), offer.once(sellerId), offer.locale.marketplace);

/** The name of the seller can be a paragraph too. Seen 2015. */
const feedback = (offer: PageBlock) =>
  sellerFeedback(offer.lines('.olpSellerColumn p:not(.olpSellerName)'), offer.locale);

function isJustLaunched(offer: PageBlock): boolean | undefined {
  if (offer.has('.olpJustLaunched')) return true;
  return offer.once(feedback).isJustLaunched ?? (offer.once(isAmazon) === true ? false : undefined);
}

function isFba(offer: PageBlock): boolean | undefined {
  if (offer.has('.olpFbaPopoverTrigger')) return true;
  const merchant = { name: offer.once(sellerName), id: offer.once(sellerId), href: offer.attr('href', SELLER_LINK) };
  return isFulfilledByOperator(merchant, offer.locale.marketplace);
}

/** The promise is the first line with a date. The other lines name the country and the shipper. */
function deliveryOf(offer: PageBlock): OfferEntry['delivery'] {
  const text = offer.texts('.olpDeliveryColumn li').find((line) => offer.locale.delivery(line).date_min !== null);
  if (text === undefined) return [];
  const promise = offer.locale.delivery(text);
  return [{ kind: 'standard', ...promise, is_free: promise.is_free ?? isShippingFree(offer), text }];
}

/** Whether the line under the price says that shipping is free. `null` if it does not say. */
function isShippingFree(offer: PageBlock): boolean | null {
  const charge = offer.amount('.olpShippingPrice');
  return charge === undefined ? offer.locale.delivery(offer.text('.olpShippingInfo')).is_free : charge === 0;
}

const conditionText = (offer: PageBlock): string | undefined => offer.text('.olpCondition');
