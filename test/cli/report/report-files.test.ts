import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../../src/package-folder.ts';
import { run, runOn } from '../run.ts';
import { FAILED, file, KNOWN, path, reportOf, sold } from './known.ts';
import { failure, readReport, response } from './lines.ts';

describe('input', () => {
  it('reads the failures file next to the results, once, and other files', async () => {
    const results = file('batch.ndjson', KNOWN);
    const own = file('batch.failures.ndjson', FAILED);
    const others = file('others.ndjson', [failure('PARSER_ERROR', '2026-11-20T12:15:00.000Z')]);
    const failed = async (...more: string[]) => readReport((await run('report', results, ...more)).out).figures.Failed;
    expect(await failed()).toBe('3 21%');
    expect(await failed(own)).toBe('3 21%');
    expect(await failed(others)).toBe('4 27%');
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
    expect(report.rows('Missing parts of pages')).toEqual([['product: the page has no reviews', '25%', '1']]);
    expect(report.text('#failures .note')).toContain('Not drawn: 1 line without a timestamp.');
  });

  it('counts error bodies of a service', async () => {
    const body = {
      success: false,
      error: { code: 'OUT_OF_COFFEE', message: 'no coffee' },
      meta: { marketplace: 'it' },
    };
    const report = await reportOf([...KNOWN, JSON.stringify(body)]);
    expect(report.figures.Failed).toBe('1 8%');
    expect(report.rows('Errors by code')[0]).toEqual(['OUT_OF_COFFEE no coffee', '100%', '1']);
  });

  it('skips incomplete and other lines and says so', async () => {
    const lines = [...KNOWN, 'hello', '{"a":1}', '7', String(KNOWN[0]).slice(0, 90)];
    const { code, out, err } = await run('report', file('torn.ndjson', lines));
    expect(code).toBe(0);
    expect(err).toBe('note: 4 lines of torn.ndjson skipped; line 12 is not JSON: "hello"');
    const { figures, text } = readReport(out);
    expect(figures.Results).toBe('11');
    expect(text('header .note')).toBe(err.replace('note: ', ''));
  });

  it('reads a file that ends in the middle of a character, or of its compressed data', async () => {
    const whole = [...KNOWN, response('product', { asin: 'B0LANTERN1', title: 'Küchenlampe' })].join('\n');
    const cut = Buffer.from(whole).subarray(0, Buffer.from(whole).lastIndexOf('ü') + 1);
    const plain = await run('report', file('cut.ndjson', cut));
    expect(plain.err).toMatch(/^note: 1 line of cut\.ndjson skipped; line 12 is incomplete JSON: "\{/);
    expect(readReport(plain.out).figures.Results).toBe('11');

    const packed = file('cut.ndjson.gz', gzipSync(Array.from({ length: 500 }, () => whole).join('\n')));
    truncateSync(packed, 3_000);
    const { code, out } = await run('report', packed);
    expect(code).toBe(0);
    expect(Number(readReport(out).figures.Results?.replace(',', ''))).toBeGreaterThan(10);
  });

  it('accepts data of any shape', async () => {
    const odd = [
      response('product', sold(Number.NaN, { name: 7 }, { rating: 'five', stock_qty: -1, is_fba: 'yes' })),
      response('product', { buybox: true, seller: [], bb_price: '9', currency: null, in_stock: 1 }),
      response('offers', { product_sellers_info: [null, 3, { price: 1e300, currency: {} }] }, { timestamp: 'noon' }),
      response('search', { shallow_parts: 'none' }, { marketplace: 'moon', usage: 3 }),
      response('constructor', { __proto__: null, toString: 1 }),
      response('storefront', { kind: 'brand' }),
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
    ['an empty file', [], /^error: files: empty\.ndjson is empty; a report reads NDJSON from `buybox batch`/],
    [
      'a CSV file',
      ['asin,price', 'B0LANTERN1,3'],
      /lines of other\.txt skipped; line 1 is not JSON: "asin,price"; a report reads/,
    ],
    ['other JSON', ['{"a":1}'], /line 1 has no response, error or page_type: "\{\\"a\\":1\}"/],
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
    [['report'], /files: missing. Name files with results/],
    [
      ['report', path('nowhere.ndjson')],
      /^error: files: .*nowhere\.ndjson cannot be read \(no such file or directory\)/,
    ],
    [['report', path()], /^error: files: .* cannot be read \(illegal operation on a directory\)/],
    [['report', path('known.ndjson'), path('../', 'known.ndjson')], /cannot be read/],
    [['report', path('known.ndjson'), path('known.ndjson')], /known\.ndjson is given twice/],
    [
      ['report', path('known.ndjson'), '--out', path('nowhere', 'page.html')],
      /^error: out: .* cannot be written \(the folder .*nowhere does not exist; create it\)\./,
    ],
    [
      ['report', path('known.ndjson'), '--out', path()],
      /^error: out: .* cannot be written \(illegal operation on a directory\)/,
    ],
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
