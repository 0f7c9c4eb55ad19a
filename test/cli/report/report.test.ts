import { describe, expect, it } from 'vitest';
import { FAILED, KNOWN, reportOf, SHOP, sold } from './known.ts';
import { response } from './lines.ts';

describe('numbers', async () => {
  const report = await reportOf([...KNOWN, ...FAILED]);

  it('shows the key figures', () => {
    expect(report.figures).toEqual({
      Results: '14',
      Found: '10 71%',
      'Not found': '1 7%',
      Failed: '3 21%',
      Credits: '11',
      'Response time': '1 s 95% within 2 s',
    });
    expect(report.text('header > p')).toBe('20 November 2026, 12:00 to 12:46 UTC · United States, Germany');
  });

  it('counts outcomes by marketplace and page type', () => {
    expect(report.rows('Results by marketplace')).toEqual([
      ['United States', '11', '9', '1', '1'],
      ['Germany', '3', '1', '0', '2'],
    ]);
    expect(report.rows('Results by page')).toEqual([
      ['product', '11', '7', '1', '3'],
      ['offers', '3', '3', '0', '0'],
    ]);
  });

  it('separates currencies, and Buy Box prices from offers', () => {
    expect(report.texts('#prices h3')).toEqual(['USD', 'EUR']);
    const facts = report.texts('#prices .facts');
    expect(facts).toEqual([
      '5 prices · median $30.00 · from $10.00 to $100.00',
      '5 prices · median $12.00 · from $8.00 to $40.00',
      '1 price · median €50.00 · from €50.00 to €50.00',
    ]);
  });

  it('counts every price once', () => {
    const name = 'Buy Box prices of products';
    expect(report.rows(name).slice(0, 9)).toEqual([
      ['$10.00 – $20.00', '20%', '1'],
      ['$20.00 – $30.00', '20%', '1'],
      ['$30.00 – $40.00', '20%', '1'],
      ['$40.00 – $50.00', '20%', '1'],
      ...['$50.00 – $60.00', '$60.00 – $70.00', '$70.00 – $80.00', '$80.00 – $90.00'].map((range) => [
        range,
        '0%',
        '0',
      ]),
      ['$90.00 and more', '20%', '1'],
    ]);
    expect(report.widths(name).slice(0, 9)).toEqual([80, 80, 80, 80, 0, 0, 0, 0, 80]);
  });

  it('shows the sellers of Buy Boxes by marketplace and marks the operator', () => {
    expect(report.rows('Buy Boxes by seller, United States').slice(0, 3)).toEqual([
      ['Shop One', '67%', '4'],
      ['Amazon.com the operator', '17%', '1'],
      ['Shop Two', '17%', '1'],
    ]);
    expect(report.rows('Buy Boxes by seller, Germany')[0]).toEqual(['Laden', '100%', '1']);
    expect(report.text('#buy-box figure:first-child .facts')).toBe('6 Buy Boxes · 1 page without one (14%)');
    expect(report.widths('Buy Boxes by seller, United States')).toEqual([88.889, 22.222, 22.222]);
  });

  it('shows the stock of products by marketplace', () => {
    expect(report.text('#stock .facts')).toBe('6 products of 7 in stock');
    expect(report.rows('Products in stock')).toEqual([
      ['United States', '83%', '5'],
      ['Germany', '100%', '1'],
    ]);
  });

  it('counts the fields of the schema that responses lack', () => {
    const fields = report.rows('All fields: product');
    expect(fields.length).toBeGreaterThan(80);
    expect(fields.find(([name]) => name === 'asin')).toEqual(['asin', 'yes', '0%', '0', '0%', '0%']);
    expect(fields.find(([name]) => name === 'bb_price')).toEqual(['bb_price', '', '14%', '1', '17%', '0%']);
    expect(report.rows('Fields that some lack: product')).toContainEqual(['rating', '43%', '3']);
    const entries = report.rows('All fields: offers: each of product_sellers_info');
    expect(entries.find(([name]) => name === 'condition')).toEqual(['condition', '', '0%', '0', '0%']);
  });

  it('shows errors, and how calls ended over time', () => {
    expect(report.texts('#failures .facts')).toEqual([
      '3 failures',
      '10 found · 1 not found · 3 failed · each bar is 1 minute',
    ]);
    const results = report.rows('Results over time');
    expect(results).toHaveLength(47);
    expect(results[0]).toEqual(['2026-11-20 12:00', '8', '1', '0']);
    expect(results[15]).toEqual(['2026-11-20 12:15', '0', '0', '1']);
    expect(results[45]).toEqual(['2026-11-20 12:45', '1', '0', '0']);
    expect(report.rows('Errors by code')).toEqual([
      ['CAPTCHA it was CAPTCHA', '67%', '2'],
      ['TIMEOUT it was TIMEOUT', '33%', '1'],
    ]);
  });

  it('leaves out sections without data and says why', async () => {
    const other = await reportOf([response('product', null)]);
    expect(other.texts('nav a')).toEqual(['Failures']);
    expect(other.text('footer p:first-child')).toBe(
      'Left out: Prices (no result has a price), Buy Box by seller (no product or offers page shows a Buy Box), Stock (no result has a product or a list entry with its stock), Missing fields (no page of a known type was found).',
    );
    expect(report.texts('nav a')).toEqual(['Prices', 'Buy Box by seller', 'Stock', 'Failures', 'Missing fields']);
  });

  it('marks small samples', () => {
    expect(report.text('#prices .note')).toContain('Small sample: only 5 prices.');
    expect(report.text('#stock .note')).toContain('Small sample: only 7 products.');
  });
});

it('counts unknown stock apart, and missing parts of pages', async () => {
  const gap = { landmark: 'reviews', kind: 'missing', detail: 'the page has no reviews' };
  const report = await reportOf([
    response('product', sold(8, SHOP, { in_stock: undefined })),
    JSON.stringify({ ...JSON.parse(response('product', sold(9, SHOP))), gaps: [gap, gap] }),
  ]);
  expect(report.rows('Products in stock')).toEqual([['United States unknown: 1', '100%', '1']]);
  expect(report.text('#missing figure:first-child .facts')).toBe('1 of 2 responses');
});

describe('ranges of prices', () => {
  const name = 'Buy Box prices of products';
  const productsAt = (prices: readonly number[]) => prices.map((price) => response('product', sold(price, SHOP)));

  it('are equal for a narrow range, also of many different prices', async () => {
    const report = await reportOf(productsAt(Array.from({ length: 300 }, (_, index) => 20 + index / 10)));
    expect(report.text('#prices .facts')).toContain('median $34.95 · from');
    expect(report.rows(name).slice(0, 3)).toEqual([
      ['below $22.00', '7%', '20'],
      ['$22.00 – $24.00', '7%', '20'],
      ['$24.00 – $26.00', '7%', '20'],
    ]);
    expect(report.rows(name).at(-1)).toEqual(['$48.00 and more', '7%', '20']);
    expect(report.widths(name)[0]).toBeCloseTo(66.667, 2);
  });

  it('grow with the price for a wide range, and the outermost prices are in the first and the last one', async () => {
    const prices = Array.from({ length: 400 }, (_, index) => Math.round(100 * 1.02 ** index) / 100);
    const report = await reportOf(productsAt([...prices, 0, 999_999]));
    const rows = report.rows(name);
    expect(rows.map(([range]) => range).slice(0, 3)).toEqual(['below $2.00', '$2.00 – $5.00', '$5.00 – $10.00']);
    expect(rows.at(-1)?.[0]).toBe('$2,000.00 and more');
    expect(rows.reduce((sum, [, , times]) => sum + Number(times), 0)).toBe(402);
    expect(report.text('#prices .facts')).toContain('from $0.00 to $999,999.00');
  });

  it('separate prices without a valid currency', async () => {
    const report = await reportOf([
      response('product', { asin: 'B0LANTERN1', buybox: true, bb_price: 5, currency: 'EURO' }),
    ]);
    expect(report.text('#prices h3')).toBe('Unknown currency');
  });
});
