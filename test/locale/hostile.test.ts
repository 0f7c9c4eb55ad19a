/** Readers never throw, and take linear time, for any text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Locale } from '../../src/locale/index.ts';
import { languages, localeOf, patience, runs } from './support.ts';

const readers = [
  'number',
  'count',
  'counts',
  'rating',
  'price',
  'prices',
  'date',
  'delivery',
  'condition',
  'dealKind',
  'dealEnd',
  'stock',
  'isFree',
  'dimensions',
  'weight',
] as const satisfies readonly (keyof Locale)[];
const pieces = [
  '1',
  '12 ',
  '1 299 ',
  '1.',
  ',',
  '$',
  '€ ',
  'March ',
  '- ',
  'x ',
  '12 x ',
  'to ',
  'free ',
  'a',
  ' ',
  '月',
  '日',
  "'",
  'Used - ',
  '"',
  'l',
];

describe.each(languages)('hostile texts in %s', (language, code) => {
  const locale = localeOf(code, language);
  const readAll = (text: string) => {
    for (const reader of readers) locale[reader](text);
  };

  it('take linear time', () => {
    for (const piece of pieces) {
      const started = performance.now();
      readAll(piece.repeat(4000));
      expect(performance.now() - started, piece).toBeLessThan(2000);
    }
  });

  it(
    'never throw',
    () => {
      fc.assert(
        fc.property(
          fc.oneof(
            fc.string({ unit: 'grapheme' }),
            fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join('')),
          ),
          readAll,
        ),
        { numRuns: Math.min(runs.numRuns, 1000) },
      );
    },
    patience,
  );
});
