import { describe, expect, it } from 'vitest';
import { localeOf } from './support.ts';

describe('price', () => {
  it.each(['23 , 00 €', '€ 05', '00€'])('is not read from cents without their whole part: %s', (text) => {
    expect(localeOf('de', 'de').price(text)).toBeUndefined();
  });

  it.each([
    ['us', 'en', '$1,299.99', 1299.99, 'USD'],
    ['us', 'es', 'US$1,299.99', 1299.99, 'USD'],
    ['ca', 'fr', '1 299,99 $', 1299.99, 'CAD'],
    ['ca', 'fr', 'Livraison à 5,99 $ 20 - 27 juin', 5.99, 'CAD'],
    ['us', 'de', 'Lieferung für 12,99 $ 3. - 9. Apr.', 12.99, 'USD'],
    ['us', 'en', 'May 5 - 9 $3.99 delivery', 3.99, 'USD'],
    ['au', 'en', '$45', 45, 'AUD'],
    ['sg', 'en', 'S$12.90', 12.9, 'SGD'],
    ['mx', 'es', '$1,299.00', 1299, 'MXN'],
    ['us', 'en', 'MX$1,299.00', 1299, 'MXN'],
    ['us', 'en', 'NT$1,299', 1299, 'TWD'],
    ['us', 'en', 'CA$ 5.25', 5.25, 'CAD'],
    ['us', 'en', 'AU $12.90', 12.9, 'AUD'],
    ['mx', 'es', '$299.00 MXN', 299, 'MXN'],
    ['uk', 'en', '£12.99', 12.99, 'GBP'],
    ['de', 'de', '1.299,99 €', 1299.99, 'EUR'],
    ['de', 'de', '1.299 €', 1299, 'EUR'],
    ['de', 'en', '€1,299.99', 1299.99, 'EUR'],
    ['fr', 'fr', '1\u202f299,99\u00a0€', 1299.99, 'EUR'],
    ['it', 'it', 'a 2,90 €', 2.9, 'EUR'],
    ['es', 'es', '12,99€', 12.99, 'EUR'],
    ['nl', 'nl', '€ 1.299,99', 1299.99, 'EUR'],
    ['be', 'nl', '€ 12,50', 12.5, 'EUR'],
    ['br', 'pt', 'R$\u00a01.299,99', 1299.99, 'BRL'],
    ['jp', 'ja', '￥1,299', 1299, 'JPY'],
    ['jp', 'ja', '1,299円', 1299, 'JPY'],
    ['jp', 'en', '¥12,990', 12990, 'JPY'],
    ['in', 'en', '₹1,00,524.00', 100524, 'INR'],
    ['in', 'en', 'Rs. 499', 499, 'INR'],
    ['tr', 'tr', '1.299,99 TL', 1299.99, 'TRY'],
    ['tr', 'tr', '₺1.299,99', 1299.99, 'TRY'],
    ['sa', 'ar', '١٬٢٩٩٫٩٩ ر.س.\u200f', 1299.99, 'SAR'],
    ['sa', 'en', 'SAR 129.00', 129, 'SAR'],
    ['ae', 'en', 'AED129.50', 129.5, 'AED'],
    ['ae', 'ar', '129.50 درهم', 129.5, 'AED'],
    ['pl', 'pl', '1 299,99 zł', 1299.99, 'PLN'],
    ['se', 'sv', '1 299,00 kr', 1299, 'SEK'],
    ['se', 'en', '1 299,00 kr', 1299, 'SEK'],
    ['us', 'en', 'EGP 1,234.00', 1234, 'EGP'],
    ['us', 'en', 'KWD 12.500', 12.5, 'KWD'],
    ['us', 'en', '-$5.00', 5, 'USD'],
    ['us', 'en', '€12.99', 12.99, 'EUR'],
  ] as const)('%s in %s: %s', (code, language, text, amount, currency) => {
    expect(localeOf(code, language).price(text)).toEqual({ amount, currency });
  });

  it('is absent without a currency', () => {
    expect(localeOf('us', 'en').price('1,299.99')).toBeUndefined();
    expect(localeOf('fr', 'fr').prices('1 299,99')).toEqual([]);
  });

  it.each(['2 offers', 'TOP 10', '15%', '', 'price', 'IP68 2024'])('returns undefined for %j', (text) => {
    expect(localeOf('us', 'en').price(text)).toBeUndefined();
  });

  it('never takes a part of an amount', () => {
    expect(localeOf('de', 'de').price('1 299,99 €')).toEqual({ amount: 1299.99, currency: 'EUR' });
    expect(localeOf('us', 'cs').price('1 299,99 €')).toEqual({ amount: 1299.99, currency: 'EUR' });
  });
});

describe('prices', () => {
  const amounts = (text: string) =>
    localeOf('us', 'en')
      .prices(text)
      .map(({ amount }) => amount);

  it.each([
    ['$12.99 - $24.99', [12.99, 24.99]],
    ['$12.99-$24.99', [12.99, 24.99]],
    ['12,99 € - 24,99 €', [12.99, 24.99]],
    ['12,99 - 24,99 €', [12.99, 24.99]],
    ['$10 - 20', [10, 20]],
    ['12,99 € 15,99 €', [12.99, 15.99]],
    ['$15.99 ($1.02 / Count)', [15.99, 1.02]],
    ['Pack of 2 $15.99', [15.99]],
    ['Pack of 2 $ 15.99', [15.99]],
    ['2 x 12,99 €', [12.99]],
    ['12 offers from $5.00', [5]],
    ['£1.50£2.00', [1.5, 2]],
    ['5 stars €2 or €3', [2, 3]],
  ])('%s', (text, expected) => {
    expect(amounts(text)).toEqual(expected);
  });

  it('is empty for no text', () => {
    expect(localeOf('us', 'en').prices(undefined)).toEqual([]);
  });
});

describe('priceRange', () => {
  const range = (text: string) =>
    localeOf('us', 'en')
      .priceRange(text)
      ?.map(({ amount, currency }) => [amount, currency]);

  it.each([
    ['$9.99 - $12.99', 'USD'],
    ['$9.99-$12.99', 'USD'],
    ['9,99 € – 12,99 €', 'EUR'],
    ['9,99 - 12,99 €', 'EUR'],
    ['￥9.99～￥12.99', 'JPY'],
    ['$12.99 - $9.99', 'USD'],
  ])('reads the two prices of %s, the lower one first', (text, currency) => {
    expect(range(text)).toEqual([
      [9.99, currency],
      [12.99, currency],
    ]);
  });

  it.each(['$9.99', '$9.99 ($1.20 / ounce)', '$9.99 - $9.99', '$30.00 - now $20.00', '9 - 12', ''])(
    'returns undefined for %j',
    (text) => {
      expect(range(text)).toBeUndefined();
    },
  );
});
