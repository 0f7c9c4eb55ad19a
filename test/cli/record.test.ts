import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordPages } from '../../src/entries/local.ts';
import { startFixtureMarketplace } from '../../src/entries/testing.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { run, runOn } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let serial = 0;
const fresh = () => join(folder, String(serial++));
const indexOf = (out: string): { url: string; status: number }[] =>
  JSON.parse(readFileSync(join(out, 'index.json'), 'utf8'));
const outcomes = (out: string) =>
  JSON.parse(out).map(({ target, outcome }: Record<string, string>) => `${target} ${outcome}`);

describe('buybox record', () => {
  it('refuses an unknown field before it saves a page', async () => {
    const out = fresh();
    const { code, err } = await run('record', 'B0LANTERN1', '--fixtures', '--out', out, '--fields', 'outcomes');
    expect([code, existsSync(out)]).toEqual([2, false]);
    expect(err).toContain('"outcomes" is not a column. Did you mean "outcome"?');
  });

  it('saves pages in a folder that other commands read', async () => {
    await using site = await startFixtureMarketplace();
    const out = fresh();
    const { code, err } = await run(
      'record',
      'B0LANTERN1',
      'B0WASSERK1:de',
      'B0LANTERN1',
      '--out',
      out,
      '--via',
      site.url,
    );
    expect(code).toBe(0);
    expect(err).toMatch(/^2 recorded; the folder is /m);
    expect(
      indexOf(out)
        .map(({ url }) => new URL(url).host)
        .sort(),
    ).toEqual(['www.amazon.com', 'www.amazon.de']);
    const read = await run('product', 'B0LANTERN1', '--folder', out, '--fields', 'asin,bb_price');
    expect(JSON.parse(read.out)).toEqual({ asin: 'B0LANTERN1', bb_price: 34.99 });
  });

  it('does not fetch a page again that the folder has', async () => {
    const out = fresh();
    const first = await startFixtureMarketplace();
    await run('record', 'B0LANTERN1', '--out', out, '--via', first.url);
    await first.close();
    await using site = await startFixtureMarketplace();
    const again = await run('record', 'B0LANTERN1', 'B0HAMMOCK1', '--out', out, '--via', site.url);
    expect(outcomes(again.out).sort()).toEqual(['B0HAMMOCK1 recorded', 'B0LANTERN1 kept']);
    expect(indexOf(out)).toHaveLength(2);
  });

  it('reads targets of all kinds from arguments, a file and standard input', async () => {
    const out = fresh();
    const list = join(folder, 'list.txt');
    writeFileSync(list, '# mine\nB0LANTERN1\nhttps://www.amazon.com/product-reviews/B0LANTERN1\n');
    const fixtures = ['--folder', FIXTURES_FOLDER];
    const one = await run('record', 'camping lantern', 'A1LARKMOOR0US', '--from', list, '--out', out, ...fixtures);
    expect(outcomes(one.out).sort()).toEqual([
      'A1LARKMOOR0US recorded',
      'B0LANTERN1 recorded',
      'camping lantern recorded',
      'https://www.amazon.com/product-reviews/B0LANTERN1 recorded',
    ]);
    const two = await runOn({ input: 'B0LANTERN1\nB0BOTTLE01\n' }, 'record', '--from', '-', '--out', out, ...fixtures);
    expect(outcomes(two.out).sort()).toEqual(['B0BOTTLE01 recorded', 'B0LANTERN1 kept']);
  });

  it('reports blocked, missing and invalid targets, and fetches robot checks again', async () => {
    const out = fresh();
    const targets = ['B0CAPTCHA1', 'B0NOTFOUND', 'nonsense', 'B0LANTERN1'];
    const { code, out: printed } = await run(
      'record',
      ...targets,
      '--out',
      out,
      '--retries',
      '0',
      '--folder',
      FIXTURES_FOLDER,
    );
    expect(code).toBe(1);
    expect(outcomes(printed).sort()).toEqual([
      'B0CAPTCHA1 blocked',
      'B0LANTERN1 recorded',
      'B0NOTFOUND not_found',
      'nonsense failed',
    ]);
    expect(
      indexOf(out)
        .map(({ url }) => /\/dp\/(\w+)/.exec(url)?.[1])
        .sort(),
    ).toEqual(['B0CAPTCHA1', 'B0LANTERN1', 'B0NOTFOUND']);
    const table = await runOn(
      { isInteractive: true, columns: 160 },
      'record',
      ...targets,
      '--out',
      out,
      '--retries',
      '0',
      '--folder',
      FIXTURES_FOLDER,
    );
    expect(table.out.split('\n')).toHaveLength(3);
    expect(table.out).toMatch(/^B0CAPTCHA1 +blocked .*CAPTCHA/m);
    expect(table.err).toMatch(/2 kept, 1 blocked|2 kept/);
  });

  it('fetches a page again if the folder has a robot check for it', async () => {
    const out = fresh();
    const captcha = readFileSync(join(FIXTURES_FOLDER, 'refusals/us-captcha.html'));
    const url = 'https://www.amazon.com/dp/B0LANTERN1?th=1&psc=1';
    const source = recordPages(out, async () => ({ url, status: 200, headers: {}, body: captcha }));
    await source({
      url,
      marketplace: 'us',
      language: 'en',
      attempt: 1,
      session: '',
      signal: new AbortController().signal,
    });
    const { out: printed } = await run('record', 'B0LANTERN1', '--out', out, '--folder', FIXTURES_FOLDER);
    expect(outcomes(printed)).toEqual(['B0LANTERN1 recorded']);
  });

  it.each([
    ['robot checks', 200],
    ['responses with status 429', 429],
  ])('stops after three %s in a row', async (_, status) => {
    const out = fresh();
    const module = join(folder, `blocked-${status}.mjs`);
    const page = JSON.stringify(join(FIXTURES_FOLDER, 'refusals/us-captcha.html'));
    writeFileSync(
      module,
      `import { readFileSync } from 'node:fs';
      export default async ({ url }) => ({ url, status: ${status}, headers: {}, body: ${status === 200 ? `readFileSync(${page})` : "''"} });`,
    );
    const asins = Array.from({ length: 20 }, (_, index) => `B0TESTAS${String(index).padStart(2, '0')}`);
    const {
      code,
      out: printed,
      err,
    } = await run('record', ...asins, '--out', out, '--retries', '0', '--pages', module);
    expect(code).toBe(1);
    expect(outcomes(printed)).toHaveLength(3);
    expect(err).toContain(
      'error: stopped after 3 refused pages in a row. Wait, then run the command again to continue.',
    );
  });

  it('needs a target', async () => {
    const { code, err } = await run('record', '--out', fresh());
    expect(code).toBe(2);
    expect(err).toMatch(/target: missing\. Give pages to record, or a file of them with --from FILE/);
  });
});
