import { expect, test } from 'vitest';
import { ParseError, parseProduct } from '../../../src/entries/parse.ts';
import { cart, html, prices, struck } from './page.ts';

const requestedAt = new Date('2026-03-02T18:00:00Z');
const data = (text: string) => {
  const page = parseProduct(text, { url: 'https://www.amazon.com/dp/B0KETTLE01', requestedAt });
  if (!page.found) throw new Error('not found');
  return page.data;
};
const whole = html({ box: cart(), centre: prices(struck('List Price:', '$30.00')) });
const before = (mark: string) => whole.slice(0, whole.indexOf(mark));

test('values after the end of a truncated page are unknown', () => {
  const top = data(before('</h1>'));
  for (const field of ['buybox', 'buybox_state', 'promotion']) expect(top).not.toHaveProperty(field);
  expect(data(before('<div id="rightCol"'))).not.toHaveProperty('buybox');
  expect(data(before('<div id="rightCol"')).promotion).toMatchObject({ list_price: { amount: 30 } });
});

test('a page that is truncated before its title and its ASIN is a ParseError', () => {
  expect(() => data(before('<div id="centerCol"'))).toThrow(ParseError);
});

test('values missing from a complete page are false or absent', () => {
  expect(data(html({}))).toMatchObject({ buybox: false, buybox_state: 'none', promotion: null });
});
