import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { BadRequestError, type EndpointName } from '../../src/entries/index.ts';
import { type InputFormat, readInputs } from '../../src/inputs/read.ts';
import type { Input } from '../../src/inputs/requests.ts';
import type { FileRequest } from '../../src/paging/result-line.ts';
import { Folder } from '../cli/batch/market.ts';
import { hostileText, longRuns } from '../hostile-texts.ts';
import { isLong, runsOf } from '../runs.ts';

const folder = new Folder();
afterAll(() => folder[Symbol.dispose]());

interface Reading {
  name?: string;
  format?: InputFormat;
  as?: EndpointName;
  defaults?: { marketplace?: 'de' | 'us'; language?: 'native' };
  isLocal?: boolean;
}

/** Reads a text as an input file. */
async function read(
  text: string | Uint8Array,
  { name = 'input', format, as, defaults = {}, isLocal = true }: Reading = {},
): Promise<Input[]> {
  const file = folder.write(name, text);
  const place = { file, stdin: () => expect.unreachable() };
  const inputs: Input[] = [];
  const { signal } = new AbortController();
  for await (const input of readInputs(place, format, { as, defaults, isLocal }, signal)) inputs.push(input);
  return inputs;
}

/** Returns the requests of inputs, all of which must be valid. */
function requestsOf(inputs: readonly Input[]): FileRequest[] {
  return inputs.map(({ request, invalid }) => {
    if (request === undefined) throw new Error(`line ${invalid.line}: ${invalid.error.message}`);
    return request;
  });
}

/** Returns the messages of invalid inputs, with their lines. */
function faultsOf(inputs: readonly Input[]): [number, string][] {
  return inputs.flatMap(({ invalid }) => (invalid === undefined ? [] : [[invalid.line, invalid.error.message]]));
}

describe('plain lines', () => {
  it.each([
    ['B08N5WRWNW', 'product', { asin: 'B08N5WRWNW', marketplace: 'us' }],
    ['b08n5wrwnw:DE', 'product', { asin: 'B08N5WRWNW', marketplace: 'de' }],
    ['0306406152', 'product', { asin: '0306406152' }],
    ['080442957x', 'product', { asin: '080442957X' }],
    ['2617941011', 'category', { node: '2617941011' }],
    ['172282:uk', 'category', { node: '172282', marketplace: 'uk' }],
    ['A2L77EE7U53NWQ', 'seller', { sellerId: 'A2L77EE7U53NWQ' }],
    ['atvpdkikx0der:jp', 'seller', { sellerId: 'ATVPDKIKX0DER', marketplace: 'jp' }],
    ['camping lantern', 'search', { keyword: 'camping lantern', page: 1 }],
    ['camping lantern:fr', 'search', { keyword: 'camping lantern', marketplace: 'fr' }],
    ['https://www.amazon.de/dp/B08N5WRWNW', 'scrape', { url: 'https://www.amazon.de/dp/B08N5WRWNW' }],
    ['www.amazon.de/dp/B08N5WRWNW', 'scrape', { url: 'https://www.amazon.de/dp/B08N5WRWNW' }],
    ['https://amzn.eu/d/abc', 'scrape', { url: 'https://amzn.eu/d/abc' }],
  ])('%s is detected', async (line, endpoint, params) => {
    const [request] = requestsOf(await read(line));
    expect(request).toMatchObject({ endpoint, params });
  });

  it.each([
    ['lantern', 'search', { keyword: 'lantern' }],
    ['star wars: a story', 'search', { keyword: 'star wars: a story', marketplace: 'us' }],
    ['B08N5WRWNW', 'offers', { asin: 'B08N5WRWNW', condition: 'all' }],
    ['2617941011', 'product', { asin: '2617941011' }],
    ['https://www.amazon.de/x/dp/B08N5WRWNW?tag=y', 'offers', { asin: 'B08N5WRWNW', marketplace: 'de' }],
    ['https://www.amazon.it/s?k=moka&page=3', 'search', { keyword: 'moka', page: 3, marketplace: 'it' }],
    ['https://www.amazon.com/sp?seller=A2L77EE7U53NWQ', 'seller', { sellerId: 'A2L77EE7U53NWQ' }],
    ['https://www.amazon.com/b?node=172282', 'category', { node: '172282' }],
  ] as const)('%s with --as %s', async (line, as, params) => {
    const [request] = requestsOf(await read(line, { as }));
    expect(request).toMatchObject({ endpoint: as, params });
  });

  it.each([
    ['lantern', /is not an ASIN, URL, seller id or browse node. For a keyword set the endpoint to search: --as search/],
    ['B08N5WRWN', /is not an ASIN/],
    ['basketball', /is not an ASIN/],
    ['B08N5WRWNW de', /is not an ASIN/],
    [`${'a '.repeat(100_000)},`, /is not an ASIN/],
    ['B08N5WRWNW,de', /is not an ASIN/],
    ['B08N5WRWNW:xx', /^marketplace: "xx" is not a marketplace: expected one of us, uk/],
    ['9780306406157', /an EAN or ISBN-13. Look up its ASIN/],
    ['https://www.example.com/dp/B08N5WRWNW', /is not a supported page of a supported marketplace/],
    ['https://www.amazon.de/gp/cart', /is the shopping cart or the checkout, which is not supported/],
  ])('%s is invalid, with a reason', async (line, message) => {
    expect(faultsOf(await read(`B08N5WRWNW\n${line}\n`))).toEqual([[2, expect.stringMatching(message)]]);
  });

  it('accepts URLs of unknown pages for a service', async () => {
    expect(requestsOf(await read('https://www.amazon.de/gp/cart', { isLocal: false }))).toHaveLength(1);
    expect(faultsOf(await read('https://www.example.com/gp/cart', { isLocal: false }))).toHaveLength(1);
  });

  it('rejects a URL without the parameter of the endpoint', async () => {
    const faults = faultsOf(await read('https://www.amazon.de/s?k=moka', { as: 'product' }));
    expect(faults).toEqual([[1, expect.stringMatching(/^asin: the URL .* does not contain it\. .*--as scrape/)]]);
  });

  it('skips blank lines and comments, and accepts any line end', async () => {
    const inputs = await read('# mine\r\n\r\nB08N5WRWNW\r\n  B08N5WRWN1  \nnothing');
    expect(requestsOf(inputs.slice(0, 2)).map(({ params }) => params)).toMatchObject([
      { asin: 'B08N5WRWNW' },
      { asin: 'B08N5WRWN1' },
    ]);
    expect(faultsOf(inputs)).toEqual([[5, expect.any(String)]]);
  });

  it('adds the defaults to a request', async () => {
    const [request, other] = requestsOf(
      await read('B08N5WRWNW\nB08N5WRWN1:fr', { defaults: { marketplace: 'de', language: 'native' } }),
    );
    expect(request?.params).toEqual({ asin: 'B08N5WRWNW', marketplace: 'de', language: 'native' });
    expect(other?.params).toEqual({ asin: 'B08N5WRWN1', marketplace: 'fr', language: 'native' });
  });
});

describe('CSV', () => {
  it.each([
    [',', ','],
    [';', ';'],
    ['tabs', '\t'],
  ])('is read with %s as delimiter', async (_, mark) => {
    const text = `sku,ASIN,"Market place",note\nA-1,B08N5WRWNW,de,"a, ""b""; c\nd"\nA-2,b08n5wrwn1,,\n`;
    const inputs = await read(text.replaceAll(/,(?! )/g, mark), { name: 'input.csv' });
    expect(requestsOf(inputs)).toEqual([
      {
        endpoint: 'product',
        params: { asin: 'B08N5WRWNW', marketplace: 'de', language: 'en' },
        sku: 'A-1',
        note: 'a, "b"; c\nd',
      },
      { endpoint: 'product', params: { asin: 'B08N5WRWN1', marketplace: 'us', language: 'en' }, sku: 'A-2', note: '' },
    ]);
  });

  it('detects parameters by their names, and the endpoint by its parameters', async () => {
    const text = [
      'asin,keyword,Seller ID,node,url,page,min_price,condition,endpoint',
      ',camping lantern,,,,2,,,',
      ',,a2l77ee7u53nwq,,,,,,',
      ',,,172282,,1,9.99,,',
      'B08N5WRWNW,,,,,,,used,',
      'B08N5WRWNW,,,,,,,,offers',
      ',,,,https://www.amazon.de/dp/B08N5WRWNW,,,,',
    ].join('\n');
    expect(requestsOf(await read(text, { name: 'input.csv' }))).toMatchObject([
      { endpoint: 'search', params: { keyword: 'camping lantern', page: 2 } },
      { endpoint: 'seller', params: { sellerId: 'A2L77EE7U53NWQ' } },
      { endpoint: 'category', params: { node: '172282', page: 1, min_price: 9.99 } },
      { endpoint: 'offers', params: { asin: 'B08N5WRWNW', condition: 'used' } },
      { endpoint: 'offers', params: { asin: 'B08N5WRWNW', condition: 'all' } },
      { endpoint: 'scrape', params: { url: 'https://www.amazon.de/dp/B08N5WRWNW' } },
    ]);
  });

  it('keeps columns that are not parameters of the endpoint', async () => {
    const [request] = requestsOf(
      await read('asin,condition,url\nB08N5WRWNW,As new,x', { name: 'a.csv', as: 'product' }),
    );
    expect(request).toMatchObject({ endpoint: 'product', condition: 'As new', url: 'x' });
  });

  it('reports invalid rows with the line on which they start', async () => {
    const text = [
      'asin,note,page,endpoint',
      'B08N5WRWNW,"two',
      'lines",,',
      'B08,,,',
      '',
      'B08N5WRWNW,,two,',
      'B08N5WRWNW,,,products',
      ',x,,',
      'B08N5WRWNW,1,,,5',
      ',,,',
    ].join('\n');
    expect(faultsOf(await read(text, { name: 'input.csv' }))).toEqual([
      [4, expect.stringMatching(/^asin: "B08" is not a valid ASIN/)],
      [6, expect.stringMatching(/^page: "two" is not a whole number/)],
      [7, expect.stringMatching(/^endpoint: "products" is not an endpoint: expected one of product, search/)],
      [8, 'no parameter: expected one of asin, keyword, sellerId, url, node'],
      [9, 'file: the row has 5 cells, the header has 4'],
    ]);
  });

  it('rejects parameters of two endpoints', async () => {
    const text = 'asin,url\nB08N5WRWNW,https://www.amazon.de/dp/B08N5WRWNW';
    expect(faultsOf(await read(text, { name: 'a.csv' }))).toEqual([
      [2, expect.stringMatching(/^endpoint: both asin and url are given/)],
    ]);
    expect(requestsOf(await read(text, { name: 'a.csv', as: 'product' }))).toHaveLength(1);
  });

  it.each([
    ['B08N5WRWNW\nB08N5WRWN1', /the first row, "B08N5WRWNW", names no parameter: .* --input lines/],
    ['asin,ASIN\nB08N5WRWNW,x', /the first row names "ASIN" twice/],
    ['asin,sku,sku\nB08N5WRWNW,1,2', /the first row names "sku" twice/],
    ['asin,params\nB08N5WRWNW,x', /cannot be named "params"/],
    ['asin,note\nB08N5WRWNW,"open\nB08N5WRWN1,x', /Quote Not Closed.*line 3.* Fix the quotes/],
  ])('throws for the file %j', async (text, message) => {
    await expect(read(text, { name: 'input.csv' })).rejects.toThrow(message);
  });
});

describe('NDJSON', () => {
  it('accepts requests, parameters, strings, results and failures', async () => {
    const inputs = await read(
      [
        '{"endpoint":"offers","params":{"asin":"B08N5WRWNW","page":2},"sku":{"a":1}}',
        '{"asin":"B08N5WRWNW","sku":7}',
        '',
        '{"params":{"keyword":"lamp"},"mine":true}',
        '"B08N5WRWNW:de"',
        '{"request":{"endpoint":"seller","params":{"sellerId":"A2L77EE7U53NWQ"},"sku":1},"response":{}}',
        '{"line":3,"input":"B08N5WRWNW:it","error":{"code":"X"}}',
      ].join('\n'),
      { name: 'input.ndjson' },
    );
    expect(requestsOf(inputs)).toMatchObject([
      { endpoint: 'offers', params: { asin: 'B08N5WRWNW', page: 2 }, sku: { a: 1 } },
      { endpoint: 'product', params: { asin: 'B08N5WRWNW' }, sku: 7 },
      { endpoint: 'search', params: { keyword: 'lamp' }, mine: true },
      { endpoint: 'product', params: { marketplace: 'de' } },
      { endpoint: 'seller', params: { sellerId: 'A2L77EE7U53NWQ' }, sku: 1 },
      { endpoint: 'product', params: { marketplace: 'it' } },
    ]);
  });

  it('reports invalid lines', async () => {
    const text = [
      '{"asin":',
      '[1]',
      '{"endpoint":"product","params":[]}',
      '{"endpoint":"product","params":{"asin":"B08N5WRWNW","pgae":1}}',
    ];
    expect(faultsOf(await read(text.join('\n'), { name: 'input.jsonl' }))).toEqual([
      [1, '"{\\"asin\\":" is not valid JSON.'],
      [2, expect.stringMatching(/is not an object: expected, for example/)],
      [3, 'params: a list is not an object.'],
      [4, expect.stringMatching(/^pgae: unknown parameter: expected asin/)],
    ]);
  });
});

describe('files', () => {
  it.each([
    ['{"asin":"B08N5WRWNW"}', 'NDJSON'],
    ['sku;asin\n1;B08N5WRWNW', 'CSV'],
    ['"asin"\nB08N5WRWNW', 'CSV'],
    ['B08N5WRWNW', 'lines'],
  ])('%j is detected by its first line', async (text) => {
    expect(requestsOf(await read(text))).toMatchObject([{ params: { asin: 'B08N5WRWNW' } }]);
  });

  it('are read in the given format, whatever their name', async () => {
    expect(requestsOf(await read('B08N5WRWNW', { name: 'input.csv', format: 'lines' }))).toHaveLength(1);
  });

  it.each([
    ['a mark in front', 'input.csv', Buffer.from('\uFEFFasin\nB08N5WRWNW')],
    ['UTF-16', 'input.csv', Buffer.from('\uFEFFasin\tk\nB08N5WRWNW\té', 'utf16le')],
    ['gzip', 'input.csv.gz', Buffer.from('asin\nB08N5WRWNW')],
  ])('are read with %s', async (_, name, bytes) => {
    expect(requestsOf(await read(bytes, { name }))).toMatchObject([{ params: { asin: 'B08N5WRWNW' } }]);
  });

  it.each([
    ['Latin-1', 'input.txt', Buffer.from('caf\xe9 noir', 'latin1'), /is not UTF-8 text. Save it as UTF-8/],
    ['an endless line', 'input.txt', 'x'.repeat(1_100_000), /a line has more than 1000000 characters/],
  ])('throws for %s', async (_, name, text, message) => {
    await expect(read(text, { name })).rejects.toThrow(message);
  });

  it('throws for a missing file, and for one that is not compressed as its name says', async () => {
    const rules = { as: undefined, defaults: {}, isLocal: true };
    const { signal } = new AbortController();
    const first = (file: string) => readInputs({ file, stdin: expect.unreachable }, undefined, rules, signal).next();
    await expect(first(folder.at('none.txt'))).rejects.toThrow(
      /none\.txt cannot be read \(no such file or directory\)/,
    );
    folder.write('false.txt', 'B08N5WRWNW');
    const { renameSync } = await import('node:fs');
    renameSync(folder.at('false.txt'), folder.at('false.txt.gz'));
    await expect(first(folder.at('false.txt.gz'))).rejects.toThrow(/is not a complete gzip file/);
  });
});

describe('hostile inputs', () => {
  const formats = ['lines', 'csv', 'ndjson', undefined] as const;
  const row = fc.oneof(
    hostileText,
    hostileText.map((text) => JSON.stringify({ asin: text, page: 1e300, [text]: text })),
    hostileText.map((text) => `{"request":{"endpoint":"search","params":{"keyword":${JSON.stringify(text)}}}}`),
    hostileText.map((text) => `B0LANTERN1,${text},"${text}`),
    fc.constantFrom(
      'asin,marketplace',
      'keyword;page',
      'https://www.amazon.com/stores/%ff',
      '{"asin":"B0LANTERN1","page":1e999}',
    ),
  );

  async function outcome(text: string, format: InputFormat | undefined) {
    const place = { file: '-', stdin: () => Readable.from([Buffer.from(text)]) };
    const inputs: unknown[] = [];
    try {
      for await (const input of readInputs(
        place,
        format,
        { as: undefined, defaults: {}, isLocal: true },
        new AbortController().signal,
      )) {
        if (input.invalid !== undefined) expect(input.invalid.error).toBeInstanceOf(BadRequestError);
        inputs.push(input.request ?? input.invalid?.error.message);
      }
    } catch (error) {
      expect(error).toBeInstanceOf(BadRequestError);
      inputs.push((error as Error).message);
    }
    return inputs;
  }

  it.each(formats)('are requests or typed errors, the same each time: %s', { timeout: 60_000 }, async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (lines) => {
        const text = lines.join('\n');
        expect(await outcome(text, format)).toEqual(await outcome(text, format));
      }),
      { ...runsOf(300), examples: longRuns.slice(0, isLong ? 6 : 2).map((text) => [[text]]) },
    );
  });
});
