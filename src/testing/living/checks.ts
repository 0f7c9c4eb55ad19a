/** The checks of prices and offers, and rows of further checks of a living marketplace. */
import { filledString, invalidSetting, type Setting, trueOrFalse, wholeNumber } from '../../options/checks.ts';
import { membersIn } from '../../options/table.ts';
import type { LivingOffer } from './state.ts';

/** Returns a row for a number between bounds. */
export const number = (least: number, most: number) => ({
  check: ({ name, value }: Setting): number => {
    if (typeof value === 'number' && value >= least && value <= most) return value;
    throw invalidSetting(name, value, `is not valid: expected a number from ${least} to ${most}.`);
  },
});

/** Returns a row for a whole number. */
export const whole = (least: number) => ({ check: (setting: Setting) => wholeNumber(setting, least) });

/** Returns a row for a text of a form. */
export const text = (form: RegExp, expected: string) => ({
  check: ({ name, value }: Setting): string => {
    if (typeof value === 'string' && form.test(value)) return value;
    throw invalidSetting(name, value, `is not valid: expected ${expected} upper-case letters or digits.`);
  },
});

/** Returns a row for a list. */
export const list = <T>(check: (setting: Setting) => T) => ({
  check: ({ name, value }: Setting): T[] => {
    if (!Array.isArray(value)) throw invalidSetting(name, value, 'is not valid: expected a list.');
    return value.map((entry: unknown, index) => check({ name: `${name}[${index}]`, value: entry }));
  },
});

const price = number(0.01, 1_000_000);

/** Returns a price. @throws BadRequestError `INVALID_CONFIGURATION` */
export const checkedPrice: (setting: Setting) => number = price.check;

/** Returns the members of an offer. @throws BadRequestError `INVALID_CONFIGURATION`, with the name of the member */
export const checkedOffer: (setting: Setting) => Partial<LivingOffer> = membersIn<LivingOffer>({
  sellerId: text(/^[A-Z0-9]{10,}$/, '10 or more'),
  sellerName: { check: filledString },
  price,
  shipping: number(0, 1_000_000),
  isFba: { check: trueOrFalse },
  stock: whole(0),
});
