/** What can happen to a product of a living marketplace. */
import { invalidSetting } from '../../settings/checks.ts';
import { cents } from '../answers/subject.ts';
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

/** Returns the product after a change. @throws BadRequestError `INVALID_CONFIGURATION` for a seller that has no offer, or a value that is not valid */
export function changed(product: LivingProduct, change: LivingChange): LivingProduct {
  switch (change.change) {
    case 'price':
      return withOffer(product, sellerOf(product, change.seller), { price: cents(positive('price', change.price)) });
    case 'stock': {
      const stock = whole('stock', change.stock, 0);
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
      return { ...product, rank: whole('rank', change.rank, 1) };
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

function positive(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0 && value < 1_000_000) return value;
  throw invalidSetting(name, value, 'is not valid: expected a number above 0.');
}

function whole(name: string, value: unknown, least: number): number {
  if (Number.isSafeInteger(value) && Number(value) >= least) return Number(value);
  throw invalidSetting(name, value, `is not valid: expected a whole number of ${least} or more.`);
}
