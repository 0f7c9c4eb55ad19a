import { existsSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../../src/package-folder.ts';
import { columnsOf } from '../../../src/tables/fields.ts';
import { run as runLine, runOn } from '../run.ts';
import { Folder } from './market.ts';

let folder: Folder;

beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder[Symbol.dispose]());

const PAGES = ['--folder', FIXTURES_FOLDER, '--retries', '0'];
const CATALOGUE = 'sku,title,asin\nA,=mine,B0LANTERN1\nB,yours,B0NOTFOUND\nC,other,B0HAMMOCK1\n';

function run(file: string, ...flags: string[]) {
  return runLine('batch', file, ...PAGES, ...flags);
}

function rowsOf(text: string): Record<string, string>[] {
  return parse(text, { columns: true, bom: true });
}

const bySku = (rows: Record<string, string>[]) => new Map(rows.map((row) => [row.sku, row]));

describe('CSV', () => {
  it('has a row for every input, which starts with the user’s own columns and the request', async () => {
    const { code } = await run(folder.write('a.csv', CATALOGUE), '--out', folder.at('r.csv'));
    expect(code).toBe(0);
    const text = folder.read('r.csv');
    expect(text.split('\r\n')[0]).toBe(
      [
        ['sku', 'input.title'],
        ['request.endpoint', 'request.asin', 'request.marketplace', 'request.language'],
        ['page_type', 'found', 'meta.timestamp'],
        columnsOf('product').map(({ name }) => name),
      ].join(),
    );
    const rows = bySku(rowsOf(text));
    expect(rows.get('A')).toMatchObject({
      'input.title': "'=mine",
      'request.asin': 'B0LANTERN1',
      found: 'true',
      title: 'Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green)',
      bb_price: '34.99',
      'brand.name': 'Larkmoor',
    });
    expect(rows.get('B')).toMatchObject({ 'request.asin': 'B0NOTFOUND', found: 'false', asin: '', title: '' });
    expect(rows.get('C')).toMatchObject({ buybox: 'false', bb_price: '' });
  });

  it('has the same columns whatever the responses lack', async () => {
    await run(folder.write('one.txt', 'B0LANTERN1'), '--out', folder.at('one.csv'));
    await run(folder.write('two.txt', 'B0NOTFOUND'), '--out', folder.at('two.csv'));
    const [one, two] = ['one.csv', 'two.csv'].map((name) => folder.read(name).split('\r\n')[0]);
    expect(one).toBe(two);
  });

  it('has a row for each entry of a list, and one for an empty list', async () => {
    const file = folder.write('a.txt', 'camping lantern\nzzz no such thing\n');
    await run(file, '--as', 'search', '--out', folder.at('r.csv'));
    const rows = rowsOf(folder.read('r.csv'));
    const ndjson = folder.lines('r.csv.ndjson');
    const entries = ndjson.map(
      ({ response }) => (response as { data: { shallow_parts: object[] } }).data.shallow_parts,
    );
    expect(rows.length).toBe(entries.reduce((sum, list) => sum + Math.max(1, list.length), 0));
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.map((row) => row['request.keyword']))).toContain('camping lantern');
  });

  it('has ranks over all pages, and prices of offers with their delivery', async () => {
    const searches = folder.write('s.txt', 'camping lantern\n');
    const list = await run(searches, '--as', 'search', '--all-pages', '--csv', '--fields', 'keyword,rank');
    expect(list.out.split('\r\n').length).toBe(12);
    expect(list.out).toContain('camping lantern,11\r');
    const unnamed = await run(searches, '--as', 'search', '--all-pages', '--csv', '--fields', 'asin,rank');
    expect(unnamed.out.split('\r\n')[0]).toBe('request.keyword,found,asin,rank');
    const products = folder.write('o.txt', 'B0LANTERN1\n');
    const offers = await run(products, '--as', 'offers', '--csv', '--fields', 'asin,name,landed_price');
    expect(offers.out).toContain('B0LANTERN1,Second Camp,29.49\r');
  });

  it('has the columns of all endpoints that were called', async () => {
    const file = folder.write('a.txt', 'B0LANTERN1\nA1LARKMOOR0US\n');
    await run(file, '--out', folder.at('r.csv'));
    const rows = rowsOf(folder.read('r.csv'));
    expect(rows.map((row) => row['request.asin'] || row['request.sellerId']).sort()).toEqual([
      'A1LARKMOOR0US',
      'B0LANTERN1',
    ]);
    expect(rows.find((row) => row.page_type === 'seller')).toMatchObject({ name: expect.stringMatching(/./) });
  });

  it('has the columns of --fields', async () => {
    const file = folder.write('a.csv', CATALOGUE);
    const fields = 'sku,title,input.title,request.asin,promotion.list_price.amount';
    await run(file, '--out', folder.at('r.csv'), '--fields', fields);
    expect(folder.read('r.csv').split('\r\n')[0]).toBe(fields);
    expect(bySku(rowsOf(folder.read('r.csv'))).get('C')).toMatchObject({
      'input.title': 'other',
      'request.asin': 'B0HAMMOCK1',
    });
  });

  it('refuses fields that no result of the file can have, before a call', async () => {
    const products = folder.write('a.csv', CATALOGUE);
    const plain = folder.write('b.txt', 'B0LANTERN1\nA1LARKMOOR0US\n');
    for (const [file, field, meant] of [
      [products, 'bb_prise', 'Did you mean "bb_price"? '],
      [products, 'skuu', 'Did you mean "sku"? '],
      [products, 'request.keyword', ''],
      [products, 'shallow_parts', ''],
      [plain, 'zzz', ''],
    ] as const) {
      const { code, out, err } = await run(file, '--csv', '--fields', `title,${field}`);
      expect([code, out], field).toEqual([2, '']);
      expect(err.split('\n')[0]).toMatch(/^error: fields: "[^"]*" is not a field of (product|product, seller)\. /);
      expect(err).toContain(meant === '' ? '`buybox docs data` lists all fields' : meant.trim());
      expect(err.length).toBeLessThan(300);
    }
    expect((await run(plain, '--csv', '--fields', 'seller_id,business_name,bb_price')).code).toBe(0);
  });

  it('refuses unknown fields of standard input at its first input', async () => {
    const traits = { input: '{"asin": "B0LANTERN1", "sku": 1}\n{"asin": "B0HAMMOCK1", "sku": 2}\n' };
    const batchOf = (fields: string) => runOn(traits, 'batch', '-', ...PAGES, '--csv', '--fields', fields);
    expect(await batchOf('sku,titel')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('"title"?') });
    expect((await batchOf('sku,title')).out).toContain('1,"Larkmoor Camping Lantern');
  });

  it('names what was asked for in the row of a page that is not found', async () => {
    const plain = folder.write('a.txt', 'B0LANTERN1\nB0NOTFOUND\n');
    const linesOf = async (file: string, fields: string, ...flags: string[]) =>
      (await run(file, '--csv', '--fields', fields, ...flags)).out
        .split('\r\n')
        .map((line) => line.trim())
        .sort();
    expect(await linesOf(plain, 'bb_price,currency')).toEqual([
      'B0LANTERN1,true,34.99,USD',
      'B0NOTFOUND,false,,',
      'request.asin,found,bb_price,currency',
    ]);
    expect(await linesOf(plain, 'asin,bb_price')).toEqual(['B0LANTERN1,34.99', 'B0NOTFOUND,', 'asin,bb_price']);
    const own = folder.write('b.csv', 'sku,asin\nA,B0NOTFOUND\n');
    expect(await linesOf(own, 'bb_price')).toEqual(['A,B0NOTFOUND,false,', 'sku,request.asin,found,bb_price']);
    expect(await linesOf(own, 'sku,bb_price')).toEqual(['A,', 'sku,bb_price']);
  });

  it('is made again by --resume from the NDJSON file, without a call', async () => {
    const file = folder.write('a.csv', CATALOGUE);
    await run(file, '--out', folder.at('r.csv'));
    const { code, err } = await run(file, '--out', folder.at('r.csv'), '--fields', 'sku', '--resume');
    expect(code).toBe(0);
    expect(err).toMatch(/^calls {8}0 in .*\nfound {8}0\ndone before {2}3\n/);
    expect(folder.read('r.csv').split('\r\n').sort()).toEqual(['', 'A', 'B', 'C', 'sku']);
    expect(existsSync(folder.at('r.csv.part'))).toBe(false);
  });

  it('is not continued by --resume without the NDJSON file', async () => {
    folder.write('r.csv', 'mine');
    const file = folder.write('a.csv', CATALOGUE);
    const { code, err } = await run(file, '--out', folder.at('r.csv'), '--resume');
    expect(code).toBe(2);
    expect(err).toMatch(/resume: .*r\.csv exists, but not .*r\.csv\.ndjson, which it was made of/);
    expect(folder.read('r.csv')).toBe('mine');
  });

  it('refuses rows with another name of a parameter, before a call', async () => {
    const file = folder.write('a.csv', 'sku,asin,Country\nA,B0WASSERK1,de\n');
    const { code, out, err } = await run(file);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(
      'line 2: Country: is not a parameter. Did you mean "marketplace"? Rename it, or add "marketplace"',
    );
    const both = folder.write('b.csv', 'asin,country,marketplace\nB0WASSERK1,warehouse 1,de\n');
    expect((await run(both, '--csv', '--fields', 'country,bb_price')).out).toMatch(/warehouse 1,39\.99/);
  });

  it('can be written to standard output', async () => {
    const file = folder.write('a.csv', CATALOGUE);
    // Results come in the order in which calls end.
    const lines = ['', 'A,true', 'B,false', 'C,true', 'sku,found'];
    for (const form of [['--format', 'csv'], ['--csv']]) {
      const { code, out } = await run(file, ...form, '--fields', 'sku,found');
      expect(code).toBe(0);
      expect(`${out}\n`.split('\r\n').sort()).toEqual(lines);
    }
  });
});

describe('Parquet', () => {
  async function readParquet(name: string) {
    const file = await asyncBufferFromFile(folder.at(name));
    const { schema } = await parquetMetadataAsync(file);
    const types = new Map(schema.slice(1).map(({ name, type, converted_type }) => [name, converted_type ?? type]));
    return { types, rows: await parquetReadObjects({ file }) };
  }

  it('has typed columns', async () => {
    const file = folder.write(
      'a.ndjson',
      [
        { asin: 'B0LANTERN1', sku: 1, tags: ['x'], active: true, mixed: 1 },
        { asin: 'B0NOTFOUND', sku: 2.5, mixed: 'two' },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
    const { code } = await run(file, '--out', folder.at('r.parquet'));
    expect(code).toBe(0);
    const { types, rows } = await readParquet('r.parquet');
    expect(Object.fromEntries(types)).toMatchObject({
      sku: 'DOUBLE',
      tags: 'JSON',
      active: 'BOOLEAN',
      mixed: 'UTF8',
      'request.asin': 'UTF8',
      found: 'BOOLEAN',
      bb_price: 'DOUBLE',
      reviews: 'INT64',
      bsr_ranks: 'JSON',
      isbn_13: 'UTF8',
    });
    const lantern = rows.find((row) => row.asin === 'B0LANTERN1');
    expect(lantern).toMatchObject({
      sku: 1,
      tags: ['x'],
      mixed: '1',
      found: true,
      bb_price: 34.99,
      'brand.name': 'Larkmoor',
      isbn_13: null,
    });
    const { response } =
      folder.lines('r.parquet.ndjson').find(({ request }) => (request as { sku: number }).sku === 1) ?? {};
    const { data } = response as { data: { reviews: number; bsr_ranks: object[] } };
    expect(lantern).toMatchObject({ reviews: BigInt(data.reviews), bsr_ranks: data.bsr_ranks });
    expect(rows.find((row) => row.sku === 2.5)).toMatchObject({ found: false, mixed: 'two', bb_price: null });
  });

  it('can have several row groups', async () => {
    const line = (number: number) =>
      JSON.stringify({
        request: {
          endpoint: 'product',
          params: { asin: `B0${String(number).padStart(8, '0')}`, marketplace: 'us', language: 'en' },
        },
        response: { success: true, found: true, page_type: 'product', data: { bb_price: number / 2 }, meta: {} },
      });
    const count = 2_500;
    folder.write('r.parquet.ndjson', `${Array.from({ length: count }, (_, number) => line(number)).join('\n')}\n`);
    const { code } = await run(folder.write('a.txt', 'B000000000'), '--out', folder.at('r.parquet'), '--resume');
    expect(code).toBe(0);
    const { rows } = await readParquet('r.parquet');
    expect(rows.map((row) => row.bb_price)).toEqual(Array.from({ length: count }, (_, number) => number / 2));
    const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(folder.at('r.parquet')));
    expect(row_groups.length).toBeGreaterThan(1);
  });

  it('keeps values that do not match the schema', async () => {
    const line = (asin: string, bb_price: unknown) =>
      JSON.stringify({
        request: { endpoint: 'product', params: { asin, marketplace: 'us', language: 'en' } },
        response: { success: true, found: true, page_type: 'product', data: { asin, bb_price } },
      });
    folder.write('r.parquet.ndjson', `${line('B000000001', 'call us')}\n${line('B000000002', 9.5)}\n`);
    await run(folder.write('a.txt', 'B000000001'), '--out', folder.at('r.parquet'), '--resume');
    const { types, rows } = await readParquet('r.parquet');
    expect(types.get('bb_price')).toBe('UTF8');
    expect(rows.map((row) => row.bb_price)).toEqual(['call us', '9.5']);
  });
});
