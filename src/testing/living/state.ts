/** The products of a living marketplace. A state never changes: each change makes a new one. */
import { cents } from '../answers/subject.ts';

/** An offer of a seller. */
export interface LivingOffer {
  /** Seller id: 10 or more upper-case letters or digits. */
  readonly sellerId: string;
  /** Name of the seller. */
  readonly sellerName: string;
  /** Price [major currency units]. */
  readonly price: number;
  /** Shipping cost [major currency units]. 0 is free. */
  readonly shipping: number;
  /** Whether the marketplace operator ships the offer. */
  readonly isFba: boolean;
  /** Number of items left. 0: the offer is not shown. */
  readonly stock: number;
}

/** A product of a living marketplace. */
export interface LivingProduct {
  /** The product. */
  readonly asin: string;
  /** Title of the product. */
  readonly title: string;
  /** Whether the marketplace knows the product. */
  readonly isListed: boolean;
  /** Offers of all sellers, also of those without stock. */
  readonly offers: readonly LivingOffer[];
  /** Seller of the featured offer. `undefined` if there is none. */
  readonly featured: string | undefined;
  /** Set by a script: this seller keeps the Buy Box as long as it has stock; `null` for no featured offer. */
  readonly pinned?: string | null | undefined;
  /** Best-sellers rank. */
  readonly rank: number;
  /** Average rating [0 to 5 stars]. */
  readonly rating: number;
  /** Number of ratings. */
  readonly reviews: number;
}

/** The truth about a product at one time. */
export interface LivingTruth {
  /** The product. */
  asin: string;
  /** Whether the marketplace knows the product: if not, calls return `found: false`. */
  isListed: boolean;
  /** Whether an offer has stock. */
  inStock: boolean;
  /** Price of the featured offer. `undefined` if there is none. */
  price: number | undefined;
  /** Seller of the featured offer. */
  sellerId: string | undefined;
  /** Name of that seller. */
  sellerName: string | undefined;
  /** Items left of the featured offer. */
  stock: number | undefined;
  /** Best-sellers rank. */
  rank: number;
  /** The offers with stock, the cheapest first. */
  offers: readonly LivingOffer[];
}

/** The holder of the Buy Box keeps it as long as its price and shipping are at most this much above the lowest. */
const HOLDER_MARGIN = 1.05;

/** Returns price and shipping together. */
function landedPrice({ price, shipping }: LivingOffer): number {
  return cents(price + shipping);
}

/** Returns the offers with stock, the cheapest first. */
export function offersOf({ isListed, offers }: LivingProduct): readonly LivingOffer[] {
  if (!isListed) return [];
  return offers.filter(({ stock }) => stock > 0).sort((one, other) => landedPrice(one) - landedPrice(other));
}

/** Returns the offers that can have the Buy Box: those that cost little more than the cheapest. */
export function candidatesOf(product: LivingProduct): readonly LivingOffer[] {
  const offers = offersOf(product);
  const lowest = offers[0] === undefined ? 0 : landedPrice(offers[0]);
  return offers.filter((offer) => landedPrice(offer) <= lowest * HOLDER_MARGIN);
}

/** Returns the product with the seller that has the Buy Box now: the holder if it can keep it, else the cheapest. */
export function withBuyBox(product: LivingProduct): LivingProduct {
  const { pinned, featured } = product;
  const candidates = candidatesOf(product);
  if (pinned === null) return { ...product, featured: undefined };
  const isIn = (offers: readonly LivingOffer[], id: string | undefined) =>
    offers.some(({ sellerId }) => sellerId === id);
  if (isIn(offersOf(product), pinned)) return { ...product, featured: pinned };
  return isIn(candidates, featured) ? product : { ...product, featured: candidates[0]?.sellerId };
}

/** Returns the featured offer. */
export function featuredOf(product: LivingProduct): LivingOffer | undefined {
  return offersOf(product).find(({ sellerId }) => sellerId === product.featured);
}

/** Returns what is true of a product. */
export function truthOf(product: LivingProduct): LivingTruth {
  const { asin, isListed, rank } = product;
  const offers = offersOf(product);
  const featured = featuredOf(product);
  return {
    asin,
    isListed,
    inStock: offers.length > 0,
    price: featured?.price,
    sellerId: featured?.sellerId,
    sellerName: featured?.sellerName,
    stock: featured?.stock,
    rank,
    offers,
  };
}
