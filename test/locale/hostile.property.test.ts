/** Readers never throw, return only exact numbers, and read nothing that is longer than its limit. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOneOf,
  type Locale,
  mentions,
  numberIn,
  readTemplate,
  without,
  withoutPercents,
} from '../../src/locale/index.ts';
import { LONGEST_TEXT, LONGEST_WITH_PHRASES } from '../../src/locale/limits.ts';
import { hostileText, longRuns } from '../hostile-texts.ts';
import { languages, localeOf, patience, runs } from './support.ts';

type ReaderName = keyof typeof LONGEST_TEXT;

const names = Object.keys(LONGEST_TEXT) as ReaderName[];

/** Reads a text with a reader of a locale. */
function readWith(locale: Locale, name: ReaderName, text: string): unknown {
  if (name === 'says' || name === 'saysInAnyLanguage') return locale[name](text, ({ stock }) => stock.inStock);
  return locale[name](text);
}

function readAll(locale: Locale, text: string): unknown[] {
  const { stock, reviews } = locale.words;
  return [
    ...names.map((name) => readWith(locale, name, text)),
    locale.delivery('today', text),
    mentions(text, stock.inStock),
    isOneOf(text, stock.inStock),
    numberIn(text, stock.left),
    without(text, stock.inStock),
    withoutPercents(text),
    readTemplate(text, reviews.reviewedIn),
  ];
}

/** All numbers in a value. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

const isSound = (value: number) => Math.abs(value) <= Number.MAX_SAFE_INTEGER;
const COUNTS: readonly ReaderName[] = ['count', 'counts', 'stock'];

/** The long tests read every text in every language, the quick ones a sample. */
const isLong = process.env.PROPERTY_RUNS !== undefined;
const SAMPLE: readonly string[] = ['en', 'ja', 'ar'];

describe.each(languages.filter(([language]) => isLong || SAMPLE.includes(language)))(
  'hostile texts in %s',
  (language, code) => {
    const locale = localeOf(code, language);

    it(
      'never throw, and give the same exact numbers again',
      () => {
        fc.assert(
          fc.property(hostileText, (text) => {
            const values = readAll(locale, text);
            expect(numbersIn(values).filter((value) => !isSound(value))).toEqual([]);
            for (const name of COUNTS) {
              const counts = numbersIn(readWith(locale, name, text));
              expect(counts.filter((count) => !Number.isSafeInteger(count) || count < 0)).toEqual([]);
            }
            for (const name of ['price', 'prices', 'priceRange', 'number', 'percent', 'rating', 'weight'] as const)
              expect(numbersIn(locale[name](text)).filter((value) => value < 0)).toEqual([]);
            expect(readAll(localeOf(code, language), text)).toEqual(values);
          }),
          { numRuns: isLong ? Math.min(runs.numRuns, 2000) : 20 },
        );
      },
      patience,
    );

    it('of 200,000 characters are read as no text', () => {
      const absent = readAll(locale, '');
      for (const text of longRuns.filter((_, index) => isLong || index % 8 === 0)) {
        for (const name of names) expect(readWith(locale, name, text), name).toEqual(readWith(locale, name, ''));
        expect(mentions(text, locale.words.stock.inStock)).toBe(false);
        expect(numbersIn(readAll(locale, text))).toEqual(numbersIn(absent));
      }
    });
  },
);

describe('the longest text of a reader', () => {
  const locale = localeOf('us', 'en');
  const samples: Record<ReaderName, string> = {
    says: 'In Stock',
    saysInAnyLanguage: 'In Stock',
    number: '4.5',
    count: '12',
    counts: '12',
    rating: '4.5 out of 5',
    percent: '25%',
    price: '$9.99',
    prices: '$9.99',
    priceRange: '$9.99 - $12.99',
    date: 'March 12, 2026',
    dateInAnyLanguage: '12 mars 2026',
    delivery: 'FREE delivery March 12',
    condition: 'Used - Very Good',
    dealKind: 'Lightning Deal',
    dealEnd: 'March 12, 2026',
    dealEndAt: '2026-03-12T00:00:00Z',
    isNotLive: 'Deal ended',
    stock: 'Only 3 left in stock',
    dimensions: '1 x 2 x 3 inches',
    weight: '3 ounces',
  };

  it.each(names)('%s reads a text of its limit, and no longer one', (name) => {
    const sample = samples[name];
    const value = readWith(locale, name, sample);
    expect(value).not.toEqual(readWith(locale, name, ''));
    const isTrimmed = name !== 'dealEndAt';
    if (isTrimmed) {
      const full = sample + ' '.repeat(LONGEST_TEXT[name] - sample.length);
      expect(readWith(locale, name, full)).toEqual(value);
    }
    const long = sample + ' '.repeat(LONGEST_TEXT[name] + 1 - sample.length);
    expect(readWith(locale, name, long)).toEqual(readWith(locale, name, ''));
  });

  it('applies to the countdown of a promise too', () => {
    const late = 'Order within 23 hrs 59 mins';
    expect(locale.delivery('today', late).date_min).toBe('2026-03-12');
    expect(locale.delivery('today', late + ' '.repeat(2000)).date_min).toBe('2026-03-11');
  });

  it('applies to phrases outside of a reader', () => {
    const { inStock, left } = locale.words.stock;
    const pad = ' '.repeat(LONGEST_WITH_PHRASES);
    for (const [text, isRead] of [
      ['In Stock', true],
      [`In Stock${pad}`, false],
    ] as const) {
      expect(mentions(text, inStock)).toBe(isRead);
      expect(isOneOf(text, inStock)).toBe(isRead);
    }
    expect(numberIn('only 3 left', left)).toBe(3);
    expect(numberIn(`only 3 left${pad}`, left)).toBeUndefined();
    expect(without(`3 in stock${pad}`, inStock)).toBe('');
  });
});

describe('numbers that are too large', () => {
  const locale = localeOf('us', 'en');

  it.each(['9'.repeat(17), '٩'.repeat(40), '९'.repeat(190), `${'9'.repeat(25)}.5`, `${'9'.repeat(190)}.99`])(
    'are absent: %s',
    (digits) => {
      expect(locale.number(digits)).toBeUndefined();
      expect(locale.count(digits)).toBeUndefined();
      expect(locale.price(`$${digits}`)).toBeUndefined();
      expect(locale.weight(`${digits} kg`)?.value).toBeUndefined();
      expect(locale.stock(`Only ${digits} left in stock`).stock_qty).toBeUndefined();
    },
  );

  it('are absent after their suffix multiplies them', () => {
    expect(locale.count('9007199254740991K+')).toBeUndefined();
    expect(locale.count('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('a timestamp of a deal', () => {
  const locale = localeOf('us', 'en');

  it.each(['', 'soon', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z', '9'.repeat(50)])(
    'is absent for %j',
    (text) => {
      expect(locale.dealEndAt(text)).toEqual({ ends_on: null, ends_in_days: null });
    },
  );
});
