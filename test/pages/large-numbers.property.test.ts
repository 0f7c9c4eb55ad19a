/** No page type returns a number that is not finite or not exact, whatever digits its pages contain. */
import { describe, expect, test } from 'vitest';
import { MarketplaceError, parsePage } from '../../src/entries/parse.ts';
import { removeNotFinite } from '../../src/pages/engine/clean-data.ts';
import { rows, textOf } from '../fixtures/fixture.ts';
import { isLong } from '../runs.ts';

/** Returns the paths of all numbers that are not finite or not exact. */
function unsoundIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? [] : [`${path} ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => unsoundIn(member, `${path}.${name}`));
}

/** Digits in text, in attributes and in scripts; not those of tags, classes, ids and ASINs. */
const DIGITS = /(?<=[>\s"':$€£#(])\d[\d.,]*(?=[<\s"',)%+}\]])/g;

const replacements = {
  'a digit string': () => '9'.repeat(40),
  'a digit string with decimals': () => `${'9'.repeat(400)}.99`,
  'an exponent': () => '1e999',
  'the word Infinity': () => 'Infinity',
  'Arabic digits': (digits: string) => digits.replace(/\d/g, '٩'.repeat(30)),
  'full-width digits': (digits: string) => digits.replace(/\d/g, '９'.repeat(30)),
};

const pages = rows.filter(({ file }) => !file.startsWith('refusals/'));

/** The quick tests read each page with one of the replacements. */
const given = Object.entries(replacements).map(
  ([name, replacement], index) =>
    [name, replacement, isLong ? pages : pages.filter((_, at) => (at - index) % 6 === 0)] as const,
);

describe.each(given)('%s instead of each number', (_, replacement, some) => {
  test.each(some)('in $file', ({ file, url, fetched_at }) => {
    const html = textOf(file).replace(DIGITS, replacement);
    try {
      expect(unsoundIn(parsePage(html, { url, requestedAt: new Date(fetched_at) }))).toEqual([]);
    } catch (error) {
      expect(error).toBeInstanceOf(MarketplaceError);
    }
  });
});

describe('a number that is not finite or not exact', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, -(2 ** 60)])('is removed with its field: %d', (bad) => {
    const data = {
      price: bad,
      size: { sides: [1, { length: bad }] },
      title: 'x',
      shallow_parts: [{ asin: 'B0LANTERN1', price: 1, unit_price: { amount: bad } }],
    };
    expect(removeNotFinite(data, 'search')).toEqual(['price', 'size', 'shallow_parts[0].unit_price']);
    expect(data).toEqual({ title: 'x', shallow_parts: [{ asin: 'B0LANTERN1', price: 1 }] });
  });
});
