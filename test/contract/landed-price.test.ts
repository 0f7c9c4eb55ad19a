import { describe, expect, it } from 'vitest';
import { absoluteUrl, landedPrice, type OfferEntry } from '../../src/entries/index.ts';
import { answer } from '../../src/entries/testing.ts';

const offer = (members: Partial<OfferEntry>): OfferEntry => ({
  seller_id: 'A1LARKMOOR0US',
  price: 58.1,
  currency: 'USD',
  delivery: [],
  ...members,
});
const standard = { kind: 'standard', days_min: 1, days_max: 1, date_min: null, date_max: null, text: '' } as const;

describe('landedPrice', () => {
  it.each([
    [{ shipping_price: 4.2, is_shipping_known: true }, 62.3],
    [{ shipping_price: 0, is_shipping_known: true }, 58.1],
    [{ shipping_price: 4.2, is_shipping_known: true, import_fees: 10 }, 72.3],
  ])('adds price, shipping and import fees: %j', (members, amount) => {
    expect(landedPrice(offer(members))).toEqual({ amount, currency: 'USD' });
  });

  it('has no currency if the page shows none', () => {
    const { currency: _, ...bare } = offer({ shipping_price: 0, is_shipping_known: true });
    expect(landedPrice(bare)).toEqual({ amount: 58.1 });
  });

  it.each([
    [{ shipping_price: 0, is_shipping_known: false }],
    [{ shipping_price: 0 }],
    [{ shipping_price: 0, delivery: [{ ...standard, is_free: null }] }],
    [{ shipping_price: 0, delivery: [{ ...standard, kind: 'fastest' as const, is_free: true }] }],
    [{}],
  ])('is undefined if the shipping is not known: %j', (members) => {
    expect(landedPrice(offer(members))).toBeUndefined();
  });

  it('is undefined without a price', () => {
    const { price: _, ...bare } = offer({ shipping_price: 0, is_shipping_known: true });
    expect(landedPrice(bare)).toBeUndefined();
  });

  it.each([
    [{ shipping_price: 4 }, 62.1],
    [{ shipping_price: 0, delivery: [{ ...standard, is_free: true }] }, 58.1],
  ])('reads an offer of a service that does not send is_shipping_known: %j', (members, amount) => {
    expect(landedPrice(offer(members))?.amount).toBe(amount);
  });

  it('knows the shipping of the offers of a fake', () => {
    const { data } = answer('offers', { product_sellers_info: [{}, { shipping_price: 3 }] });
    expect(data?.product_sellers_info.map((one) => landedPrice(one)?.amount)).toEqual([34.99, 38.99]);
    expect(data?.product_sellers_info.map(({ delivery }) => delivery[0]?.is_free)).toEqual([true, false]);
  });
});

describe('absoluteUrl', () => {
  it.each([
    ['de', '/stores/Larkmoor', 'https://www.amazon.de/stores/Larkmoor'],
    ['uk', 'dp/B0LANTERN1?th=1', 'https://www.amazon.co.uk/dp/B0LANTERN1?th=1'],
    ['us', 'https://m.example.com/I/1.jpg', 'https://m.example.com/I/1.jpg'],
    ['us', '//images.example.com/I/1.jpg', 'https://images.example.com/I/1.jpg'],
    ['us', 'https://', 'https://'],
    ['us', undefined, undefined],
  ] as const)('on %s of %s is %s', (marketplace, url, expected) => {
    expect(absoluteUrl(marketplace, url)).toBe(expected);
  });

  it.each(['com', 'toString', undefined])('refuses the marketplace %s', (marketplace) => {
    const refusal = expect.objectContaining({ code: 'INVALID_PARAMETER', parameter: 'marketplace' });
    expect(() => absoluteUrl(marketplace as 'us', '/dp/1')).toThrow(refusal);
  });
});
