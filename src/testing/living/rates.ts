/** The random events of a living marketplace, and their rates. */
import { cents } from '../answers/subject.ts';
import { offerOf } from './catalogue.ts';
import type { LivingChange } from './changes.ts';
import { oneOfList, type Random, wholeBetween } from './random.ts';
import { candidatesOf, type LivingProduct } from './state.ts';

/** How often things happen. */
export interface LivingRates {
  /** Price changes of each product a day. @default 2 */
  price: number;
  /** Changes of the seller in the Buy Box of each product a day. @default 1 */
  buybox: number;
  /** How often each product sells out a day. It is back after 2 to 24 hours. @default 0.1 */
  soldOut: number;
  /** Changes of the rank of each product a day. @default 4 */
  rank: number;
  /** Sellers that join or leave each product a day. @default 0.2 */
  sellers: number;
  /** How often each listing vanishes a day. It is back after 6 to 72 hours. @default 0.01 */
  vanish: number;
  /** How often the site refuses all requests a day, for 1 to 15 minutes. @default 0.5 */
  blocks: number;
  /** How often the pages lack their Buy Box a day, for 1 to 15 minutes. @default 0.2 */
  partial: number;
}

/** The rates of a marketplace without a script. */
export const DEFAULT_RATES: LivingRates = {
  price: 2,
  buybox: 1,
  soldOut: 0.1,
  rank: 4,
  sellers: 0.2,
  vanish: 0.01,
  blocks: 0.5,
  partial: 0.2,
};

const HOUR_MS = 3_600_000;

/** The rates of what happens to a product. */
export type ProductRate = Exclude<keyof LivingRates, 'blocks' | 'partial'>;

/** A change that follows another one later. */
export interface Later {
  afterMs: number;
  change: LivingChange;
}

/** Returns what happens to a product when its turn for this rate has come; the second one follows later. */
export const CHANGES: {
  readonly [Rate in ProductRate]: (product: LivingProduct, random: Random) => [LivingChange?, Later?];
} = {
  price: ({ asin, offers }, random) => {
    const offer = oneOfList(random, offers);
    if (offer === undefined) return [];
    const price = Math.max(1, cents(offer.price * (0.94 + random() * 0.12)));
    return [{ change: 'price', asin, seller: offer.sellerId, price }];
  },
  buybox: (product, random) => {
    const others = candidatesOf(product).filter(({ sellerId }) => sellerId !== product.featured);
    const next = oneOfList(random, others);
    return next === undefined ? [] : [{ change: 'rotate', asin: product.asin, seller: next.sellerId }];
  },
  soldOut: ({ asin }, random) => [
    { change: 'stock', asin, stock: 0 },
    {
      afterMs: wholeBetween(random, 2, 24) * HOUR_MS,
      change: { change: 'stock', asin, stock: wholeBetween(random, 3, 60) },
    },
  ],
  rank: ({ asin, rank }, random) => [
    { change: 'rank', asin, rank: Math.max(1, Math.round(rank * (0.85 + random() * 0.3))) },
  ],
  sellers: ({ asin, offers }, random) => {
    const leaving = oneOfList(random, offers);
    if (leaving !== undefined && offers.length > 2 && random() < 0.5)
      return [{ change: 'leave', asin, seller: leaving.sellerId }];
    const offer = offerOf(random, leaving?.price ?? 20, wholeBetween(random, 0, 1_000));
    return offers.some(({ sellerId }) => sellerId === offer.sellerId) ? [] : [{ change: 'join', asin, offer }];
  },
  vanish: ({ asin }, random) => [
    { change: 'vanish', asin },
    { afterMs: wholeBetween(random, 6, 72) * HOUR_MS, change: { change: 'return', asin } },
  ],
};
