import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localeOf, patience, renders, runs } from './support.ts';

describe.each(renders)('counts on %s in %s', (code, tag) => {
  const locale = localeOf(code, tag);
  const whole = new Intl.NumberFormat(tag);

  it(
    'are read back',
    () => {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom('', '+', ')'), (count, after) => {
          expect(locale.count(whole.format(count) + after)).toBe(count);
        }),
        runs,
      );
    },
    patience,
  );

  it(
    'are read back with a suffix',
    () => {
      const [suffix, factor] = Object.entries(locale.words.numbers.suffixes)[0] ?? ['K', 1000];
      const tenths = new Intl.NumberFormat(tag, { useGrouping: false, maximumFractionDigits: 1 });
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 9999 }), fc.constantFrom('', ' '), (tenth, gap) => {
          expect(locale.count(`${tenths.format(tenth / 10)}${gap}${suffix}+`)).toBe(Math.round((tenth * factor) / 10));
        }),
        runs,
      );
    },
    patience,
  );

  it(
    'are read back as ratings',
    () => {
      const stars = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 50 }), (tenth) => {
          expect(locale.rating(stars.format(tenth / 10))).toBe(tenth / 10);
        }),
        runs,
      );
    },
    patience,
  );
});
