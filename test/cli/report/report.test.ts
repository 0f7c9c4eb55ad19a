import { describe, expect, it } from 'vitest';
import { FAILED, KNOWN, offer, reportOf, SHOP, sold } from './known.ts';
import { response } from './lines.ts';

describe('numbers', async () => {
  const report = await reportOf([...KNOWN, ...FAILED]);

  it('shows the key figures', () => {
    expect(report.figures).toEqual({
      Results: '14',
      Found: '10 71%',
      'Not found': '1 7%',
      Failed: '3 21%',
      Credits: '11 90 left',
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
      '5 prices · median $30.00 · quartiles $20.00 and $40.00 · from $10.00 to $100.00',
      '5 prices · median $12.00 · quartiles $9.00 and $15.00 · from $8.00 to $40.00',
      '1 price · median €50.00 · from €50.00 to €50.00',
    ]);
  });

  it('counts every price once', () => {
    const name = 'Buy Box prices of products, USD';
    expect(report.rows(name)).toEqual([
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
    expect(report.widths(name)).toEqual([80, 80, 80, 80, 0, 0, 0, 0, 80]);
  });

  it('shows the sellers of Buy Boxes by marketplace and marks the operator', () => {
    expect(report.rows('Buy Boxes by seller, United States').slice(0, 3)).toEqual([
      ['Shop One', '67%', '4'],
      ['Amazon.com the operator', '17%', '1'],
      ['Shop Two', '17%', '1'],
    ]);
    expect(report.rows('Buy Boxes by seller, Germany')[0]).toEqual(['Laden', '100%', '1']);
    expect(report.text('#buy-box figure:first-child .facts')).toBe('6 Buy Boxes · 1 page without one (14%)');
    expect(report.widths('Buy Boxes by seller, United States')).toEqual([66.667, 16.667, 16.667]);
  });

  it('shows the conditions of offers', () => {
    expect(report.rows('Condition of offers').at(-1)).toEqual([
      'United States',
      '2 (40%)',
      '1 (20%)',
      '1 (20%)',
      '1 (20%)',
      '5',
    ]);
    expect(report.texts('#conditions .legend')[0]).toBe('newusedcollectibleother (renewed, refurbished, ...)');
    expect(report.rows('Used offers by grade').at(-1)).toEqual(['United States', '1 (100%)', '1']);
  });

  it('shows the fulfilment of featured offers and of all offers', () => {
    // Six Buy Boxes: one of the operator, three FBA (two products, one pinned offer), one FBM, one unknown.
    expect(report.rows('Featured offers')).toContainEqual([
      'United States',
      '1 (17%)',
      '3 (50%)',
      '1 (17%)',
      '1 (17%)',
      '6',
    ]);
    expect(report.rows('All offers')).toContainEqual([
      'United States',
      '1 (20%)',
      '1 (20%)',
      '2 (40%)',
      '1 (20%)',
      '5',
    ]);
  });

  it('shows stock and ratings', () => {
    expect(report.rows('Products')).toContainEqual(['All', '6 (86%)', '1 (14%)', '7']);
    expect(report.rows('How many are left')).toEqual([
      ['1', '50%', '1'],
      ['2', '0%', '0'],
      ['3 to 5', '50%', '1'],
    ]);
    expect(report.rows('Ratings of products')).toEqual([
      ['3.0 ★', '25%', '1'],
      ['4.0 ★', '25%', '1'],
      ['4.5 ★', '50%', '2'],
    ]);
    expect(report.text('#ratings .facts')).toBe('4 ratings · median 4.25 · 3 without a rating');
  });

  it('counts the fields of the schema that responses lack', () => {
    const fields = report.rows('All fields: product');
    expect(fields.length).toBeGreaterThan(80);
    expect(fields.find(([name]) => name === 'asin')).toEqual(['asin', 'yes', '0%', '0', '0', '0%', '0%']);
    expect(fields.find(([name]) => name === 'bb_price')).toEqual(['bb_price', '', '14%', '1', '0', '17%', '0%']);
    expect(report.rows('Fields that some lack: product')).toContainEqual(['rating', '43%', '3']);
    const entries = report.rows('All fields: offers: each of product_sellers_info');
    expect(entries.find(([name]) => name === 'condition')).toEqual(['condition', '', '0%', '0', '1', '0%']);
  });

  it('shows results and errors over time', () => {
    expect(report.text('#time figure:first-child .facts')).toBe(
      '10 found · 1 not found · 3 failed · each bar is 1 minute',
    );
    const results = report.rows('Results over time');
    expect(results).toHaveLength(47);
    expect(results[0]).toEqual(['2026-11-20 12:00', '8', '1', '0']);
    expect(results[45]).toEqual(['2026-11-20 12:45', '1', '0', '0']);
    expect(report.rows('Errors by code').slice(0, 2)).toEqual([
      ['CAPTCHA blockedit was CAPTCHAUnited States 1, Germany 1', '67%', '2'],
      ['TIMEOUT it was TIMEOUTGermany 1', '33%', '1'],
    ]);
    const errors = report.rows('Errors over time');
    expect([errors[0], errors[1], errors.at(-1)]).toEqual([
      ['2026-11-20 12:15', '1', '0'],
      ['2026-11-20 12:16', '1', '0'],
      ['2026-11-20 12:46', '0', '1'],
    ]);
    expect(report.texts('#time .legend')[1]).toBe('CAPTCHATIMEOUT');
  });

  it('leaves out sections without data and says why', () => {
    expect(report.all('#gaps')).toHaveLength(0);
    expect(report.text('footer p:first-child')).toBe('Left out: Gaps (no result has gaps).');
  });

  it('marks small samples', () => {
    expect(report.text('#prices .note')).toContain('Small sample: only 5 prices.');
    expect(report.text('#fulfilment .note')).toContain('Small samples: fewer than 30 in United States, Germany.');
  });
});

describe('charts', () => {
  it('counts unknown values separately', async () => {
    const gap = { landmark: 'reviews', kind: 'missing', detail: 'the page has no reviews' };
    const seller = { seller_id: 'A1', name: 'Shop One', business_address: [] };
    const report = await reportOf([
      response('offers', { page_index: 0, product_sellers_info: [offer(3, { condition: 'renewed' }), offer(4, {})] }),
      response('seller', { ...seller, rating: 4.9 }),
      response('seller', { ...seller, rating: 0 }),
      JSON.stringify({ ...JSON.parse(response('product', sold(9, SHOP))), gaps: [gap, gap] }),
    ]);
    expect(report.rows('Condition of offers')).toContainEqual(['United States', '1 (50%)', '1 (50%)', '2']);
    expect(report.text('#conditions .legend')).toBe('other (renewed, refurbished, ...)unknown');
    expect(report.text('#ratings .facts')).toBe('1 rating · median 4.9 · 1 without a rating');
    expect(report.text('#gaps .facts')).toBe('1 of 4 responses');
  });
});

describe('ranges of prices', () => {
  const name = 'Buy Box prices of products, USD';
  const productsAt = (prices: readonly number[]) => prices.map((price) => response('product', sold(price, SHOP)));

  it('are equal for a narrow range, also of many different prices', async () => {
    const report = await reportOf(productsAt(Array.from({ length: 300 }, (_, index) => 20 + index / 10)));
    expect(report.text('#prices .facts')).toContain('median $34.95 · quartiles $27.48 and $42.43');
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
