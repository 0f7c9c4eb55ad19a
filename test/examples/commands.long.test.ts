/** Runs the commands of examples/README.md as written, in a project with the installed package. Only loopback is reachable. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../browser.ts';
import { installed } from '../package/packed.ts';
import { catalogueRows, EXAMPLES, type Row } from './catalogue.ts';
import { freePort, LOOPBACK_ONLY, type Program, startNode } from './programs.ts';

const rows = catalogueRows();
const folder = mkdtempSync(join(tmpdir(), 'buybox-examples-'));

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const isProgram = (path: string) => path === EXAMPLES || /\.(?:ts|csv)$/.test(path);
  cpSync(EXAMPLES, join(folder, 'examples'), { recursive: true, filter: isProgram });
  symlinkSync(join(await installed(), 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The expected standard output of a command, its exit code if it is not 0, and the file that it writes. */
interface Expected {
  stdout: RegExp;
  code?: number;
  file?: [name: string, text: RegExp];
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  'price-watch.ts': {
    stdout: /^2026-11-20T17:00:00\.000Z price_changed product:B0LIVE0001:us 34\.99 -> 29\.99 USD\n(?:.+\n){3}$/,
  },
  'buy-box-monitor.ts': { stdout: /^\S+ buybox_lost product:B0LIVE0001:us \{ id: 'A1LARKMOOR0US'/m },
  'stock-alert.ts': { stdout: /"type":"stock_low".+\n.+"type":"out_of_stock".+\n.+"type":"back_in_stock"/ },
  'repricer-input.ts': { stdout: /^asin,marketplace,seller_id,(?:.*\n){25}$/ },
  'compare-marketplaces.ts': { stdout: /^EUR\n(?:.*\n)+USD\n|^USD\n(?:.*\n)+EUR\n/ },
  'price-history.ts': { stdout: /B0LANTERN1.+34\.99/ },
  'deal-finder.ts': { stdout: /^B0HEADLMP1 19\.99 \(33 % off, Limited time deal\) .+\n$/ },
  'keyword-ranks.ts': { stdout: /camping lantern B0LIVE0002 2 -> 1\n/ },
  // One product of the sample is behind a captcha and fails.
  'enrich-catalogue.ts': { stdout: /^found: 4\n/, code: 1, file: ['enriched.csv', /^sku,asin,.+,buybox_status,/] },
  'best-sellers.ts': { stdout: /^Best Sellers in .+: 5 entries in .+\n$/, file: ['best-sellers.xlsx', /^PK/] },
  'check-seller.ts': { stdout: /^Larkmoor Outdoors \(.+\)\n98 % positive/ },
  'review-watch.ts': { stdout: /^3 stars, 2026-09-01: Bright, but the hook is stiff/ },
  'demo.ts': { stdout: /BlockedError \[CAPTCHA\]/ },
  'playwright.ts': { stdout: /bb_price: 34\.99/ },
  'proxy-service.ts': { stdout: /bb_price: 34\.99/ },
  'own-selectors.ts': { stdout: /^heading: .+\n/m },
  'log-with-pino.ts': { stdout: /"level":50,.+"code":"CAPTCHA"/ },
  'trace-with-opentelemetry.ts': { stdout: /name: 'buybox product'/ },
};

/** Runs a command with this project's Node instead of `npx node`. */
function run(command: string, env: NodeJS.ProcessEnv = {}): Program {
  const words = command.split(' ');
  const node = words.indexOf('node');
  const settings = Object.fromEntries(words.slice(0, node - 1).map((word) => word.split('=', 2)));
  return startNode([...LOOPBACK_ONLY, ...words.slice(node + 1)], { cwd: folder, env: { ...settings, ...env } });
}

const commandOf = (name: string) => rows.find((row) => row.name === name)?.command ?? '';
const isServing = ({ name }: Row) => name.startsWith('serve-');
const ends = rows.filter((row) => row.command !== undefined && !isServing(row) && row.name !== 'switch-backend.ts');

/** Starts a server of the examples and returns the command that it prints. */
async function serve(name: string) {
  const port = await freePort();
  const server = run(commandOf(name), { PORT: port });
  const [, key = '', url = ''] = await server.printed(/^curl -H "x-api-key: (\S+)" "(\S+)"$/m);
  expect(new URL(url).port).toBe(port);
  return { server, port, key, url };
}

it('the examples type-check against the package', async () => {
  const options =
    '--noEmit --strict --skipLibCheck --target es2024 --module nodenext --types node --allowImportingTsExtensions';
  const files = globSync('examples/*.ts', { cwd: folder });
  const { code, stdout } = await startNode(['node_modules/typescript/bin/tsc', ...options.split(' '), ...files], {
    cwd: folder,
  }).ended;
  expect(stdout).toBe('');
  expect(code).toBe(0);
});

describe('the command of', () => {
  it.each(ends.filter(({ name }) => name !== 'playwright.ts' || hasChromium))('$name', async ({ name }) => {
    const expected = EXPECTED[name];
    if (expected === undefined) throw new Error(`${name}: add its expected output to this test`);
    const { code, stdout, stderr } = await run(commandOf(name)).ended;
    expect(stdout, stderr).toMatch(expected.stdout);
    expect(code, stderr).toBe(expected.code ?? 0);
    if (expected.file === undefined) return;
    const [file, text] = expected.file;
    expect(readFileSync(join(folder, file), 'latin1')).toMatch(text);
  });

  it.each(rows.filter(isServing))('$name', async ({ name }) => {
    const { server, url, key } = await serve(name);
    await using _server = server;
    const response = await fetch(url, { headers: { 'x-api-key': key } });
    expect(await response.json()).toMatchObject({ data: { asin: 'B0LANTERN1', bb_price: 34.99 } });
    expect((await fetch(url, { headers: { 'x-api-key': 'wrong' } })).status).toBe(401);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ url: 'https://www.amazon.com/dp/B0LANTERN1' });
    const scraped = await fetch(url.replace(/product\?.*$/, 'scrape'), { method: 'POST', headers, body });
    expect(await scraped.json()).toMatchObject({ found: true, page_type: 'product' });
  });

  it('switch-backend.ts, with a key of serve-node-http.ts', async () => {
    const { server, port, key } = await serve('serve-node-http.ts');
    await using _server = server;
    const command = commandOf('switch-backend.ts').replace('<key>', key).replace(':3000', `:${port}`);
    const { stdout, stderr } = await run(command).ended;
    expect(stdout, stderr).toMatch(/^B0LANTERN1: .+, 34\.99 USD\n1 credit\n$/);
  });

  it('price-history.ts, with results of `buybox batch`', async () => {
    writeFileSync(join(folder, 'asins.txt'), 'B0LANTERN1\nB0WASSERK1:de\nB0NOTFOUND\n');
    const fixtures = ['--folder', 'node_modules/buybox/fixtures'];
    const batch = ['batch', 'asins.txt', '--out', 'results.ndjson', ...fixtures];
    const done = await startNode([...LOOPBACK_ONLY, 'node_modules/buybox/dist/cli.js', ...batch], { cwd: folder })
      .ended;
    expect(done.code, done.stderr).toBe(0);
    const { stdout } = await run('npx node examples/price-history.ts --import results.ndjson --db prices.db').ended;
    expect(stdout).toMatch(/B0LANTERN1.+34\.99.+\n.+B0WASSERK1.+39\.99/);
  });
});
