import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localeOf, patience, renders, runs } from './support.ts';

const days = fc.integer({ min: 0, max: 12_000 }).map((day) => new Date(Date.UTC(1999, 0, 1) + day * 86_400_000));
/** Languages without a file of words. */
const WORDLESS = /^(?:cs|hi|ta|te|kn|ml)/;

describe.each(renders)('dates on %s in %s', (code, tag) => {
  const locale = localeOf(code, tag);
  const formats = (['full', 'long', 'medium'] as const).map(
    (dateStyle) => new Intl.DateTimeFormat(tag, { dateStyle, timeZone: 'UTC' }),
  );

  it(
    'are read back, or not at all',
    () => {
      fc.assert(
        fc.property(days, fc.constantFrom(...formats), (day, format) => {
          const read = locale.date(format.format(day));
          const isUnknown = read === undefined && (WORDLESS.test(tag) || AMBIGUOUS.test(format.format(day)));
          if (!isUnknown) expect(read).toBe(day.toISOString().slice(0, 10));
        }),
        runs,
      );
    },
    patience,
  );
});

/** Numeric dates, on a site that uses both orders. */
const AMBIGUOUS = /^\d{1,2}[/-]\d{1,2}[/-]\d{4}$/;
