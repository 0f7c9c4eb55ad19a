import { expect, test } from 'vitest';
import { regionNamed } from '../../src/locale/regions.ts';

test.each([
  ['Germany', 'en', 'DE'],
  ['United Kingdom', 'en', 'GB'],
  ['Czech Republic', 'en', 'CZ'],
  ['Turkey', 'en', 'TR'],
  ['Hongkong', 'de', 'HK'],
  ['états-unis', 'fr', 'US'],
  ['Update location', 'en', undefined],
  ['New York', 'en', undefined],
  ['Germany', 'de', undefined],
])('%s in %s', (name, language, code) => {
  expect(regionNamed(name, language)).toBe(code);
});
