/** The products that a living marketplace starts with. */
import { wrongSetting } from '../../options/checks.ts';
import { cents } from '../answers/subject.ts';
import { oneOfList, type Random, randomOf, wholeBetween } from './random.ts';
import { type LivingOffer, type LivingProduct, withBuyBox } from './state.ts';

/** A product of which a test sets only some values. The seed decides the others. */
export interface LivingProductStart extends Partial<Omit<LivingProduct, 'offers' | 'featured' | 'pinned'>> {
  /** Its offers. `sellerId` identifies them in scripts. */
  readonly offers?: readonly Partial<LivingOffer>[] | undefined;
}

const BRANDS = ['Larkmoor', 'Fennway', 'Driftline', 'Coldbrook', 'Emberlee', 'Sunhollow', 'Wickham', 'Glowbarn'];
const THINGS = ['Camping Lantern', 'Headlamp', 'Water Bottle', 'Hammock', 'Tent Light', 'Camp Stove', 'Trekking Poles'];
const SELLERS = [
  'Larkmoor Outdoors',
  'Wander Depot',
  'Basecamp Bits',
  'Ridge and River',
  'Lamp Works',
  'Trail Pantry',
  'North Fork Goods',
  'Harbor Lane Supply',
];

/** Returns the ASIN of a product by its number, starting at 1. */
export function livingAsin(number: number): string {
  return `B0LIVE${String(number).padStart(4, '0')}`;
}

/** Returns the products at the start. @throws BadRequestError `INVALID_CONFIGURATION` for products or offers with the same id */
export function catalogueOf(seed: number | string, given: number | readonly LivingProductStart[]): LivingProduct[] {
  const starts = typeof given === 'number' ? Array.from({ length: given }, () => ({})) : given;
  const products = starts.map((start, index) => productOf(seed, start, index + 1));
  assertDifferent('two products have the ASIN', products, ({ asin }) => asin);
  for (const { asin, offers } of products)
    assertDifferent(`two offers of ${asin} have the seller`, offers, ({ sellerId }) => sellerId);
  return products;
}

function assertDifferent<T>(what: string, things: readonly T[], idOf: (thing: T) => string): void {
  const [twice] = [...Map.groupBy(things, idOf)].find(([, { length }]) => length > 1) ?? [];
  if (twice !== undefined) throw wrongSetting('products', `${what} ${twice}: expected a different one for each.`);
}

function productOf(seed: number | string, { offers, ...given }: LivingProductStart, number: number): LivingProduct {
  const asin = given.asin ?? livingAsin(number);
  const random = randomOf(seed, asin, 'start');
  const brand = oneOfList(random, BRANDS);
  const thing = oneOfList(random, THINGS);
  const base = cents(wholeBetween(random, 8, 120) + 0.99);
  const usual = Array.from({ length: wholeBetween(random, 2, 5) }, () => ({}));
  return withBuyBox({
    asin,
    title: `${brand} ${thing}, Model ${number}`,
    isListed: true,
    rank: wholeBetween(random, 20, 50_000),
    rating: wholeBetween(random, 34, 49) / 10,
    reviews: wholeBetween(random, 12, 9_000),
    ...given,
    offers: (offers ?? usual).map((offer, index) => ({ ...offerOf(random, base, number + index), ...offer })),
    featured: undefined,
  });
}

/** Returns an offer of one of the sellers, with a price near the usual one. */
export function offerOf(random: Random, price: number, seller: number): LivingOffer {
  const index = seller % SELLERS.length;
  return {
    sellerId: `A${index + 1}LIVINGSELLER`,
    sellerName: String(SELLERS[index]),
    price: cents(price * (0.98 + random() * 0.06)),
    shipping: 0,
    isFba: random() < 0.7,
    stock: wholeBetween(random, 1, 60),
  };
}
