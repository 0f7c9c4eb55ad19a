/** Checks of the products and offers that a test gives to a living marketplace. */

import { filledString, invalidSetting, type Setting, trueOrFalse, wholeNumber } from '../../options/checks.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';
import { isAsin } from '../../pages/urls/links.ts';
import type { LivingProductStart } from './catalogue.ts';
import type { LivingOffer } from './state.ts';

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
export const checkedProduct: (setting: Setting) => LivingProductStart = membersIn<LivingProductStart>({
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
