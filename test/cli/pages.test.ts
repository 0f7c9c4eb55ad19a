import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import stringWidth from 'string-width';
import { afterAll, describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { CAPTCHA_PAGE, NOT_FOUND_PAGE } from '../local/pages.ts';
import { run, runOn } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lantern = join(FIXTURES_FOLDER, 'product/us-lantern.html');
const headlamp = join(FIXTURES_FOLDER, 'product/us-headlamp-deal.html');
const url = ['--url', 'https://www.amazon.com/dp/B0LANTERN1'];

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('buybox parse', () => {
  it.each([
    ['uncompressed', (html: Buffer) => html],
    ['compressed', (html: Buffer) => gzipSync(html)],
  ])('reads standard input, %s', async (_, sent) => {
    const { code, out } = await runOn({ input: sent(readFileSync(lantern)) }, 'parse', '-', ...url);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ asin: 'B0LANTERN1', bb_price: 34.99 });
  });

  it('knows URL and time of a page that was recorded', async () => {
    const place = join(folder, 'recorded');
    await run('record', 'A1LARKMOOR0US', '--as', 'seller', '--fixtures', '--out', place);
    const [name = ''] = readdirSync(place).filter((one) => one.endsWith('.gz'));
    expect(JSON.parse((await run('parse', join(place, name))).out)).toMatchObject({ seller_id: 'A1LARKMOOR0US' });
    const other = 'https://www.amazon.com/dp/B0LANTERN1';
    expect((await run('parse', join(place, name), '--url', other)).code).toBe(1);
  });

  it('prints every output format', async () => {
    expect((await run('parse', lantern, ...url, '--table')).out).toMatch(/^Price +\$34\.99$/m);
    expect((await run('parse', lantern, ...url, '--csv', '--fields', 'asin,bb_price')).out).toBe(
      'asin,bb_price\r\nB0LANTERN1,34.99\r',
    );
    expect(JSON.parse((await run('parse', lantern, ...url, '--fields', 'brand.name')).out)).toEqual({
      brand: { name: 'Larkmoor' },
    });
    const search = join(FIXTURES_FOLDER, 'search/us-camping-lantern.html');
    const { out } = await run('parse', search, '--url', 'https://www.amazon.com/s?k=camping+lantern', '--ndjson');
    expect(out.split('\n').map((line) => JSON.parse(line).asin)).toContain('B0LANTERN1');
  });

  it('prints a line for each of several pages, also for those that fail', async () => {
    const captcha = file(
      'captcha.html',
      `<link rel="canonical" href="https://www.amazon.com/dp/B0CAPTCHA1">${CAPTCHA_PAGE}`,
    );
    const { code, out } = await run('parse', lantern, headlamp, captcha, '/nowhere.html');
    expect(code).toBe(1);
    const lines = out.split('\n').map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { file: lantern, page_type: 'product', found: true, data: { asin: 'B0LANTERN1' } },
      { file: headlamp, found: true, data: { asin: 'B0HEADLMP1' } },
      { file: captcha, error: { name: 'BlockedError', code: 'CAPTCHA' } },
      {
        file: '/nowhere.html',
        error: { code: 'INVALID_PARAMETER', message: expect.stringContaining('no such file or directory') },
      },
    ]);
  });

  it('prints several pages as a list, a table and CSV', async () => {
    expect(JSON.parse((await run('parse', lantern, headlamp, '--json')).out)).toHaveLength(2);
    const fields = ['--fields', 'asin,bb_price'];
    expect((await run('parse', lantern, headlamp, '--csv', ...fields)).out).toBe(
      `file,asin,bb_price\r\n${lantern},B0LANTERN1,34.99\r\n${headlamp},B0HEADLMP1,19.99\r`,
    );
    expect((await run('parse', lantern, headlamp, ...fields)).out.split('\n').map((line) => JSON.parse(line))).toEqual([
      { file: lantern, asin: 'B0LANTERN1', bb_price: 34.99 },
      { file: headlamp, asin: 'B0HEADLMP1', bb_price: 19.99 },
    ]);
    const { code, out } = await runOn({ isInteractive: true }, 'parse', lantern, headlamp);
    expect(code).toBe(0);
    expect(out).toMatch(/^FILE +PAGE_TYPE +FOUND +FIELDS +GAPS +ERROR\n.*us-lantern\.html +product +true +\d+ +0\n/);
  });

  it('exits with 3 if no page is found', async () => {
    const lost = file('lost.html', NOT_FOUND_PAGE);
    expect((await run('parse', lost, lost, ...url)).code).toBe(3);
  });

  it.each([
    ['Shift_JIS', 'Shift_JIS', '8389'],
    ['UTF-8, although the page still names the charset of the site', 'Shift_JIS', 'e383a9'],
    ['UTF-8 without a name', undefined, 'e383a9'],
  ])('reads a page in %s', async (_, charset, letter) => {
    const meta = charset === undefined ? '' : `<meta charset="${charset}">`;
    const html = `<html><head>${meta}</head><body><div id="dp"><span id="productTitle">@</span></div></body></html>`;
    const [before = '', after = ''] = html.split('@');
    const path = join(folder, 'charset.html');
    writeFileSync(path, Buffer.concat([Buffer.from(before), Buffer.from(letter, 'hex'), Buffer.from(after)]));
    const { out } = await run('parse', path, '--url', 'https://www.amazon.co.jp/dp/B0LANTERN1', '--fields', 'title');
    expect(JSON.parse(out)).toEqual({ title: 'ラ' });
  });

  it('refuses a damaged file', async () => {
    const damaged = join(folder, 'damaged.html.gz');
    writeFileSync(damaged, gzipSync('<html>').subarray(0, 12));
    const { code, err } = await run('parse', damaged, ...url);
    expect(code).toBe(2);
    expect(err).toContain('is damaged: it cannot be decompressed');
  });
});

describe('buybox explain', () => {
  const explain = ['explain', lantern, ...url];

  it('prints JSON in a pipe, and a table as wide as the terminal', async () => {
    expect(JSON.parse((await run(...explain)).out)).toMatchObject({ page_type: 'product', found: true });
    const { out } = await runOn({ isInteractive: true, columns: 90 }, ...explain);
    expect(out).toMatch(/^FIELD +VALUE +READ FROM\n/);
    expect(out).toMatch(/^title +"Larkmoor .*selector #/m);
    expect(Math.max(...out.split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(90);
  });

  it('prints only the fields of --fields and those inside them', async () => {
    const { fields } = JSON.parse((await run(...explain, '--fields', 'bb_price,dimensions')).out);
    const paths = fields.map(({ path }: { path: string }) => path);
    expect(paths).toContain('bb_price');
    expect(paths.every((path: string) => /^(bb_price|dimensions\b)/.test(path))).toBe(true);
  });

  it('lists the places where a field of --fields was looked for in vain', async () => {
    const { out } = await runOn({ isInteractive: true, columns: 90 }, ...explain, '--fields', 'upc,bb_price');
    expect(out).toMatch(/^bb_price +34\.99/m);
    expect(out).toMatch(/^\nmissing: upc\n(?: {2}\S.*\n)+/m);
  });

  it('prints the regions that no field was read from with --unread', async () => {
    const html = readFileSync(lantern, 'utf8');
    const more = '<div data-feature-name="bundle">Three lanterns</div></body>';
    const unread = ['explain', file('unread.html', html.replace('</body>', more)), ...url, '--unread'];
    expect(JSON.parse((await run(...unread)).out)).toEqual([{ name: 'data-feature-name=bundle', length: 14 }]);
    expect((await run(...unread, '--csv')).out).toMatch(/^name,length\r\ndata-feature-name=bundle,14\b/);
    expect((await runOn({ isInteractive: true, columns: 90 }, ...unread)).out).toMatch(
      /^REGION +LENGTH\ndata-feature-name=bundle +14\b/,
    );
  });

  it('prints CSV and NDJSON', async () => {
    expect((await run(...explain, '--csv')).out).toMatch(/^path,value,source,at,text\r\n/);
    const lines = (await run(...explain, '--ndjson')).out.split('\n').map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ path: 'bb_price', value: 34.99 }));
  });
});
