/** The events of a product of a living marketplace. */
import { invalidSetting, wholeNumber } from '../../options/checks.ts';
import { cents } from '../answers/subject.ts';
import { checkedOffer, checkedPrice } from './checks.ts';
import { type LivingOffer, type LivingProduct, withBuyBox } from './state.ts';

/** A change of a product. Where `seller` can be left out, it is the seller of the featured offer, else the first one. */
export type LivingChange =
  /** A seller sets its price. */
  | { change: 'price'; asin: string; seller?: string | undefined; price: number }
  /** A seller has so many items left. 0 hides the offer. Without `seller`: every seller. */
  | { change: 'stock'; asin: string; seller?: string | undefined; stock: number }
  /** A seller gets the Buy Box, and keeps it as long as it has stock. `null`: no featured offer. `undefined`: the cheapest seller again. */
  | { change: 'buybox'; asin: string; seller: string | null | undefined }
  /** A seller gets the Buy Box, and keeps it as long as its price is near the lowest and it has stock. */
  | { change: 'rotate'; asin: string; seller: string }
  /** A seller joins, or replaces its offer. */
  | { change: 'join'; asin: string; offer: Pick<LivingOffer, 'sellerId' | 'price'> & Partial<LivingOffer> }
  /** A seller leaves. */
  | { change: 'leave'; asin: string; seller: string }
  /** The listing vanishes: calls return `found: false`. */
  | { change: 'vanish'; asin: string }
  /** The listing is back. */
  | { change: 'return'; asin: string }
  /** The best-sellers rank changes. */
  | { change: 'rank'; asin: string; rank: number };

/** Checks the values of a change, as far as they do not depend on the product. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertValues(change: LivingChange): void {
  if (change.change === 'price') checkedPrice({ name: 'price', value: change.price });
  if (change.change === 'stock') wholeNumber({ name: 'stock', value: change.stock ?? null }, 0);
  if (change.change === 'rank') wholeNumber({ name: 'rank', value: change.rank ?? null }, 1);
  if (change.change !== 'join') return;
  const { sellerId, price } = checkedOffer({ name: 'offer', value: change.offer });
  if (sellerId === undefined || price === undefined)
    throw invalidSetting('offer', undefined, 'not complete: expected at least sellerId and price.');
}

/** Returns the product after a change. @throws BadRequestError `INVALID_CONFIGURATION` for a seller that has no offer, or a value that is not valid */
export function changed(product: LivingProduct, change: LivingChange): LivingProduct {
  assertValues(change);
  switch (change.change) {
    case 'price':
      return withOffer(product, sellerOf(product, change.seller), { price: cents(change.price) });
    case 'stock': {
      const { stock } = change;
      if (change.seller !== undefined) return withOffer(product, sellerOf(product, change.seller), { stock });
      return withBuyBox({ ...product, offers: product.offers.map((offer) => ({ ...offer, stock })) });
    }
    case 'buybox': {
      const { seller } = change;
      return withBuyBox({ ...product, pinned: typeof seller === 'string' ? sellerOf(product, seller) : seller });
    }
    case 'rotate':
      return withBuyBox({ ...product, featured: sellerOf(product, change.seller) });
    case 'join':
      return withBuyBox({ ...product, offers: [...without(product, change.offer.sellerId), joining(change.offer)] });
    case 'leave':
      return withBuyBox({ ...product, offers: without(product, sellerOf(product, change.seller)) });
    case 'vanish':
      return withBuyBox({ ...product, isListed: false });
    case 'return':
      return withBuyBox({ ...product, isListed: true });
    case 'rank':
      return { ...product, rank: change.rank };
  }
}

function joining(offer: Pick<LivingOffer, 'sellerId' | 'price'> & Partial<LivingOffer>): LivingOffer {
  return { sellerName: offer.sellerId, shipping: 0, isFba: true, stock: 20, ...offer };
}

function withOffer(product: LivingProduct, seller: string, members: Partial<LivingOffer>): LivingProduct {
  const offers = product.offers.map((offer) => (offer.sellerId === seller ? { ...offer, ...members } : offer));
  return withBuyBox({ ...product, offers });
}

function without({ offers }: LivingProduct, seller: string): readonly LivingOffer[] {
  return offers.filter(({ sellerId }) => sellerId !== seller);
}

function sellerOf({ asin, offers, featured }: LivingProduct, given: string | undefined): string {
  const seller = given ?? featured ?? offers[0]?.sellerId;
  if (seller !== undefined && offers.some(({ sellerId }) => sellerId === seller)) return seller;
  const known = offers.map(({ sellerId }) => sellerId).join(', ');
  throw invalidSetting('seller', seller, `has no offer of ${asin}: expected one of ${known || 'none'}.`);
}
