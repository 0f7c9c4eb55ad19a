/** Numbers that are exact, and numbers as programs write them. */

/** Whether a number is not negative and small enough to be exact. */
export const isExact = (number: number): boolean => number >= 0 && number <= Number.MAX_SAFE_INTEGER;

const PLAIN = /^\s?\d{1,16}(?:\.\d{1,16})?\s?$/;

/** Returns a number that a program wrote into an attribute or JSON: `12`, `9.99`, not `1e9` or `0x1f`. `undefined` for any other value. */
export function plainNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && PLAIN.test(value) ? Number(value) : value;
  return typeof number === 'number' && isExact(number) ? number : undefined;
}

/** The same for a whole number above 0: a rank, the number of a page. */
export function ordinalNumber(value: unknown): number | undefined {
  const number = plainNumber(value);
  return number !== undefined && Number.isInteger(number) && number > 0 ? number : undefined;
}

/** Returns the largest number. `undefined` for an empty list. */
export const largestOf = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((one, other) => Math.max(one, other));
