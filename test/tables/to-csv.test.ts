import { describe, expect, it } from 'vitest';
import {
  type BatchRequest,
  batch,
  type CsvResult,
  type CsvSource,
  createMarketplace,
  csvRows,
  offerPages,
  toCsv,
} from '../../src/entries/index.ts';
import { parsePage } from '../../src/entries/parse.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { entriesOf } from '../../src/tables/rows.ts';
import { run } from '../cli/run.ts';

const marketplace = createMarketplace({ pages: fixturePages() });

async function listed<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

type Sources = Iterable<CsvSource | CsvResult> | AsyncIterable<CsvSource | CsvResult>;

async function textOf(sources: Sources, fields?: string[]): Promise<string> {
  return (await listed(toCsv(sources, { fields }))).join('');
}

describe('toCsv', () => {
  it('writes what --csv prints, over all pages', async () => {
    const { out } = await run('offers', 'B0LANTERN1', '--all-pages', '--csv', '--fixtures');
    const text = await textOf(offerPages(marketplace, { asin: 'B0LANTERN1' }));
    expect(text.trimEnd().split('\r\n')).toEqual(out.trimEnd().split(/\r\n/));
    expect(text.match(/\r\n/g)).toHaveLength(16);
  });

  it('has the columns that are asked for, in their order', async () => {
    const envelope = await marketplace.product({ asin: 'B0LANTERN1' });
    expect(await textOf([envelope], ['bb_price', 'brand.name', 'meta.marketplace'])).toBe(
      'bb_price,brand.name,meta.marketplace\r\n34.99,Larkmoor,us\r\n',
    );
    await expect(textOf([envelope], ['titel'])).rejects.toThrow('Did you mean "title"?');
  });

  it('makes URLs absolute, as far as the marketplace is known', async () => {
    const data = { brand: { name: 'Larkmoor', url: '/stores/Larkmoor' } };
    const known = { page_type: 'product', data, meta: { marketplace: 'de' } };
    expect(await textOf([known], ['brand.url'])).toBe('brand.url\r\nhttps://www.amazon.de/stores/Larkmoor\r\n');
    expect(await textOf([{ page_type: 'product', data }], ['brand.url'])).toBe('brand.url\r\n/stores/Larkmoor\r\n');
  });

  it('has no rank after a page that was cut off, and after a page that is missing', async () => {
    const page = (current_page: number, kind = 'element') => ({
      page_type: 'search',
      data: { current_page, shallow_parts: [{ asin: `B00000000${current_page}` }] },
      meta: { gaps: [{ landmark: 'x', kind, detail: 'x' }] },
    });
    const ranks = async (...pages: object[]) =>
      (await textOf(pages as CsvSource[], ['current_page', 'rank'])).split('\r\n').slice(1, -1);
    expect(await ranks(page(1), page(2), page(3))).toEqual(['1,1', '2,2', '3,3']);
    expect(await ranks(page(1), page(2, 'partial'), page(3))).toEqual(['1,1', '2,2', '3,']);
    expect(await ranks(page(1), page(3), page(1))).toEqual(['1,1', '3,', '1,1']);
    expect(entriesOf(page(1, 'partial'))).toEqual([{ asin: 'B000000001' }]);
  });

  it('has a row for each result of a batch, with its request, also if nothing was found and if the call failed', async () => {
    const asins = ['B0LANTERN1', 'B0NOTFOUND', 'B0CAPTCHA1'];
    const requests = asins.map((asin, index) => ({
      endpoint: 'product' as const,
      params: { asin },
      sku: `S-${index}`,
    }));
    const results = () => batch(marketplace, requests, { retries: 0, concurrency: 1 });
    expect(await textOf(results(), ['request.sku', 'asin', 'found', 'error', 'bb_price'])).toBe(
      [
        'request.sku,asin,found,error,bb_price',
        'S-0,B0LANTERN1,true,,34.99',
        'S-1,B0NOTFOUND,false,,',
        'S-2,B0CAPTCHA1,,CAPTCHA,',
        '',
      ].join('\r\n'),
    );
    const [row] = await listed(csvRows(results()));
    expect(Object.keys(row ?? {}).slice(0, 6)).toEqual([
      'request.endpoint',
      'request.asin',
      'request.sku',
      'found',
      'error',
      'asin',
    ]);
    expect(await textOf(results(), ['bb_price'])).toBe(
      'request.asin,found,bb_price\r\nB0LANTERN1,true,34.99\r\nB0NOTFOUND,false,\r\nB0CAPTCHA1,,\r\n',
    );
    await expect(textOf(results(), ['sku'])).rejects.toThrow('Did you mean "request.sku"?');
    await expect(textOf(results(), ['request.skew'])).rejects.toThrow('Did you mean "request.sku"?');
  });

  it('has a row for a request of an unknown endpoint', async () => {
    const requests = [{ endpoint: 'prices', params: { asin: 'B0LANTERN1' } }] as unknown as BatchRequest[];
    const results = () => batch(marketplace, requests);
    expect(await textOf(results(), ['request.asin', 'error'])).toBe(
      'request.asin,error\r\nB0LANTERN1,INVALID_PARAMETER\r\n',
    );
    expect((await textOf(results())).split('\r\n')[0]).toBe('request.endpoint,request.asin,found,error');
  });

  it('has only the names of its columns for an empty list, and refuses something else', async () => {
    expect(await textOf([], ['asin', 'title'])).toBe('asin,title\r\n');
    const envelope = await marketplace.product({ asin: 'B0LANTERN1' });
    await expect(textOf(envelope as never)).rejects.toThrow('is not a list of envelopes or results');
    await expect(listed(toCsv([envelope], { columns: ['asin'] } as never))).rejects.toThrow(
      'columns: is not an option',
    );
  });

  it('keeps offers of another product that look the same', async () => {
    const offers = (asin: string) => ({
      page_type: 'offers',
      data: { asin, product_sellers_info: [{ seller_id: 'A1', name: 'Shop', price: 5, delivery: [] }] },
    });
    const text = await textOf([offers('B000000001'), offers('B000000001'), offers('B000000002')], ['asin', 'price']);
    expect(text).toBe('asin,price\r\nB000000001,5\r\nB000000002,5\r\n');
  });

  it('has no line for what was not found', async () => {
    expect(await textOf([await marketplace.product({ asin: 'B0NOTFOUND' })])).toBe('');
  });
});

describe('csvRows', () => {
  it('yields flat rows with the same columns, also of parsed pages', async () => {
    const html = '<div id="dp"><span id="productTitle">Lantern</span><input id="ASIN" value="B0LANTERN1"></div>';
    const parsed = parsePage(html, { url: 'https://www.amazon.com/dp/B0LANTERN1' });
    const rows = await listed(csvRows([parsed], { fields: ['asin', 'title', 'bb_price'] }));
    expect(rows).toEqual([{ asin: 'B0LANTERN1', title: 'Lantern', bb_price: undefined }]);
  });
});
