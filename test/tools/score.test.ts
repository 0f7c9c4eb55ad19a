import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { safeText } from '../../src/contract/safe-text.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { compare } from '../../tools/score/compare.ts';
import { run, runTool } from '../cli/run.ts';
import { CAPTCHA_PAGE } from '../local/pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-score-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a folder with a product page, a CAPTCHA page, and a truth that has no page. */
function sample(data: Record<string, unknown>): string {
  const place = mkdtempSync(join(folder, 'sample-'));
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), content);
  };
  const truth = (kind: string, asin: string, more: object) =>
    JSON.stringify({ kind, url: `https://www.amazon.com/dp/${asin}`, requested_at: '2026-11-20T12:00:00Z', ...more });
  mkdirSync(join(place, 'pages/product'), { recursive: true });
  cpSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), join(place, 'pages/product/us-lantern.html'));
  write('truth/product/us-lantern.json', truth('product', 'B0LANTERN1', { data }));
  write('truth/product/us-lost.json', truth('product', 'B0LOSTPAGE', { data: { title: 'x' } }));
  write('pages/blocked/us-captcha.html', CAPTCHA_PAGE);
  write('truth/blocked/us-captcha.json', truth('blocked', 'B0CAPTCHA1', {}));
  return place;
}

describe('a recorded folder', () => {
  it('gets drafts of truths, which are scored once they are corrected, and never replaced', async () => {
    const place = join(folder, 'recorded');
    expect((await run('record', 'B0LANTERN1', '--fixtures', '--out', place)).code).toBe(0);
    const { code, err } = await runTool('score', place, '--draft');
    expect([code, err]).toEqual([0, expect.stringContaining('1 draft written to')]);
    const [name = ''] = readdirSync(join(place, 'truth'));
    const file = join(place, 'truth', name);
    const draft = JSON.parse(readFileSync(file, 'utf8'));
    expect(draft).toMatchObject({ kind: 'product', requested_at: '2026-11-20T12:00:00.000Z', found: true });
    expect(JSON.parse((await runTool('score', place)).out).summary).toMatchObject({ pages: 1, score: 1 });
    writeFileSync(file, JSON.stringify({ ...draft, data: { bb_price: 30 } }));
    expect((await runTool('score', place, '--draft')).err).toContain('0 drafts');
    expect(JSON.parse((await runTool('score', place)).out).misses).toMatchObject([{ want: 30, got: 34.99 }]);
  });

  it('gets a draft without what acts on a terminal', async () => {
    const place = join(folder, 'acting');
    await run('record', 'B0LANTERN1', '--fixtures', '--out', place);
    const page = readdirSync(place).find((name) => name.endsWith('.html.gz')) ?? '';
    const html = gunzipSync(readFileSync(join(place, page))).toString();
    const acting = html.replace(/(id="productTitle"[^>]*>)/, '$1\u009b31m');
    writeFileSync(join(place, page), gzipSync(acting));
    await runTool('score', place, '--draft');
    const [name = ''] = readdirSync(join(place, 'truth'));
    const draft = readFileSync(join(place, 'truth', name), 'utf8');
    expect(safeText(draft)).toBe(draft);
    expect(JSON.parse(draft).data.title).toContain('\u009b31m');
  });

  it('gets a draft for a page that is blocked', async () => {
    const place = join(folder, 'blocked');
    mkdirSync(place);
    writeFileSync(join(place, 'a.html'), CAPTCHA_PAGE);
    writeFileSync(join(place, 'index.json'), '[{"url":"https://www.amazon.com/dp/B0CAPTCHA1","file":"a.html"}]');
    await runTool('score', place, '--draft');
    expect(JSON.parse(readFileSync(join(place, 'truth/a.json'), 'utf8'))).toMatchObject({ kind: 'blocked' });
  });
});

describe('the tool score', () => {
  it('counts every value of the truth as right, wrong or missing', async () => {
    const place = sample({ bb_price: 34.99, title: { $starts: 'Larkmoor' }, currency: 'EUR', warranty: 'for life' });
    const { code, out } = await runTool('score', place);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      summary: { pages: 2, absent: 1, asserted: 7, right: 5, wrong: 1, missing: 1, score: 5 / 7 },
      fields: { 'product.bb_price': { right: 1 }, 'blocked: error': { right: 1 } },
      files: { 'product/us-lantern': { asserted: 6, right: 4 } },
      misses: [
        { file: 'product/us-lantern', path: 'product.currency', verdict: 'wrong', want: 'EUR', got: 'USD' },
        { file: 'product/us-lantern', path: 'product.warranty', verdict: 'missing', want: 'for life' },
      ],
    });
  });

  it('prints figures, and with --misses the values that differ', async () => {
    const place = sample({ bb_price: 34.99, currency: 'EUR' });
    const { out } = await runTool('score', place, '--table');
    expect(out).toMatch(/^ *RIGHT +OF +WRONG +MISSING +NAME\n/);
    expect(out).toMatch(/^100\.0 % +1 +0 +0 +product\.bb_price$/m);
    expect(out).toMatch(/^ +0\.0 % +1 +1 +0 +product\.currency$/m);
    expect(out).toMatch(/^80\.0 % of 5 values on 2 pages \(1 not found\); \d+\.\d ms per page, .* MB\/s$/m);
    expect(out).not.toContain('VERDICT');
    expect((await runTool('score', place, '--table', '--misses')).out).toMatch(
      /^wrong +product\/us-lantern +product\.currency +"EUR" +"USD"$/m,
    );
    expect((await runTool('score', place, '--csv')).out).toMatch(/^field,product\.bb_price,1,1,0,0,1\r$/m);
  });

  it('fails below the floor', async () => {
    const place = sample({ bb_price: 34.99, currency: 'EUR' });
    expect((await runTool('score', place, '--floor', '80')).code).toBe(0);
    const { code, err } = await runTool('score', place, '--floor', '80.5');
    expect({ code, err }).toEqual({ code: 1, err: 'error: the score is 80.0 %, below the floor of 80.5 %' });
  });

  it('scores only pages of a kind, or with a text in their names', async () => {
    const place = sample({ bb_price: 34.99 });
    expect(JSON.parse((await runTool('score', place, '--kind', 'blocked')).out).summary).toMatchObject({
      pages: 1,
      asserted: 1,
    });
    expect(JSON.parse((await runTool('score', place, '--only', 'lantern')).out).summary).toMatchObject({
      pages: 1,
      asserted: 3,
    });
  });

  it('scores the parser of a module', async () => {
    const place = sample({ bb_price: 34.99 });
    const module = join(folder, 'reader.mjs');
    writeFileSync(module, 'export const parsePage = () => { throw new Error("cannot read"); };');
    expect(JSON.parse((await runTool('score', place, '--only', 'lantern', '--parse', module)).out)).toMatchObject({
      summary: { right: 0, wrong: 1, missing: 3 },
      misses: [{ path: 'throws', got: 'Error: cannot read' }, {}, {}, {}],
    });
  });

  it.each([
    [['/nowhere'], 2, /truth: \/nowhere\/truth cannot be read \(no such file or directory\)/],
    [['--floor', 'high'], 2, /floor: "high" is not a percentage: expected a number from 0 to 100/],
    [['--kind', 'wishlist'], 2, /has no truth files that match --kind and --only/],
    [['--only', 'lost'], 1, /has none of the pages that .*truth describes/],
  ])('reports what is wrong with %j', async (args, exit, message) => {
    const place = sample({});
    const { code, err } = await runTool('score', ...(args[0]?.startsWith('/') ? args : [place, ...args]));
    expect(code).toBe(exit);
    expect(err).toMatch(message);
  });

  it('refuses an invalid truth file', async () => {
    const place = sample({});
    writeFileSync(join(place, 'truth/wrong.json'), '{"kind": "product", "url": "nowhere"}');
    expect((await runTool('score', place)).err).toMatch(/truth: .*wrong\.json: url: /);
  });
});

describe('compare', () => {
  const verdicts = (want: unknown, got: unknown) =>
    compare('x', want, got).map(({ path, verdict }) => `${path} ${verdict}`);

  it.each([
    [null, undefined, 'right'],
    [null, 0, 'wrong'],
    [0, undefined, 'missing'],
    [5, 5.001, 'right'],
    [5, '5', 'wrong'],
    ['a  b\u200e', 'a b', 'right'],
    [true, false, 'wrong'],
    [[1, 2], [1, 2], 'right'],
    [[1, 2], [2, 1], 'wrong'],
    [{ $starts: 'ab' }, 'abc', 'right'],
    [{ $starts: 'b' }, 'abc', 'wrong'],
    [{ $includes: 'b' }, 'abc', 'right'],
    [{ $length: 2 }, ['a', 'b'], 'right'],
    [{ $length: 2 }, ['a'], 'wrong'],
    [{ $length: 2 }, 'ab', 'right'],
    [{ $any: [1, null] }, undefined, 'right'],
    [{ $any: [1, null] }, 2, 'wrong'],
    [{ $any: [1, 2] }, undefined, 'missing'],
  ])('expects %j, gets %j: %s', (want, got, verdict) => {
    expect(verdicts(want, got)).toEqual([`x ${verdict}`]);
  });

  it('counts each member of an object, also if the object is missing', () => {
    expect(verdicts({ a: 1, b: { c: 2 } }, { a: 1, b: { c: 3 } })).toEqual(['x.a right', 'x.b.c wrong']);
    expect(verdicts({ a: 1, b: { c: 2 } }, undefined)).toEqual(['x.a missing', 'x.b.c missing']);
  });

  it('finds the entries of a list by their key', () => {
    const want = {
      $key: 'asin',
      $count: 2,
      $items: [
        { asin: 'A', price: 1 },
        { asin: 'C', price: 3 },
      ],
    };
    const got = [{ asin: 'B' }, { asin: 'A', price: 2 }];
    expect(verdicts(want, got)).toEqual([
      'x.length right',
      'x[] right',
      'x[].price wrong',
      'x[] missing',
      'x[].price missing',
    ]);
    expect(verdicts(want, null)).toEqual([
      'x.length missing',
      'x[] missing',
      'x[].price missing',
      'x[] missing',
      'x[].price missing',
    ]);
    expect(verdicts({ $key: 'asin', $count: 0, $items: [] }, undefined)).toEqual(['x.length right']);
  });
});
