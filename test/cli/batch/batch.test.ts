import { existsSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { Interruption } from '../../../src/cli/terminal/exit.ts';
import { clockTime } from '../../../src/display/text.ts';
import { FIXTURES_FOLDER } from '../../../src/package-folder.ts';
import { run as runLine, runOn, type TerminalTraits } from '../run.ts';
import { asin, asins, asinsOf, BLOCKED, Folder, LOST, type Market, openMarket } from './market.ts';

let folder: Folder;
let market: Market;

beforeEach(async () => {
  folder = new Folder();
  market = await openMarket();
});
afterEach(async () => {
  folder[Symbol.dispose]();
  await market[Symbol.asyncDispose]();
});

/** Runs `buybox batch` with the test's marketplace. */
function run(file: string, ...flags: string[]) {
  return runLine('batch', file, ...market.flags, ...flags);
}

/** Runs it with an output file. */
function runTo(name: string, file: string, ...flags: string[]) {
  return run(file, '--out', folder.at(name), ...flags);
}

describe('a batch', () => {
  it('writes a line per result with its request, and prints a summary', async () => {
    const file = folder.write('asins.txt', `${asin(1)}\n${LOST}:de\n`);
    const { code, out, err } = await runTo('r.ndjson', file);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    const lines = folder.lines('r.ndjson');
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual({
      request: { endpoint: 'product', params: { asin: asin(1), marketplace: 'us', language: 'en' } },
      response: expect.objectContaining({
        found: true,
        data: expect.objectContaining({ asin: asin(1) }),
        meta: expect.objectContaining({ gaps: expect.arrayContaining([expect.objectContaining({ kind: 'missing' })]) }),
      }),
    });
    expect(lines).toContainEqual({
      request: { endpoint: 'product', params: { asin: LOST, marketplace: 'de', language: 'en' } },
      response: expect.objectContaining({ found: false, data: null }),
    });
    expect(err).toMatch(
      /^calls {8}2 in .*\nfound {8}1\nnot found {4}1\ngaps .*\nspent {8}2 credits\nresults {6}.*r\.ndjson$/,
    );
    expect(existsSync(folder.at('r.failures.ndjson'))).toBe(false);
  });

  it('reads standard input, and writes NDJSON to standard output', async () => {
    const { code, out } = await runOn({ input: `${asin(1)}\n${asin(2)}\n` }, 'batch', '-', ...market.flags);
    expect(code).toBe(0);
    // Lines are in the order in which calls end.
    expect(
      out
        .split('\n')
        .map((line) => JSON.parse(line).response.data.asin)
        .sort(),
    ).toEqual([asin(1), asin(2)]);
  });

  it('calls every endpoint', async () => {
    const file = folder.write(
      'all.txt',
      'B0LANTERN1\ncamping lantern\nA1LARKMOOR0US\n7000004\nhttps://www.amazon.com/product-reviews/B0LANTERN1\n',
    );
    const { code } = await runLine('batch', file, '--folder', FIXTURES_FOLDER, '--out', folder.at('r.ndjson'));
    const types = folder.lines('r.ndjson').map(({ response }) => (response as { page_type: string }).page_type);
    expect({ code, types: types.sort() }).toEqual({
      code: 0,
      types: ['category', 'product', 'reviews', 'search', 'seller'],
    });
  });

  it('applies --marketplace, --language and --endpoint to inputs that name none', async () => {
    const file = folder.write('a.csv', `asin,marketplace\n${asin(1)},\n${asin(2)},fr\n`);
    await runTo('r.ndjson', file, '--marketplace', 'de', '--language', 'native', '--endpoint', 'product');
    const params = folder.lines('r.ndjson').map(({ request }) => (request as { params: object }).params);
    expect(params).toContainEqual({ asin: asin(1), marketplace: 'de', language: 'native' });
    expect(params).toContainEqual({ asin: asin(2), marketplace: 'fr', language: 'native' });
  });

  it('writes failed calls and invalid inputs to a separate file, with their errors', async () => {
    const file = folder.write('asins.txt', `${asin(1)}\nnothing\n${BLOCKED}\n`);
    const { code, err } = await runTo('r.ndjson', file);
    expect(code).toBe(1);
    expect(err).toMatch(/^line 2: "nothing" is not an ASIN/);
    expect(err).toMatch(/\nfailed {7}1 \(CAPTCHA 1\)\ninvalid {6}1\n/);
    expect(err).toMatch(
      /\nfailures {5}.*r\.failures\.ndjson\nrun the same command with --resume to repeat failed calls$/,
    );
    expect(asinsOf(folder.lines('r.ndjson'))).toEqual([asin(1)]);
    const failed_at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(folder.lines('r.failures.ndjson')).toEqual([
      {
        line: 2,
        input: 'nothing',
        error: {
          name: 'BadRequestError',
          code: 'INVALID_PARAMETER',
          status: 400,
          message: expect.stringMatching(/is not an ASIN/),
          billed: false,
          retryable: false,
        },
        failed_at,
      },
      {
        line: 3,
        request: { endpoint: 'product', params: { asin: BLOCKED, marketplace: 'us', language: 'en' } },
        error: {
          name: 'BlockedError',
          code: 'CAPTCHA',
          status: 503,
          message: expect.stringMatching(/captcha/),
          request_id: expect.stringMatching(/^[\da-f-]{36}$/),
          billed: false,
          retryable: true,
        },
        failed_at,
      },
    ]);
  });

  it('writes whole lines when many calls end at the same time', async () => {
    const rows = Array.from({ length: 40 }, (_, number) => [
      `${number},nothing`,
      `${number},${asin(1)}`,
      `${number},${BLOCKED}`,
    ]);
    const file = folder.write('a.csv', ['sku,asin', ...rows.flat()].join('\n'));
    const { err } = await runTo('r.ndjson', file);
    const skus = (name: string) => folder.lines(name).map(({ request }) => Number((request as { sku: string }).sku));
    const all = Array.from({ length: 40 }, (_, number) => number);
    const ascending = (a: number, b: number) => a - b;
    expect(skus('r.ndjson').sort(ascending)).toEqual(all);
    expect(skus('r.failures.ndjson').sort(ascending)).toEqual(all.flatMap((sku) => [sku, sku]));
    expect(err).toMatch(/\nfailed {7}40 \(CAPTCHA 40\)\ninvalid {6}40\nsame call {4}78\n/);
    expect([market.asked(asin(1)), market.asked(BLOCKED)]).toEqual([1, 1]);
  });

  it('accepts a file of failures as input', async () => {
    const first = folder.write('asins.csv', `asin,sku\n${BLOCKED},7\nB0,8\n`);
    await runTo('r.ndjson', first);
    const { code } = await run(folder.at('r.failures.ndjson'), '--out', folder.at('r.ndjson'), '--resume');
    expect(code).toBe(1);
    expect(market.asked(BLOCKED)).toBe(2);
    // The input itself is not overwritten.
    const again = folder.lines('r.failures.2.ndjson');
    expect(again.map(({ request }) => (request as { sku: string }).sku).sort()).toEqual(['7', '8']);
    expect(folder.lines('r.failures.ndjson')).toHaveLength(2);
  });

  it('makes no calls with --check, and says what they would cost', async () => {
    const file = folder.write('asins.txt', `${asin(1)}\nnothing\n${asin(1)}\nA2L77EE7U53NWQ\n`);
    const { code, out, err } = await runTo('r.ndjson', file, '--check');
    expect({ code, out, asked: market.asked() }).toEqual({ code: 1, out: '', asked: 0 });
    expect(err).toMatch(
      /^line 2: "nothing".*\nproduct {6}1\nseller {7}1\nduplicates {3}1\ninvalid {6}1\ncredits {6}2\ntime {9}1 s, at the pace of the sites$/,
    );
    expect(existsSync(folder.at('r.ndjson'))).toBe(false);
    const right = await run(folder.write('right.txt', asin(1)), '--dry-run');
    expect(right.code).toBe(0);
    const same = await run(folder.write('same.txt', `${asin(1)}\n${asin(2)}:de\n`), '--dry-run', '--marketplace', 'de');
    expect(same.err).toContain('time         1 s');
  });

  it('reads all pages of each list with --all-pages, and reads them again only if they were not', async () => {
    const file = folder.write('asins.txt', 'B0LANTERN1\n');
    const offers = (...flags: string[]) =>
      runLine('batch', file, '--fixtures', '--as', 'offers', '--out', folder.at('r.ndjson'), ...flags);
    const sizes = () =>
      folder.lines('r.ndjson').map(({ response, pages }) => {
        const { data } = response as { data: { product_sellers_info: object[] } };
        return [data.product_sellers_info.length, pages];
      });
    expect((await offers()).err).toContain('spent        1 credit');
    const { err } = await offers('--all-pages', '--resume');
    expect(err).toContain('spent        2 credits');
    expect(sizes()).toEqual([
      [11, undefined],
      [15, { count: 2, complete: true }],
    ]);
    expect((await offers('--all-pages', '--resume')).err).toContain('done before  1');
    const part = await offers('--max-pages', '1', '--force');
    expect(part.err).toContain('incomplete   1 (max_pages 1)');
    expect((await offers('--all-pages', '--dry-run')).err).toMatch(/credits {6}1 or more\n/);
    expect((await offers('--max-pages', '3', '--dry-run')).err).toMatch(/credits {6}3\n/);
  });

  it('reads a page that an input names, and products, as without --all-pages', async () => {
    const file = folder.write('mixed.csv', 'asin,page,endpoint\nB0LANTERN1,2,offers\nB0LANTERN1,,product\n');
    const out = folder.at('r.ndjson');
    const { code } = await runLine('batch', file, '--fixtures', '--all-pages', '--out', out);
    expect(code).toBe(0);
    expect(folder.lines('r.ndjson').flatMap(({ pages }) => pages ?? [])).toEqual([]);
  });

  it('spends at most --max-credits, and reports that inputs are left', async () => {
    const file = folder.write('asins.txt', asins(9).join('\n'));
    const first = await runTo('r.ndjson', file, '--max-credits', '4', '--concurrency', '3');
    expect({ code: first.code, asked: market.asked() }).toEqual({ code: 1, asked: 4 });
    expect(first.err).toMatch(/some inputs were not called \(--max-credits 4\)\nrun the same command with --resume/);
    const second = await runTo('r.ndjson', file, '--max-credits', '5', '--resume');
    expect({ code: second.code, asked: market.asked() }).toEqual({ code: 0, asked: 9 });
    expect(new Set(asinsOf(folder.lines('r.ndjson')))).toEqual(new Set(asins(9)));
  });

  it('checks inputs that --max-credits does not reach', async () => {
    const file = folder.write('asins.txt', [...asins(3), 'nothing'].join('\n'));
    const { code, err } = await runTo('r.ndjson', file, '--check', '--max-credits', '1');
    expect(code).toBe(1);
    expect(err).toMatch(/^line 4: "nothing"/m);
    expect(err).toMatch(/^credits +1$/m);
  });

  it('stops when its --budget is used up, and --resume continues it', async () => {
    const file = folder.write('asins.txt', asins(9).join('\n'));
    const first = await runTo('r.ndjson', file, '--budget', '4/day', '--concurrency', '3');
    expect({ code: first.code, asked: market.asked() }).toEqual({ code: 1, asked: 4 });
    expect(first.err).toMatch(/stopped: .*budget: 4 credits per day used up: .* \[BUDGET_EXCEEDED\]/);
    const second = await runTo('r.ndjson', file, '--budget', '50/day', '--resume');
    expect({ code: second.code, asked: market.asked() }).toEqual({ code: 0, asked: 9 });
    expect(new Set(asinsOf(folder.lines('r.ndjson')))).toEqual(new Set(asins(9)));
  });

  it.each([
    ['--max-credits', '4'],
    ['--budget', '4/day'],
  ])('spends what blocked calls held, with %s', async (flag, limit) => {
    const blocked = ['B0BLOCKED0', 'B0BLOCKED1', 'B0BLOCKED2', 'B0BLOCKED3'];
    const file = folder.write('asins.txt', [...blocked, ...asins(4)].join('\n'));
    const { err } = await runTo('r.ndjson', file, flag, limit);
    expect(err).toMatch(/\nfound {8}4\n/);
    expect(err).toMatch(/\nspent {8}4 credits\n/);
    expect(err).not.toMatch('stopping');
  });

  it('prints nothing on standard error with --quiet', async () => {
    const file = folder.write('asins.txt', asin(1));
    expect(await runTo('r.ndjson', file, '--quiet')).toEqual({ code: 0, out: '', err: '' });
  });

  it('stops after an error that every further call would have', async () => {
    const file = folder.write('asins.txt', asins(50).join('\n'));
    const { code, err } = await runLine('batch', file, '--folder', folder.at('no-pages'), '--concurrency', '2');
    expect(code).toBe(1);
    expect(err).toMatch(/stopped: every further call would fail the same way: .*no-pages.* \[INVALID_CONFIGURATION\]/);
    expect(folder.lines('asins.failures.ndjson').length).toBeLessThan(5);
  });
});

describe('duplicate inputs', () => {
  it('share one call', async () => {
    const file = folder.write(
      'asins.txt',
      [asin(1), `${asin(1)}:us`, asin(1).toLowerCase(), BLOCKED, BLOCKED].join('\n'),
    );
    const { err } = await runTo('r.ndjson', file);
    expect([market.asked(asin(1)), market.asked(BLOCKED)]).toEqual([1, 1]);
    expect(folder.lines('r.ndjson')).toHaveLength(1);
    expect(folder.lines('r.failures.ndjson')).toHaveLength(1);
    expect(err).toMatch(/\nduplicates {3}3\n/);
  });

  it('share a call and have a result each when they differ in columns of the user’s own', async () => {
    const rows = [
      `A,${asin(1)}`,
      `B,${asin(1)}`,
      `A,${asin(1)}`,
      `C,${BLOCKED}`,
      `D,${BLOCKED}`,
      `E,${LOST}`,
      `F,${LOST}`,
    ];
    const file = folder.write('skus.csv', ['sku,asin', ...rows].join('\n'));
    const { err } = await runTo('r.ndjson', file);
    expect([asin(1), BLOCKED, LOST].map((asin) => market.asked(asin))).toEqual([1, 1, 1]);
    const skus = (name: string) => folder.lines(name).map(({ request }) => (request as { sku: string }).sku);
    expect(skus('r.ndjson').sort()).toEqual(['A', 'B', 'E', 'F']);
    expect(skus('r.failures.ndjson').sort()).toEqual(['C', 'D']);
    const [first, second] = folder.lines('r.ndjson').filter((line) => asinsOf([line])[0] === asin(1));
    expect(second?.response).toEqual(first?.response);
    expect(err).toMatch(/\nduplicates {3}1\nsame call {4}3\n/);
    // A second run copies nothing again.
    await runTo('r.ndjson', file, '--resume');
    expect(skus('r.ndjson').sort()).toEqual(['A', 'B', 'E', 'F']);
    expect(skus('r.failures.ndjson').sort()).toEqual(['C', 'D']);
  });
});

describe('--resume', () => {
  it('calls the inputs without a result, also when the file has changed', async () => {
    await runTo('r.ndjson', folder.write('asins.txt', [asin(1), asin(2), BLOCKED].join('\n')));
    const changed = [asin(3), BLOCKED, asin(2), asin(4), asin(3)];
    const { code, err } = await runTo('r.ndjson', folder.write('asins.txt', changed.join('\n')), '--resume');
    expect(code).toBe(1);
    expect(asinsOf(folder.lines('r.ndjson')).sort()).toEqual([asin(1), asin(2), asin(3), asin(4)]);
    expect([1, 2, 3, 4].map((number) => market.asked(asin(number)))).toEqual([1, 1, 1, 1]);
    expect(market.asked(BLOCKED)).toBe(2);
    expect(folder.lines('r.failures.ndjson')).toHaveLength(1);
    expect(err).toMatch(/\ndone before {2}1\n/);
  });

  it('recognizes a request in another format and with other defaults', async () => {
    await runTo('r.ndjson', folder.write('a.txt', `${asin(1)}:de`));
    const other = folder.write('b.ndjson', `{"params":{"marketplace":"de","asin":"${asin(1)}"},"endpoint":"product"}`);
    await runTo('r.ndjson', other, '--resume', '--marketplace', 'fr');
    expect(market.asked(asin(1))).toBe(1);
    await runTo('r.ndjson', folder.write('a.txt', asin(1)), '--resume', '--marketplace', 'fr');
    expect(market.asked(asin(1))).toBe(2);
  });

  it.each([
    ['in the middle of a line', (text: string) => text.slice(0, -30)],
    [
      'in the middle of a letter',
      (text: string) => Buffer.concat([Buffer.from(text.slice(0, -30)), Buffer.from([0xe2, 0x82])]),
    ],
    ['after its first letters', (text: string) => `${text.slice(0, text.lastIndexOf('{"request"'))}{"requ`],
    ['to zeros, by a power cut', (text: string) => `${text.slice(0, text.lastIndexOf('{"request"'))}\0\0\0\0`],
  ])('removes a last line that ends %s, and calls its input again', async (_, tear) => {
    const file = folder.write('asins.txt', asins(3).join('\n'));
    await runTo('r.ndjson', file, '--concurrency', '1');
    folder.write('r.ndjson', tear(folder.read('r.ndjson')));
    const { code } = await runTo('r.ndjson', file, '--resume');
    expect(code).toBe(0);
    expect(asinsOf(folder.lines('r.ndjson'))).toEqual(asins(3));
    expect(asins(3).map((asin) => market.asked(asin))).toEqual([1, 1, 2]);
  });

  it('continues a file that ends at any byte', async () => {
    const file = folder.write('asins.txt', asins(3).join('\n'));
    await runTo('r.ndjson', file, '--concurrency', '1');
    const whole = Buffer.from(folder.read('r.ndjson'));
    const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
    // By day, only around the last two ends.
    const cuts = ends.slice(isNightly ? 0 : -2).flatMap((end) => [end - 1, end, end + 1, end + 5]);
    for (let at = 0; at < whole.length; at += isNightly ? 499 : 2_999) cuts.push(at);
    for (const cut of cuts.filter((at) => at <= whole.length)) {
      folder.write('r.ndjson', whole.subarray(0, cut));
      const asked = market.asked();
      expect((await runTo('r.ndjson', file, '--resume')).code, `cut at ${cut}`).toBe(0);
      expect(asinsOf(folder.lines('r.ndjson')).sort(), `cut at ${cut}`).toEqual(asins(3));
      // A line that lacks only its line feed is complete.
      expect(market.asked() - asked, `cut at ${cut}`).toBe(ends.filter((end) => end > cut).length);
    }
  });

  it('keeps a last line that lacks only its line feed', async () => {
    const file = folder.write('asins.txt', asins(2).join('\n'));
    await runTo('r.ndjson', file, '--concurrency', '1');
    folder.write('r.ndjson', folder.read('r.ndjson').slice(0, -1));
    folder.write('asins.txt', asins(3).join('\n'));
    await runTo('r.ndjson', file, '--resume');
    expect(asinsOf(folder.lines('r.ndjson'))).toEqual(asins(3));
    expect(market.asked(asin(1))).toBe(1);
  });

  it('deletes the failures of an earlier run, but not when it cannot start', async () => {
    folder.write('r.failures.ndjson', '{"old":true}\n');
    folder.write('r.ndjson', 'hello');
    await runTo('r.ndjson', folder.write('a.txt', asin(1)), '--resume');
    expect(folder.lines('r.failures.ndjson')).toEqual([{ old: true }]);
    folder.write('r.ndjson', '');
    await runTo('r.ndjson', folder.write('a.txt', asin(1)), '--resume');
    expect(existsSync(folder.at('r.failures.ndjson'))).toBe(false);
  });

  it.each([
    ['another line', 'hello\n'],
    ['another text', 'hello'],
    ['a line that is broken in the middle', '{"request":{"endpoint":"product"\n{"a":1}\n'],
  ])('throws for a file with %s, and does not change it', async (_, text) => {
    folder.write('r.ndjson', text);
    const { code, err } = await runTo('r.ndjson', folder.write('a.txt', asin(1)), '--resume');
    expect(code).toBe(2);
    expect(err).toMatch(/error: out: line 1 of .*r\.ndjson is not a result of a batch. Fix it/);
    expect([folder.read('r.ndjson'), market.asked()]).toEqual([text, 0]);
  });
});

describe('outputs', () => {
  it.each([
    ['r.ndjson', 'out'],
    ['r.failures.ndjson', 'failures'],
  ])('are not overwritten: %s', async (name, flag) => {
    folder.write(name, 'mine\n');
    const file = folder.write('a.txt', asin(1));
    const { code, err } = await runTo('r.ndjson', file);
    expect(code).toBe(2);
    expect(err).toMatch(
      new RegExp(`error: ${flag}: .*${name} exists. Use --resume to continue it, or --force to start again`),
    );
    expect([folder.read(name), market.asked()]).toEqual(['mine\n', 0]);
    expect((await runTo('r.ndjson', file, '--force')).code).toBe(0);
    expect(asinsOf(folder.lines('r.ndjson'))).toEqual([asin(1)]);
    expect(existsSync(folder.at('r.failures.ndjson'))).toBe(false);
  });

  it.each([
    [['--out', 'r.xyz'], /out: "r\.xyz" has no known extension. Use --format ndjson\|csv\|parquet/],
    [['--format', 'parquet'], /format: Parquet needs a file. Use --out/],
    [['--resume'], /resume: standard output cannot be continued. Use --out/],
    [['--fields', 'asin'], /fields: NDJSON keeps whole responses/],
    [
      ['--out', '/dev/none/r.ndjson'],
      /out: \/dev\/none\/r\.ndjson cannot be written \(the folder \/dev\/none does not exist; create it\)/,
    ],
    [['--out', '/tmp', '--format', 'ndjson'], /out: \/tmp cannot be written \(illegal operation on a directory\)/],
    [['--resume', '--force'], /'--resume' cannot be used with option '--force'/],
    [['--concurrency', '0'], /concurrency/],
    [
      ['--as', 'products'],
      /endpoint: "products" is not valid: expected one of product, search.* Did you mean "product"\?/,
    ],
  ])('%j is wrong usage', async (flags, message) => {
    const { code, err } = await run(folder.write('a.txt', asin(1)), ...flags);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(market.asked()).toBe(0);
  });

  it('cannot be the input file', async () => {
    const file = folder.write('a.ndjson', `"${asin(1)}"\n`);
    for (const flag of ['--out', '--failures']) {
      const { code, err } = await run(file, flag, file, '--force');
      expect(code).toBe(2);
      expect(err).toMatch(/a\.ndjson is also the input file. Name another file/);
    }
    expect(folder.read('a.ndjson')).toBe(`"${asin(1)}"\n`);
  });

  it('fail when another program writes to the same file', async () => {
    const bothRun = Promise.withResolvers<void>();
    await using slow = await openMarket(() => bothRun.promise);
    const file = folder.write('asins.txt', asins(6).join('\n'));
    const line = ['batch', file, ...slow.flags, '--out', folder.at('r.ndjson'), '--concurrency', '1', '--resume'];
    const first = runLine(...line);
    await expect.poll(() => slow.asked()).toBe(1);
    const second = runLine(...line);
    await expect.poll(() => slow.asked()).toBe(2);
    bothRun.resolve();
    const both = await Promise.all([first, second]);
    expect(both.map(({ code }) => code)).toContain(1);
    expect(both.map(({ err }) => err).join()).toMatch(/r\.ndjson cannot be written: another program writes to it/);
    expect((await runLine(...line)).code).toBe(0);
    expect(new Set(asinsOf(folder.lines('r.ndjson')))).toEqual(new Set(asins(6)));
  });

  it('can be devices, which keep nothing', async () => {
    const rows = ['asin,sku', `${asin(1)},A`, `${asin(1)},B`, `${BLOCKED},C`, `${BLOCKED},D`];
    const file = folder.write('a.csv', rows.join('\n'));
    const to = ['--out', '/dev/null', '--format', 'ndjson', '--failures', '/dev/zero', '--force'];
    const { code, err } = await run(file, ...to, '--concurrency', '1');
    expect(code).toBe(1);
    expect(err).toMatch(/found {8}2\nfailed {7}2 /);
    expect(['/dev/null', '/dev/zero'].every((path) => statSync(path).isCharacterDevice())).toBe(true);
  });

  it('report a full disk', async () => {
    const file = folder.write('asins.txt', asins(3).join('\n'));
    const { code, err } = await run(file, '--out', '/dev/full', '--format', 'ndjson', '--concurrency', '1');
    expect(code).toBe(1);
    expect(err).toMatch(/error: \/dev\/full cannot be written: no space left on device$/);
    expect(market.asked()).toBe(1);
  });

  it('are not created when the input cannot be read', async () => {
    const { code, err } = await runTo('r.ndjson', folder.at('none.txt'));
    expect(code).toBe(2);
    expect(err).toMatch(/error: file: .*none\.txt cannot be read \(no such file or directory\)/);
    expect(existsSync(folder.at('r.ndjson'))).toBe(false);
  });
});

describe('progress', () => {
  /** Runs a batch in a terminal, and returns what it writes. */
  async function runSeen(count: number, traits: TerminalTraits = {}) {
    await using slow = await openMarket(() => 60);
    const seen: string[] = [];
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      seen.push(String(text));
      return true;
    });
    const file = folder.write('asins.txt', [...asins(count), 'nothing'].join('\n'));
    const flags = [...slow.flags, '--concurrency', '1', '--out', folder.at('r.ndjson')];
    const { err } = await runOn({ isErrInteractive: true, ...traits }, 'batch', file, ...flags);
    write.mockRestore();
    return { seen, err };
  }

  it('is a line with rate, credits and remaining time in a terminal, removed at the end', async () => {
    const { seen, err } = await runSeen(12);
    const clear = '\r\u001b[K';
    expect(seen.length).toBeGreaterThan(2);
    for (const text of seen) expect(text.startsWith(clear)).toBe(true);
    expect(seen.find((text) => text.includes(' done'))).toMatch(
      /^\r.\[K\d+% · \d+ done · \d+\.\d\/s · \d+ credits?( · \d+ s left)?$/,
    );
    expect(seen.at(-1)).toBe(clear);
    expect(err).toMatch(/^line 13: "nothing"/);
  });

  it('is not replaced elsewhere', async () => {
    expect((await runSeen(2, { isErrInteractive: false })).seen).toEqual([]);
  });

  it.each([
    [0, '0 s'],
    [59.4, '59 s'],
    [61, '1:01 min'],
    [3_599.7, '1:00:00 h'],
    [360_061, '100:01:01 h'],
  ])('shows %d seconds as %s', (seconds, text) => {
    expect(clockTime(seconds)).toBe(text);
  });
});

describe('an interrupted batch', () => {
  it('waits for running calls, keeps their results, and takes no more inputs', async () => {
    await using slow = await openMarket(() => 100);
    const file = folder.write('asins.txt', asins(500).join('\n'));
    const ending = new AbortController();
    const line = ['batch', file, ...slow.flags, '--concurrency', '4', '--out', folder.at('r.ndjson')];
    const running = runOn({ signal: ending.signal }, ...line);
    await expect.poll(() => slow.asked()).toBeGreaterThanOrEqual(6);
    ending.abort(new Interruption('SIGINT'));
    const { code, err } = await running;
    expect(code).toBe(130);
    expect(folder.lines('r.ndjson')).toHaveLength(slow.asked());
    expect(slow.asked()).toBeLessThan(500);
    expect(err).toMatch(/some inputs were not called\nrun the same command with --resume to continue$/);
  });

  it('aborts running calls when nobody reads their results', async () => {
    await using slow = await openMarket(() => 100);
    const ending = new AbortController();
    const line = ['batch', folder.write('asins.txt', asins(500).join('\n')), ...slow.flags, '--concurrency', '4'];
    const running = runOn({ signal: ending.signal }, ...line);
    await expect.poll(() => slow.asked()).toBeGreaterThanOrEqual(6);
    ending.abort(new Interruption('EPIPE'));
    expect(await running).toMatchObject({ code: 0, err: '' });
    expect(slow.asked()).toBeLessThan(500);
  });
});
