import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../../src/fixtures-folder.ts';
import { run, runOn } from '../run.ts';
import { answer, failure, readReport } from './lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = (...names: string[]) => join(folder, ...names);

function file(name: string, lines: readonly string[] | Uint8Array): string {
  writeFileSync(path(name), lines instanceof Uint8Array ? lines : lines.map((line) => `${line}\n`).join(''));
  return path(name);
}

/** Makes a report of these lines and reads it. */
async function reportOf(lines: readonly string[], ...flags: string[]) {
  const { code, out, err } = await run('report', file('lines.ndjson', lines), ...flags);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return readReport(out);
}

const SHOP = { id: 'A1', name: 'Shop One', is_amazon: false };
const OPERATOR = { name: 'Amazon.com', is_amazon: true };
const sold = (bb_price: number, seller: object, more: object = {}) => ({
  asin: 'B0LANTERN1',
  buybox: true,
  bb_price,
  currency: 'USD',
  seller,
  in_stock: true,
  ...more,
});
const offer = (price: number, more: object) => ({ price, currency: 'USD', seller_id: 'A9', delivery: [], ...more });

/** Small enough to count by hand. */
const KNOWN = [
  answer('product', sold(10, SHOP, { is_fba: true, rating: 4.5 })),
  answer('product', sold(20, OPERATOR, { rating: 4, stock_qty: 3 })),
  answer('product', sold(30, SHOP, { is_fba: false })),
  answer('product', sold(40, { id: 'A2', name: 'Shop Two', is_amazon: false }, { rating: 4.5 })),
  answer('product', sold(100, SHOP, { is_fba: true, rating: 3 }), { timestamp: '2026-11-20T12:29:59.000Z' }),
  answer('product', { asin: 'B0HAMMOCK1', buybox: false, in_stock: false }),
  answer('product', null),
  answer('product', sold(50, { id: 'A3', name: 'Laden', is_amazon: false }, { currency: 'EUR' }), {
    marketplace: 'de',
    timing_ms: 3_000,
    usage: { requests_consumed: 1, requests_remaining: 90 },
    timestamp: '2026-11-20T12:45:00.000Z',
  }),
  answer('offers', {
    page_index: 0,
    product_sellers_info: [
      offer(12, { seller_id: 'A1', name: 'Shop One', is_pinned: true, condition: 'new', is_fba: true }),
      offer(8, { condition: 'used_good', condition_text: 'Used - Good', is_fba: false, stock_qty: 1 }),
      offer(9, { condition: null, condition_text: 'Renewed', is_fba: false }),
      offer(15, { condition: 'new', is_amazon: true, is_fba: true, seller_id: null }),
    ],
  }),
  // Neither a later page nor a page of one condition shows that there is no featured offer.
  answer('offers', { page_index: 1, product_sellers_info: [offer(40, { condition: 'collectible' })] }),
  answer('offers', { page_index: 0, product_sellers_info: [] }, {}, { condition: 'used' }),
];

const FAILED = [
  failure('CAPTCHA', '2026-11-20T12:15:00.000Z'),
  failure('CAPTCHA', '2026-11-20T12:16:00.000Z', { marketplace: 'de' }),
  failure('TIMEOUT', '2026-11-20T12:46:00.000Z', {
    marketplace: undefined,
    url: 'https://www.amazon.de/dp/B0LANTERN1',
  }),
];

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
    expect(
      report
        .$('#prices h3')
        .toArray()
        .map((heading) => report.$(heading).text()),
    ).toEqual(['USD linear scale', 'EUR linear scale']);
    const facts = report
      .$('#prices .facts')
      .toArray()
      .map((fact) => report.$(fact).text());
    expect(facts).toEqual([
      '5 prices · median $30.00 · quartiles $20.00 and $40.00 · from $10.00 to $100.00',
      '5 prices · median $12.00 · quartiles $9.00 and $15.00 · from $8.00 to $40.00',
      '1 price · median €50.00 · from €50.00 to €50.00',
    ]);
  });

  it('draws every price once, in bars that start at zero', () => {
    const name = 'Buy Box prices of products, USD';
    expect(report.rows(name)).toEqual([
      ['$10.00 – $20.00', '1', '20%'],
      ['$20.00 – $30.00', '1', '20%'],
      ['$30.00 – $40.00', '1', '20%'],
      ['$40.00 – $50.00', '1', '20%'],
      ['$90.00 – $100.00', '1', '20%'],
    ]);
    const plot = report.$('svg[aria-labelledby^="prices-usd-product-"]');
    const bars = plot
      .find('rect.bar')
      .toArray()
      .map((bar) => report.$(bar).attr());
    const bottoms = bars.map((bar) => Number(bar?.y) + Number(bar?.height));
    expect(new Set(bottoms).size).toBe(1);
    // The axis is from 0 to 100 in ten steps.
    expect(bars.map((bar) => bar?.x)).toEqual(['10%', '20%', '30%', '40%', '90%']);
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
    expect(report.$('#conditions .legend').first().text()).toBe('newusedcollectibleother (renewed, refurbished, ...)');
    expect(report.rows('Used offers by grade')).toContainEqual(['good', '100%', '1']);
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
    expect(report.rows('Ratings: Products')).toEqual([
      ['3.0 stars', '1', '25%'],
      ['4.0 stars', '1', '25%'],
      ['4.5 stars', '2', '50%'],
    ]);
    expect(report.text('#ratings .facts')).toBe('4 ratings · median 4.25 · 3 without a rating');
  });

  it('counts the fields of the schema that responses lack', () => {
    const fields = report.rows('All fields: product');
    expect(fields.length).toBeGreaterThan(80);
    expect(fields.find(([name]) => name === 'asin')).toEqual(['asin', 'yes', '0%', '0', '0', '0%', '0%']);
    expect(fields.find(([name]) => name === 'bb_price')).toEqual(['bb_price', '', '14%', '1', '0', '17%', '0%']);
    expect(report.rows('Fields that most have and some lack: product')).toContainEqual(['rating', '43%', '3']);
    const entries = report.rows('All fields: offers: each of product_sellers_info');
    expect(entries.find(([name]) => name === 'condition')).toEqual(['condition', '', '0%', '0', '1']);
  });

  it('shows results and errors over time', () => {
    expect(report.text('#time .about')).toBe('Over timeEach bar is 1 minute. Times are in UTC.');
    const results = report.rows('Results over time');
    expect(results).toHaveLength(47);
    expect(results[0]).toEqual(['2026-11-20 12:00', '8', '1', '0']);
    expect(results[45]).toEqual(['2026-11-20 12:45', '1', '0', '0']);
    expect(report.rows('Errors by code').slice(0, 2)).toEqual([
      ['CAPTCHA blockedit was CAPTCHAUnited States 1, Germany 1', '267%'],
      ['TIMEOUTit was TIMEOUTGermany 1', '133%'],
    ]);
    expect(report.rows('Errors by code over time')[15]).toEqual(['2026-11-20 12:15', '1', '0']);
  });

  it('leaves out sections without data and says why', () => {
    expect(report.$('#gaps')).toHaveLength(0);
    expect(report.text('footer p:first-child')).toBe('Left out: Gaps (no result has gaps).');
  });

  it('marks small samples', () => {
    expect(report.text('#prices .note')).toContain('Small sample: only 5 prices.');
    expect(report.text('#fulfilment .note')).toContain('Small samples: fewer than 30 in United States, Germany.');
  });
});

describe('charts', () => {
  it('draws bars as high as their counts on the grid', async () => {
    const prices = [20, 30, 30, 30, 40, 40, 40, 40, 40, 40, 40];
    const report = await reportOf(prices.map((price) => answer('product', sold(price, SHOP))));
    const plot = report.$('svg[aria-labelledby^="prices-usd-product-"]');
    const lines = plot
      .find('line.grid')
      .toArray()
      .map((line) => Number(report.$(line).attr('y1')));
    const labels = plot
      .find('line.grid + text')
      .toArray()
      .map((label) => Number(report.$(label).text()));
    const bars = plot
      .find('rect.bar')
      .toArray()
      .map((bar) => report.$(bar).attr());
    const [zero = 0, most = 0] = [lines[0], lines.at(-1)];
    const unit = (zero - most) / (labels.at(-1) ?? 0);
    expect(labels[0]).toBe(0);
    expect(Number(plot.find('line.axis').first().attr('y1'))).toBe(zero);
    expect(bars.map((bar) => Number(bar?.height) / unit)).toEqual([1, 3, 7].map((times) => expect.closeTo(times, 1)));
    for (const bar of bars) expect(Number(bar?.y) + Number(bar?.height)).toBeCloseTo(zero, 1);
  });

  it('counts unknown values separately', async () => {
    const gap = { landmark: 'reviews', kind: 'missing', detail: 'the page has no reviews' };
    const seller = { seller_id: 'A1', name: 'Shop One', business_address: [] };
    const report = await reportOf([
      answer('offers', { page_index: 0, product_sellers_info: [offer(3, { condition: 'renewed' }), offer(4, {})] }),
      answer('seller', { ...seller, rating: 4.9 }),
      answer('seller', { ...seller, rating: 0 }),
      JSON.stringify({ ...JSON.parse(answer('product', sold(9, SHOP))), gaps: [gap, gap] }),
    ]);
    expect(report.rows('Condition of offers')).toContainEqual(['United States', '1 (50%)', '1 (50%)', '2']);
    expect(report.$('#conditions .legend').text()).toBe('other (renewed, refurbished, ...)unknown');
    expect(report.text('#ratings .facts')).toBe('1 rating · median 4.9 · 1 without a rating');
    expect(report.text('#gaps .facts')).toBe('1 of 4 responses');
  });
});

describe('scale of prices', () => {
  const productsAt = (prices: readonly number[]) => prices.map((price) => answer('product', sold(price, SHOP)));

  it('is logarithmic for a wide range, and notes say which prices are not drawn', async () => {
    const prices = Array.from({ length: 400 }, (_, index) => Math.round(100 * 1.02 ** index) / 100);
    const report = await reportOf(productsAt([...prices, 0, 999_999]));
    expect(report.text('#prices h3')).toBe('USD logarithmic scale because the range is wide');
    const notes = report
      .$('#prices .note')
      .toArray()
      .map((note) => report.$(note).text());
    expect(notes).toEqual([
      '1 price of $0.00 not drawn: a logarithmic scale has no zero.',
      expect.stringMatching(/^1 price above \$[\d,.]+ not drawn; the highest is \$999,999\.00\.$/),
    ]);
    const counts = report.rows('Buy Box prices of products, USD').map(([, times]) => Number(times));
    expect(counts.reduce((sum, times) => sum + times, 0)).toBe(400);
  });

  it('is linear for a narrow range, also of many different prices', async () => {
    const report = await reportOf(productsAt(Array.from({ length: 300 }, (_, index) => 20 + index / 10)));
    expect(report.text('#prices h3')).toBe('USD linear scale');
    expect(report.text('#prices .facts')).toContain('median $34.95 · quartiles $27.48 and $42.43');
  });

  it('separates prices without a valid currency', async () => {
    const report = await reportOf([
      answer('product', { asin: 'B0LANTERN1', buybox: true, bb_price: 5, currency: 'EURO' }),
    ]);
    expect(report.text('#prices h3')).toBe('Unknown currency linear scale');
  });
});

describe('input', () => {
  it('reads the failures file next to the results, other failures files, or none', async () => {
    const results = file('batch.ndjson', KNOWN);
    file('batch.failures.ndjson', FAILED);
    const others = file('others.ndjson', [failure('PARSER_ERROR', '2026-11-20T12:15:00.000Z')]);
    const failed = async (...flags: string[]) =>
      readReport((await run('report', results, ...flags)).out).figures.Failed;
    expect(await failed()).toBe('3 21%');
    expect(await failed('--failures', others)).toBe('1 8%');
    expect(await failed('--failures', others, '--failures', path('batch.failures.ndjson'))).toBe('4 27%');
    expect(await failed('--no-failures')).toBe('0 0%');
    expect(await failed('--failures', results)).toBe('0 0%');
  });

  it('reads the files of `buybox batch`', async () => {
    const asins = file('asins.txt', ['B0LANTERN1', 'B0NOTFOUND', 'B0CAPTCHA1', 'https://www.amazon.de/dp/B0WASSERK1']);
    const out = path('own.ndjson');
    await run('batch', asins, '--out', out, '--folder', FIXTURES_FOLDER, '--retries', '0');
    const { figures, text } = readReport((await run('report', out)).out);
    expect(figures).toMatchObject({ Results: '4', Found: '2 50%', 'Not found': '1 25%', Failed: '1 25%' });
    expect(text('footer p:last-child')).toMatch(/ from 2 files: own\.ndjson, own\.failures\.ndjson\.$/);
  });

  it('reads several files, compressed files, and standard input', async () => {
    const plain = file('one.ndjson', KNOWN.slice(0, 2));
    const packed = file('two.ndjson.gz', gzipSync(KNOWN.slice(2, 5).join('\n')));
    const { out } = await runOn(
      { input: KNOWN.slice(5).join('\r\n') },
      'report',
      plain,
      packed,
      '-',
      '--title',
      'Week 47',
    );
    const { figures, text } = readReport(out);
    expect(figures.Results).toBe('11');
    expect(text('h1')).toBe('Week 47');
    expect(text('footer p:last-child')).toContain('from 3 files: one.ndjson, two.ndjson.gz, standard input.');
  });

  it('reads the JSON of other commands and results of parsePage', async () => {
    const pages = ['--folder', FIXTURES_FOLDER];
    const printed = [
      (await run('product', 'B0LANTERN1', ...pages)).out,
      (await run('search', 'camping lantern', '--max-pages', '2', ...pages)).out,
    ].map((json) => JSON.stringify(JSON.parse(json), null, 2));
    const parsed = JSON.stringify({
      page_type: 'product',
      found: true,
      data: { asin: 'B0LANTERN1' },
      gaps: [{ landmark: 'reviews', kind: 'missing', detail: 'the page has no reviews' }],
    });
    const report = await reportOf([...printed, parsed]);
    expect(report.rows('Results by page')).toEqual([
      ['product', '2', '2', '0', '0'],
      ['search', '2', '2', '0', '0'],
    ]);
    expect(report.rows('Gaps, and the share of responses with them')).toEqual([
      ['product: the page has no reviews', '25%', '1'],
    ]);
    expect(report.text('#time .about')).toContain('Not drawn: 1 line without a timestamp.');
  });

  it('counts error bodies of a service', async () => {
    const body = {
      success: false,
      error: { code: 'OUT_OF_COFFEE', message: 'no coffee' },
      meta: { marketplace: 'it' },
    };
    const report = await reportOf([...KNOWN, JSON.stringify(body)]);
    expect(report.figures.Failed).toBe('1 8%');
    expect(report.rows('Errors by code')[0]).toEqual(['OUT_OF_COFFEEno coffeeItaly 1', '1100%']);
  });

  it('skips incomplete and other lines and says so', async () => {
    const lines = [...KNOWN, 'hello', '{"a":1}', '7', String(KNOWN[0]).slice(0, 90)];
    const { code, out, err } = await run('report', file('torn.ndjson', lines));
    expect(code).toBe(0);
    expect(err).toBe('note: 4 lines of torn.ndjson skipped (1 incomplete, 3 of another kind); line 12 is not JSON');
    const { figures, text } = readReport(out);
    expect(figures.Results).toBe('11');
    expect(text('#results .note')).toBe(err.replace('note: ', ''));
  });

  it('reads a file that ends in the middle of a character, or of its compressed data', async () => {
    const whole = [...KNOWN, answer('product', { asin: 'B0LANTERN1', title: 'Küchenlampe' })].join('\n');
    const cut = Buffer.from(whole).subarray(0, Buffer.from(whole).lastIndexOf('ü') + 1);
    const plain = await run('report', file('cut.ndjson', cut));
    expect(plain.err).toBe('note: 1 line of cut.ndjson skipped (1 incomplete); line 12 is incomplete JSON');
    expect(readReport(plain.out).figures.Results).toBe('11');

    const packed = file('cut.ndjson.gz', gzipSync(Array.from({ length: 500 }, () => whole).join('\n')));
    truncateSync(packed, 3_000);
    const { code, out } = await run('report', packed);
    expect(code).toBe(0);
    expect(Number(readReport(out).figures.Results?.replace(',', ''))).toBeGreaterThan(10);
  });

  it('accepts data of any shape', async () => {
    const odd = [
      answer('product', sold(Number.NaN, { name: 7 }, { rating: 'five', stock_qty: -1, is_fba: 'yes' })),
      answer('product', { buybox: true, seller: [], bb_price: '9', currency: null, in_stock: 1 }),
      answer('offers', { product_sellers_info: [null, 3, { price: 1e300, currency: {} }] }, { timestamp: 'noon' }),
      answer('search', { shallow_parts: 'none' }, { marketplace: 'moon', usage: 3 }),
      answer('constructor', { __proto__: null, toString: 1 }),
      answer('storefront', { kind: 'brand' }),
      JSON.stringify({
        request: 1,
        response: { page_type: 'product', found: true, data: 3, meta: [], gaps: ['x', {}] },
      }),
      JSON.stringify({ error: { code: 5 }, failed_at: 12 }),
      '{"__proto__":{"page_type":"product","found":true}}',
    ];
    const { code, out } = await run('report', file('odd.ndjson', odd));
    expect(code).toBe(0);
    expect(out).not.toMatch(/NaN|undefined|\[object/);
    expect(readReport(out).figures.Results).toBe('8');
  });
});

describe('output', () => {
  it('writes the page to a file and says so', async () => {
    const out = path('page.html');
    const { code, out: printed, err } = await run('report', file('known.ndjson', KNOWN), '--out', out);
    expect({ code, printed, err }).toEqual({ code: 0, printed: '', err: `written to ${out}: 11 results` });
    expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>\n.*<\/html>\n$/s);
  });

  it.each([
    ['an empty file', [], /^error: files: \/.*\/empty\.ndjson is empty; a report reads NDJSON from `buybox batch`/],
    ['a CSV file', ['asin,price', 'B0LANTERN1,3'], /has no result: line 1 is not JSON: "asin,price"; a report reads/],
    ['other JSON', ['{"a":1}'], /has no result: line 1 has no response, error or page_type: "\{\\"a\\":1\}"/],
  ])('throws for %s', async (name, lines, message) => {
    const out = path('refused.html');
    const { code, err } = await run(
      'report',
      file(name === 'an empty file' ? 'empty.ndjson' : 'other.txt', lines),
      '--out',
      out,
    );
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(existsSync(out)).toBe(false);
  });

  it('reads an empty file next to another one', async () => {
    const { code, err } = await run(
      'report',
      file('empty.ndjson', []),
      file('known.ndjson', KNOWN),
      '--out',
      path('page.html'),
    );
    expect(code).toBe(0);
    expect(err).toMatch(/^note: empty\.ndjson is empty\nwritten to /);
  });

  it.each([
    [['report'], /missing required argument 'files'/],
    [['report', path('nowhere.ndjson')], /^error: files: .*nowhere\.ndjson cannot be read \(ENOENT\)/],
    [['report', folder], /^error: files: .* cannot be read \(EISDIR\)/],
    [['report', path('known.ndjson'), path('../', 'known.ndjson')], /cannot be read/],
    [['report', path('known.ndjson'), path('known.ndjson')], /known\.ndjson is given twice/],
    [['report', path('known.ndjson'), '--failures', path('nowhere')], /^error: failures: .*nowhere cannot be read/],
    [
      ['report', path('known.ndjson'), '--out', path('nowhere', 'page.html')],
      /^error: out: .* cannot be written \(ENOENT\)/,
    ],
    [['report', path('known.ndjson'), '--out', folder], /^error: out: .* cannot be written \(EISDIR\)/],
    [['report', path('known.ndjson'), '--out', path('known.ndjson')], /is one of the input files/],
  ])('%j exits with code 2', async (args, message) => {
    file('known.ndjson', KNOWN);
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(readFileSync(path('known.ndjson'), 'utf8')).toBe(`${KNOWN.join('\n')}\n`);
  });

  it('does not print the page to a terminal', async () => {
    const { code, out, err } = await runOn({ isInteractive: true }, 'report', file('known.ndjson', KNOWN));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^error: out: no file for the page\. Use --out report\.html/);
  });
});
