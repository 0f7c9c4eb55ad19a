/** Finds amounts without a currency in the data of a page. */

/** The names of amounts: `bb_price`, `price_min`, `savings_amount`, `import_fees`, `shipping`. */
const AMOUNT = /(?:^|_)(?:price|amount|fees|shipping)(?:$|_min$|_max$)/;

/** Returns the paths of all amounts that are in no object with a currency. Free shipping needs none. */
export function bareAmounts(data: unknown, path = '', hasCurrency = false): string[] {
  if (typeof data !== 'object' || data === null) return [];
  const isKnown = hasCurrency || 'currency' in data;
  return Object.entries(data).flatMap(([name, value]) => {
    const at = `${path}.${name}`;
    const isBare = typeof value === 'number' && value !== 0 && AMOUNT.test(name) && !isKnown;
    const isBareCoupon = name === 'coupon' && value?.unit === 'currency' && !isKnown;
    return isBare || isBareCoupon ? [at] : bareAmounts(value, at, isKnown);
  });
}
