import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { tableLines } from '../../src/cli/output/table.ts';
import { pad, plain, wrap } from '../../src/cli/output/text.ts';
import { dataSchemas } from '../../src/contract/data/index.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import { createMarketplace, searchEntries } from '../../src/entries/index.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { csvLine } from '../../src/tables/csv.ts';
import { columnsOf, fieldSource } from '../../src/tables/fields.ts';
import { entriesOf, pickFields, valueAt } from '../../src/tables/rows.ts';
import { run, runOn } from './run.ts';

const fixtures = ['--folder', FIXTURES_FOLDER];
const search = ['search', 'camping lantern', ...fixtures];

/** Runs a command in a terminal, and returns its lines. */
async function shown(columns: number, ...args: string[]): Promise<string[]> {
  return (await runOn({ isInteractive: true, columns }, ...args)).out.split('\n');
}

describe('a card in a terminal', () => {
  it('shows the main facts about a product', async () => {
    const lines = await shown(80, 'product', 'B0LANTERN1', ...fixtures);
    expect(lines[0]).toBe('Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green)');
    const card = lines.join('\n');
    expect(card).toMatch(/^Price +\$34\.99$/m);
    expect(card).toMatch(/^Buy Box +Larkmoor Outdoors, fulfilled by the marketplace, Prime$/m);
    expect(card).toMatch(/^Rating +4\.6 of 5, 2,418 ratings$/m);
    expect(card).toMatch(/^Variation +Color: Forest Green, Size: 1 Pack, one of 3$/m);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
  });

  it('shows that there is no Buy Box, and why', async () => {
    expect((await shown(80, 'product', 'B0HAMMOCK1', ...fixtures)).join('\n')).toMatch(
      /^Buy Box +none: see all buying options$/m,
    );
  });

  it('shows the name and address of a seller', async () => {
    const lines = await shown(
      80,
      'seller',
      'A1KUECHENKIST',
      '--marketplace',
      'de',
      '--language',
      'native',
      ...fixtures,
    );
    expect(lines[0]).toBe('Küchenkiste');
    expect(lines.join('\n')).toMatch(/^Address +Hafenstieg 11, Hinterhaus, Hamburg, 20459, DE$/m);
  });

  it('shows the fields of --fields', async () => {
    expect(await shown(80, 'product', 'B0LANTERN1', '--fields', 'bb_price,brand.name', ...fixtures)).toEqual([
      'bb_price    34.99',
      'brand.name  Larkmoor',
    ]);
  });

  it('is not printed when nothing is found', async () => {
    const { code, out, err } = await runOn({ isInteractive: true }, 'product', 'B0NOTFOUND', ...fixtures);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toBe('not found: the marketplace has no such product');
  });
});

describe('a table in a terminal', () => {
  it.each([60, 120])('fits %i columns', async (columns) => {
    for (const args of [
      search,
      ['search', '鉄瓶', '--marketplace', 'jp', ...fixtures],
      ['offers', 'B0LANTERN1', ...fixtures],
      ['category', '7000004', ...fixtures],
      ['scrape', 'https://www.amazon.com/product-reviews/B0LANTERN1', ...fixtures],
      ['scrape', 'https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen', ...fixtures],
      ['scrape', 'https://www.amazon.com/Best-Sellers/zgbs', ...fixtures],
      ['scrape', 'https://www.amazon.com/stores/Larkmoor/page/5A1F0C7E-0B2D-4C3A-9E8F-1D2C3B4A5F60', ...fixtures],
    ]) {
      const lines = await shown(columns, ...args);
      expect(lines.length, args.join(' ')).toBeGreaterThan(3);
      expect(Math.max(...lines.map((line) => stringWidth(line))), args.join(' ')).toBeLessThanOrEqual(columns);
    }
  });

  it('has a heading, and a line per entry', async () => {
    const lines = await shown(160, ...search);
    expect(lines[0]).toBe('“camping lantern”, 3,000 results, page 1 of 2');
    expect(lines[2]).toMatch(/^# +ASIN +TITLE +PRICE +RATING +RATINGS +BOUGHT +BADGES$/);
    expect(lines[3]).toMatch(
      /^1 +B0LANTERN1 +Larkmoor Camping Lantern.* +\$34\.99 +4\.6 +2,418 +2,000\+ +Prime, Best Seller$/,
    );
  });

  it('has the lists of an overview', async () => {
    const lines = await shown(160, 'scrape', 'https://www.amazon.com/Best-Sellers/zgbs', ...fixtures);
    expect(lines[2]).toMatch(/^LIST +# +ASIN +TITLE +PRICE/);
    expect(lines[3]).toMatch(/^Best Sellers in Camping +1 +B0LANTERN1 /);
    expect(lines[5]).toMatch(/^Best Sellers in Kitchen +1 +B0KITCHEN2 .*\$11\.99 to \$18\.50/);
  });

  it('joins pages, and shows how many they are', async () => {
    const lines = await shown(120, ...search, '--all-pages');
    expect(lines[0]).toContain('pages 1 to 2 of 2');
    expect(lines.filter((line) => /B0[A-Z0-9]{8}/.test(line))).toHaveLength(11);
  });

  it('has an offer once, also when several pages have it', async () => {
    const { out } = await run('offers', 'B0LANTERN1', '--all-pages', '--ndjson', ...fixtures);
    const ids = out.split('\n').map((line) => JSON.parse(line).offer_id ?? line);
    expect(ids).toHaveLength(15);
    expect(new Set(ids).size).toBe(15);
  });

  it('is coloured, unless --no-color is given', async () => {
    const coloured = await runOn({ isInteractive: true, hasColors: true }, ...search);
    expect(coloured.out).toContain('\u001b[1m');
    const plainRun = await runOn({ isInteractive: true, hasColors: true }, ...search, '--no-color');
    expect(plainRun.out).not.toContain('\u001b');
  });

  it('leaves out columns when others would become too narrow', () => {
    const columns = [
      { label: 'NAME', cell: () => 'a name that is long', minWidth: 10 },
      { label: 'NOTE', cell: () => 'something long that is not needed', dropOrder: 1 },
    ];
    expect(tableLines(['row'], columns, { columns: 24, hasColors: false })).toEqual(['NAME', 'a name that is long']);
    expect(tableLines(['row'], columns, { columns: 12, hasColors: false })).toEqual(['NAME', 'a name that…']);
  });
});

describe('text in a terminal', () => {
  it.each([
    ['abc', 3],
    ['南部鉄瓶', 8],
    ['مُحَمَّد', 4],
    ['👨‍👩‍👧', 2],
    ['e\u0301', 1],
  ])('%s is %i columns wide', (text, width) => {
    expect(stringWidth(text)).toBe(width);
    expect(stringWidth(pad(text, 10))).toBe(10);
    expect(stringWidth(pad(text, 10, 'right'))).toBe(10);
  });

  it('is wrapped, also without spaces', () => {
    expect(wrap('a lamp for the night', 8)).toEqual(['a lamp', 'for the', 'night']);
    expect(wrap('南部鉄瓶南部', 4)).toEqual(['南部', '鉄瓶', '南部']);
    expect(wrap('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k']);
  });

  it('cannot move the cursor or change the direction of other text', () => {
    expect(plain('a\u001b[2Jb\u0007\u202ec\r\nd')).toBe('abc d');
  });
});

describe('--fields', () => {
  it('selects fields of entries, of their page and of the envelope', async () => {
    const { out } = await run(...search, '--fields', 'asin,promotion.deal.label,current_page,meta.marketplace');
    expect(JSON.parse(out)[1]).toEqual({
      asin: 'B0HEADLMP1',
      promotion: { deal: { label: 'Limited time deal' } },
      current_page: 1,
      meta: { marketplace: 'us' },
    });
  });

  it('returns an object for a product', async () => {
    const { out } = await run(
      'product',
      'B0LANTERN1',
      '--fields',
      'title',
      '--fields',
      'bb_price,seller.name',
      ...fixtures,
    );
    expect(JSON.parse(out)).toEqual({
      title: 'Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green)',
      bb_price: 34.99,
      seller: { name: 'Larkmoor Outdoors' },
    });
  });

  it.each([
    [['product', 'B0LANTERN1', '--fields', 'titel'], /"titel" is not a field of product\. Did you mean "title"\?/],
    [['product', 'B0LANTERN1', '--fields', 'deal_id'], /Did you mean "promotion\.deal\.deal_id"\?/],
    [['offers', 'B0LANTERN1', '--fields', 'bb_price'], /"bb_price" is not a field of offers/],
    [['scrape', 'https://www.amazon.com/dp/B0LANTERN1', '--fields', 'prize'], /Did you mean "price"\?/],
    [['parse', 'page.html', '--fields', 'titel'], /Did you mean "title"\?/],
  ])('%j is an error before any call is made', async (args, message) => {
    const { code, out, err } = await run(...args);
    expect({ code: code === 0, out }).toEqual({ code: false, out: '' });
    expect(err).toMatch(message);
  });

  it('selects a value of a map', async () => {
    const { code } = await run('product', 'B0LANTERN1', '--fields', 'selected_variation.color_name', ...fixtures);
    expect(code).toBe(0);
  });
});

describe('CSV', () => {
  it('has the columns of the schema, whatever the response lacks', async () => {
    const first = (out: string) => out.split('\r\n', 1).join('');
    const found = await run('product', 'B0LANTERN1', '--csv', ...fixtures);
    const lost = await run('product', 'B0NOTFOUND', '--csv', ...fixtures);
    expect(first(found.out)).toBe(first(lost.out).replace(/\r$/, ''));
    expect(found.out.split('\r\n')).toHaveLength(2);
    expect(columnsOf('product').map(({ name }) => name)).toContain('promotion.deal.ends_at');
  });

  it('has a row per entry of all pages, and one header', async () => {
    const { out } = await run(...search, '--max-pages', '2', '--csv', '--fields', 'asin,price,brand');
    const lines = out.split('\r\n');
    expect(lines[0]).toBe('asin,price,brand');
    expect(lines[1]).toMatch(/^B0LANTERN1,34\.99,/);
    expect(lines).toHaveLength(12);
  });

  it('has the rank of an entry over pages that begin with the first one', async () => {
    const rowsOf = async (...args: string[]) => {
      const { out } = await run(...search, '--fields', 'asin,rank,index_on_page', ...args);
      return JSON.parse(out).map(({ asin, rank }: Record<string, unknown>) => `${asin} ${rank}`);
    };
    const all = await rowsOf('--all-pages');
    const listed: string[] = [];
    const marketplace = createMarketplace({ pages: fixturePages() });
    for await (const { asin, rank } of searchEntries(marketplace, { keyword: 'camping lantern' }))
      listed.push(`${asin} ${rank}`);
    expect(all).toEqual(listed);
    expect(await rowsOf()).toEqual(listed.slice(0, 5));
    expect((await rowsOf('--page', '2'))[0]).toMatch(/ undefined$/);
    expect((await run(...search, '--all-pages', '--csv')).out.split(',', 2)).toEqual(['keyword', 'rank']);
    expect((await shown(200, ...search, '--all-pages')).at(-1)).toMatch(/^11 +B0KINDLELN/);
  });

  it('has what an offer costs delivered, if its shipping is known', async () => {
    const offers = ['offers', 'B0LANTERN1', ...fixtures];
    const fields = ['--fields', 'name,landed_price'];
    const { out } = await run(...offers, '--csv', ...fields);
    expect(out.split('\r\n').slice(0, 3)).toEqual([
      'name,landed_price',
      'Larkmoor Outdoors,34.99',
      'Second Camp,29.49',
    ]);
    expect(out).toContain('Old Lamp Room,\r');
    const table = await shown(200, ...offers);
    expect(table.find((line) => line.startsWith('SELLER'))).toMatch(/SHIPPING +DELIVERED/);
    expect(table.find((line) => line.startsWith('Old Lamp Room'))).not.toContain('$0.00');
    expect(table.find((line) => line.startsWith('Second Camp'))).toMatch(/\$24\.50 +\$4\.99 +\$29\.49/);
  });

  it.each([
    [['a', 1, null, undefined, true], 'a,1,,,true'],
    [['say "x"', 'a,b', 'two\nlines'], '"say ""x""","a,b","two\nlines"'],
    [[[1, 2], { a: 1 }], '"[1,2]","{""a"":1}"'],
    [['=1+1', '+1', '-1', '@x', '\tx'], `'=1+1,'+1,'-1,'@x,"'\tx"`],
    [[-5, 0.5], '-5,0.5'],
  ])('writes %j', (values, line) => {
    expect(csvLine(values)).toBe(line);
  });

  it.each(PAGE_TYPES)('has columns for %s', (type) => {
    const columns = columnsOf(type);
    expect(columns.length).toBeGreaterThan(5);
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
    expect(Object.hasOwn(dataSchemas, type)).toBe(true);
  });
});

describe('entries', () => {
  it('start with the context of their list', () => {
    const data = { asin: 'B0LANTERN1', product_sellers_info: [{ seller_id: 'A1', price: 5 }] };
    expect(entriesOf({ page_type: 'offers', data })).toEqual([{ asin: 'B0LANTERN1', seller_id: 'A1', price: 5 }]);
    const odd = { price: '5', shipping_price: 1, delivery: 'soon' };
    expect(entriesOf({ page_type: 'offers', data: { product_sellers_info: [odd] } })).toEqual([odd]);
  });

  it('of an overview have the title of their list', () => {
    const data = {
      list_type: 'gift_ideas',
      entries: [],
      sections: [{ title: 'Toys', entries: [{ rank: 1 }] }, { title: 5 }],
    };
    expect(entriesOf({ page_type: 'bestseller', data })).toEqual([
      { list_type: 'gift_ideas', section: 'Toys', rank: 1 },
    ]);
  });

  it('are empty for an unknown page type, and for no data', () => {
    expect(entriesOf({ page_type: 'wishlist', data: { entries: [{}] } })).toEqual([]);
    expect(entriesOf({ page_type: 'product', data: null })).toEqual([]);
  });

  it('are reduced to fields', () => {
    const value = { a: 1, b: { c: 2, d: 3 }, e: [{ f: 4, g: 5 }] };
    expect(pickFields(value, ['a', 'b.c', 'e.f'])).toEqual({ a: 1, b: { c: 2 }, e: [{ f: 4 }] });
    expect(pickFields(value, ['b', 'b.c', 'toString'])).toEqual({ b: { c: 2, d: 3 } });
    expect(valueAt(value, 'e.f')).toEqual([4]);
    expect(valueAt(value, 'a.b.c')).toBeUndefined();
  });
});

describe('a field of an entry', () => {
  it('is never filled with the field of its page with the same name', () => {
    const data = { title: 'Camping Lantern', rating: 4.6, current_page: 2, entries: [] };
    const found = fieldSource({ page_type: 'reviews', data }, { review_id: 'R1LANTERNAAAA', text: 'Bright' });
    expect(found).toEqual({
      page_type: 'reviews',
      current_page: 2,
      entries: [],
      review_id: 'R1LANTERNAAAA',
      text: 'Bright',
    });
    expect(fieldSource({ page_type: 'product', data })).toMatchObject({ title: 'Camping Lantern' });
  });
});

it('knows the columns of queue commands before it asks Redis', async () => {
  for (const line of [
    ['queue', 'retry'],
    ['queue', 'status'],
    ['enqueue', '-'],
  ])
    expect(await run(...line, '--fields', 'nope')).toMatchObject({
      code: 2,
      err: expect.stringContaining('fields: "nope" is not a column.'),
    });
});
