/**
 * Facts that the script of the living marketplace lacks: texts, pictures, ratings, deals, coupons, profiles of sellers, and pages that lack parts. It follows from a
 * seed, and is the same for each time, however often it is asked for.
 */
import { oneOfList, type Random, randomOf, untilNext, wholeBetween } from '../../src/testing/living/random.ts';

/** The truth about a product at a time. */
export interface ProductExtras {
  title: string;
  /** Id of the picture. */
  image: string;
  bullets: readonly string[];
  rating: number;
  reviews: number;
  /** Id of the running deal. */
  deal: string | null;
  coupon: Coupon | null;
}

export interface Coupon {
  unit: 'currency' | 'percent';
  value: number;
}

/** The truth about a seller at a time. */
export interface SellerExtras {
  name: string;
  rating: number;
  positive: number;
  business: string;
}

/**
 * The missing parts of a page: `box` its Buy Box and all below, `images` the gallery, `all` everything (the page cannot be read), `offers` the last offer, `tiles` all
 * but the first results, `prices` the prices of all results, `imprint` the business of a seller.
 */
export type Cut = 'box' | 'images' | 'all' | 'offers' | 'tiles' | 'prices' | 'imprint';

const CUTS: Readonly<Record<string, readonly Cut[]>> = {
  product: ['box', 'images', 'all'],
  offers: ['offers', 'all'],
  search: ['tiles', 'prices'],
  seller: ['imprint', 'all'],
};

/** So many results are on a page that lacks the others. */
export const WHOLE_TILES = 5;

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Longest time for which there is a script. */
const LENGTH = 4 * DAY;

/** A title that has nothing in common with that of the product. */
export const OTHER_TITLE = 'Zyxq Vubbk 77';

/** Returns the title of a product in the market. */
export function titleOf(asin: string): string {
  return `Folding Lantern, Model ${asin}`;
}

export class Extras {
  readonly #seed: number;
  readonly #from: number;
  /** When each thing happens [milliseconds since the epoch]. */
  readonly #times = new Map<string, readonly number[]>();

  /** @param from Start of the script [milliseconds since the epoch]. */
  constructor(seed: number, from: number) {
    this.#seed = seed;
    this.#from = from;
  }

  product(asin: string, at: number): ProductExtras {
    const title = titleOf(asin);
    const count = (what: string, perDay: number) => this.#timesUntil(`${what} ${asin}`, perDay, at).length;
    const [reviews, coupon] = [count('reviews', 8), count('coupon', 4)];
    const deals = count('deal', 4);
    return {
      title: oneOf([title, `${title}, Improved`, OTHER_TITLE], count('title', 2)),
      image: `${oneOf(['71', '81'], count('image', 1))}${asin}`,
      bullets: ['Light and small.', `Edition ${count('bullets', 2) % 2}.`],
      rating: wholeBetween(this.#random(`rating ${asin}`, count('rating', 4)), 21, 49) / 10,
      // Each fourth time the marketplace removes ratings.
      reviews: 500 + reviews * 7 - (reviews % 4 === 3 ? 12 : 0),
      deal: oneOf([null, `amzn1.deal.${deals}a`, `amzn1.deal.${deals}b`], deals),
      coupon: oneOf(
        [null, { unit: 'currency' as const, value: 1 + (coupon % 5) }, { unit: 'percent' as const, value: 10 }],
        coupon,
      ),
    };
  }

  seller(id: string, at: number): SellerExtras {
    const count = (what: string) => this.#timesUntil(`${what} ${id}`, 2, at).length;
    return {
      name: `Seller ${oneOf(['One', 'Two'], count('name'))}`,
      rating: wholeBetween(this.#random(`rating ${id}`, count('rating')), 31, 49) / 10,
      positive: 90 + (count('positive') % 9),
      business: `Business ${count('business') % 2} LLC`,
    };
  }

  /** Returns what the pages of a target lack. */
  cut(endpoint: string, key: string, at: number): Cut | undefined {
    const begun = this.#timesUntil(`cut ${endpoint} ${key}`, 2, at);
    const last = begun.at(-1);
    if (last === undefined) return undefined;
    const random = this.#random(`cut ${endpoint} ${key}`, begun.length);
    const cut = oneOfList(random, CUTS[endpoint] ?? []);
    return at < last + wholeBetween(random, 10, 90) * MINUTE ? cut : undefined;
  }

  #random(what: string, count: number): Random {
    return randomOf(this.#seed, what, count);
  }

  /** Returns when something has happened until a time. */
  #timesUntil(what: string, perDay: number, at: number): readonly number[] {
    const times = this.#times.get(what) ?? this.#allTimes(what, perDay);
    this.#times.set(what, times);
    return times.filter((time) => time <= at);
  }

  #allTimes(what: string, perDay: number): readonly number[] {
    const random = randomOf(this.#seed, what);
    const times: number[] = [];
    const end = this.#from + LENGTH;
    for (let time = this.#from + untilNext(random, perDay); time < end; time += untilNext(random, perDay))
      times.push(time);
    return times;
  }
}

function oneOf<Value>(values: readonly Value[], count: number): Value {
  return values[count % values.length] as Value;
}
