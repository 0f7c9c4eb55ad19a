/** The products that a living marketplace starts with. */
import { filledString, invalidSetting, type Setting, trueOrFalse, wholeNumber } from '../../options/checks.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';
import { isAsin } from '../../pages/urls/links.ts';
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

/** Returns the products at the start. @throws BadRequestError `INVALID_CONFIGURATION` for invalid members, and for products or offers with the same id */
export function catalogueOf(seed: number | string, given: number | readonly LivingProductStart[]): LivingProduct[] {
  const starts =
    typeof given === 'number'
      ? Array.from({ length: given }, () => ({}))
      : given.map((start, index) => checkedProduct({ name: `products[${index}]`, value: start }));
  const products = starts.map((start, index) => productOf(seed, start, index + 1));
  for (const { asin, offers } of products) {
    const seller = firstTwice(offers.map(({ sellerId }) => sellerId));
    if (seller !== undefined)
      throw invalidSetting(
        'products',
        undefined,
        `two offers of ${asin} have the seller ${seller}: expected a different sellerId for each.`,
      );
  }
  const twice = firstTwice(products.map(({ asin }) => asin));
  if (twice === undefined) return products;
  throw invalidSetting(
    'products',
    undefined,
    `two products have the ASIN ${twice}: expected a different one for each.`,
  );
}

function firstTwice(ids: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return ids.find((id) => seen.size === seen.add(id).size);
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

/** Returns a price. @throws BadRequestError `INVALID_CONFIGURATION` */
export function checkedPrice({ name, value }: Setting): number {
  if (typeof value === 'number' && value > 0 && value < 1_000_000) return value;
  throw invalidSetting(name, value, 'is not valid: expected a number above 0.');
}

const OFFER: OptionTable<LivingOffer> = {
  sellerId: {
    check: ({ name, value }) => {
      if (typeof value === 'string' && /^[A-Z0-9]{10,}$/.test(value)) return value;
      throw invalidSetting(name, value, 'is not valid: expected 10 or more upper-case letters or digits.');
    },
  },
  sellerName: { check: filledString },
  price: { check: checkedPrice },
  shipping: { check: (setting) => numberUpTo(setting, 1_000_000) },
  isFba: { check: trueOrFalse },
  stock: { check: (setting) => wholeNumber(setting, 0) },
};

/** Returns the members of an offer. @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the member */
export const checkedOffer: (setting: Setting) => Partial<LivingOffer> = membersIn(OFFER);

/** Returns the members of a product. @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the member */
const checkedProduct: (setting: Setting) => LivingProductStart = membersIn<LivingProductStart>({
  asin: {
    check: ({ name, value }) => {
      if (isAsin(value)) return value;
      throw invalidSetting(name, value, 'is not valid: expected 10 upper-case letters or digits.');
    },
  },
  title: { check: filledString },
  isListed: { check: trueOrFalse },
  offers: { check: checkedOffers },
  rank: { check: (setting) => wholeNumber(setting, 1) },
  rating: { check: (setting) => numberUpTo(setting, 5) },
  reviews: { check: (setting) => wholeNumber(setting, 0) },
});

function checkedOffers({ name, value }: Setting): Partial<LivingOffer>[] {
  if (!Array.isArray(value)) throw invalidSetting(name, value, 'is not valid: expected a list of offers.');
  return value.map((offer: unknown, index) => checkedOffer({ name: `${name}[${index}]`, value: offer }));
}

function numberUpTo({ name, value }: Setting, most: number): number {
  if (typeof value === 'number' && value >= 0 && value <= most) return value;
  throw invalidSetting(name, value, `is not valid: expected a number from 0 to ${most}.`);
}
