/** The events of a product of a living marketplace. */
import { didYouMean } from '../../contract/similar.ts';
import { invalidSetting, oneOf, type Setting, wholeNumber } from '../../options/checks.ts';
import { membersOf } from '../../options/table.ts';
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

/** Codes of the blocks that a living marketplace can serve. */
export const BLOCK_CODES = ['CAPTCHA', 'INTERSTITIAL', 'ROBOT_CHECK', 'UNAVAILABLE'] as const;

/** A code of a block. */
export type LivingBlockCode = (typeof BLOCK_CODES)[number];

/** A disturbance of the site itself, for a time. */
export type LivingDisturbance =
  /** Requests are refused. */
  | { change: 'block'; forMs: number; code?: LivingBlockCode | undefined; asin?: string | undefined }
  /** Product pages lack their Buy Box: their envelopes have a gap. */
  | { change: 'partial'; forMs: number; asin?: string | undefined };

/** A line of a script: what happens, and when. */
export type LivingEvent = { at: number } & (LivingChange | LivingDisturbance);

type Check = (setting: Setting) => unknown;

const wholeFrom =
  (least: number): Check =>
  (setting) =>
    wholeNumber(setting, least);
/** `changed` checks the seller: it needs the offers of that time. */
const seller: Check = () => undefined;
const forMs = wholeFrom(1);

/** The members of each change besides `change`, `at` and `asin`, with their checks. A member that is missing is `null`. */
const MEMBERS: Readonly<Record<LivingEvent['change'], Readonly<Record<string, Check>>>> = {
  price: { seller, price: checkedPrice },
  stock: { seller, stock: wholeFrom(0) },
  buybox: { seller },
  rotate: { seller },
  join: { offer: assertComplete },
  leave: { seller },
  vanish: {},
  return: {},
  rank: { rank: wholeFrom(1) },
  block: { forMs, code: ({ name, value }) => oneOf({ name, value: value ?? undefined }, BLOCK_CODES) },
  partial: { forMs },
};

/** Checks a change, as far as it does not depend on the product. @throws BadRequestError `INVALID_CONFIGURATION` */
export function assertChange(event: LivingChange | LivingDisturbance): void {
  const { change } = event;
  if (!Object.hasOwn(MEMBERS, change))
    throw invalidSetting('change', change, `is not a change. ${didYouMean(String(change), Object.keys(MEMBERS))}`);
  const checks = MEMBERS[change];
  const known = { at: true, change: true, asin: true, ...checks };
  const given = membersOf({ name: 'change', value: event }, `the change "${change}"`, known);
  for (const [name, check] of Object.entries(checks)) check({ name, value: given[name] ?? null });
}

function assertComplete({ name, value }: Setting): void {
  const { sellerId, price } = checkedOffer({ name, value });
  if (sellerId === undefined || price === undefined)
    throw invalidSetting(name, undefined, 'not complete: expected at least sellerId and price.');
}

/** Returns the product after a change. @throws BadRequestError `INVALID_CONFIGURATION` for a seller that has no offer, or a value that is not valid */
export function changed(product: LivingProduct, change: LivingChange): LivingProduct {
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
