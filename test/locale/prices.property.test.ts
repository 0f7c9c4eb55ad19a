/** Amounts formatted by Intl are read back, in the languages of all marketplaces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketplaces } from '../../src/locale/index.ts';
import { localeOf, patience, renders, runs } from './support.ts';

const amounts = fc.oneof(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 999_999_999 }));

describe.each(renders)('amounts on %s in %s', (code, tag) => {
  const { currency } = marketplaces[code];
  const locale = localeOf(code, tag);
  const formats = (['symbol', 'narrowSymbol', 'code'] as const).map(
    (currencyDisplay) => new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay }),
  );
  const decimals = formats[0]?.resolvedOptions().maximumFractionDigits ?? 2;

  it(
    'are read back',
    () => {
      fc.assert(
        fc.property(amounts, fc.constantFrom(...formats), (minor, format) => {
          const amount = minor / 10 ** decimals;
          expect(locale.price(format.format(amount))).toEqual({ amount, currency });
        }),
        runs,
      );
    },
    patience,
  );

  it(
    'are read back as ranges',
    () => {
      fc.assert(
        fc.property(amounts, amounts, fc.constantFrom(' - ', ' – ', '-'), (low, high, dash) => {
          const format = formats[0] as Intl.NumberFormat;
          const [a, b] = [low / 10 ** decimals, high / 10 ** decimals];
          expect(locale.prices(format.format(a) + dash + format.format(b)).map(({ amount }) => amount)).toEqual([a, b]);
        }),
        runs,
      );
    },
    patience,
  );
});
