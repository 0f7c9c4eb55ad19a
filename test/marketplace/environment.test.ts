import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { BadRequestError, createMarketplace, loadConfig, type MarketplaceOptions } from '../../src/entries/index.ts';
import { savedPages } from '../../src/entries/local.ts';
import { resolveOptions } from '../../src/marketplace/options.ts';
import { Secret } from '../../src/options/secrets.ts';
import { serviceOf } from '../remote/service.ts';

const root = join(import.meta.dirname, '../..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'buybox-settings-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function messageOf(options: MarketplaceOptions, environment: Record<string, string>): string {
  try {
    resolveOptions(options, environment);
  } catch (error) {
    if (error instanceof BadRequestError) return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('environment variables', () => {
  it('are read once, when a marketplace is created', async () => {
    await using service = await serviceOf({});
    const pages = savedPages(join(root, 'fixtures'));
    const options = { baseUrl: service.baseUrl, apiKey: 'key', pages };
    await using remote = createMarketplace({ ...options, backend: 'remote' });
    await using local = createMarketplace({ ...options, backend: 'local' });
    vi.stubEnv('BUYBOX_RETRIES', 'many');
    for (const marketplace of [local, remote])
      expect((await marketplace.product({ asin: 'B0LANTERN1' })).found).toBe(true);
  });

  it.each([
    ['BUYBOX_TIMEOUT_MS', '5000', { timeoutMs: 5_000 }],
    ['BUYBOX_QUEUE_TIMEOUT_MS', '9000', { queueTimeoutMs: 9_000 }],
    ['BUYBOX_RETRIES', '0', { retries: 0 }],
    ['BUYBOX_CONCURRENCY', '4', { concurrency: 4 }],
    ['BUYBOX_PACE', 'concurrency=4, minGapMs=0', { pace: { concurrency: 4, minGapMs: 0 } }],
    ['BUYBOX_BACKOFF', 'false', { backoff: false }],
    ['BUYBOX_BUDGET', '500/day', { budget: { credits: 500, per: 'day' } }],
    ['BUYBOX_LEDGER', './usage.db', { ledger: './usage.db' }],
    ['BUYBOX_PARSE_IN', 'workers', { parseIn: 'workers' }],
    ['BUYBOX_ROBOTS', 'obey', { robots: 'obey' }],
    ['BUYBOX_PARSE_TIMEOUT_MS', '3000', { parseTimeoutMs: 3_000 }],
    ['BUYBOX_PAGES', './saved', { pages: './saved' }],
    ['BUYBOX_FIXTURES', '1', { fixtures: true }],
    ['BUYBOX_VIA', 'http://127.0.0.1:8080/x', { via: 'http://127.0.0.1:8080' }],
    ['BUYBOX_RECORD', './kept', { record: './kept' }],
    ['BUYBOX_PROXY', 'http://a.test:1,https://b.test:2', { proxy: [expect.any(Secret), expect.any(Secret)] }],
    [
      'BUYBOX_DELIVER_TO',
      'us=10001,de=country:CH',
      { deliverTo: { us: { postalCode: '10001' }, de: { country: 'CH' } } },
    ],
    ['BUYBOX_MAX_CONNECTIONS', '25', { maxConnections: 25 }],
    ['BUYBOX_MAX_BYTES', '5000000', { maxBytes: 5_000_000 }],
    ['BUYBOX_ALLOW_HTTP', 'true', { allowHttp: true }],
    ['BUYBOX_STRICT', 'true', { strict: true }],
  ])('%s=%s sets the option', (variable, text, expected) => {
    expect(resolveOptions({}, { [variable]: text })).toMatchObject(expected);
  });

  it('BUYBOX_PROXY_SHARE=2/2 sets the option', () => {
    const environment = { BUYBOX_PROXY: 'http://a.test:1,https://b.test:2', BUYBOX_PROXY_SHARE: '2/2' };
    expect(resolveOptions({}, environment)).toMatchObject({ proxyShare: { share: 2, of: 2 } });
  });

  it.each([
    ['BUYBOX_RETRIES', 'many', 'BUYBOX_RETRIES: "many" is not valid: expected a whole number of 0 or more.'],
    ['BUYBOX_PROXY_SHARE', '2', 'BUYBOX_PROXY_SHARE: "2" is not a share of the proxies: expected, for example, 2/8.'],
    ['BUYBOX_PROXY_SHARE', '2/8', /^proxyShare: 8 processes cannot share 0 proxies/],
    ['BUYBOX_PACE', 'slow', 'BUYBOX_PACE: "slow" is not valid: expected, for example, concurrency=2,minGapMs=500.'],
    ['BUYBOX_PACE', 'minGap=5', 'BUYBOX_PACE.minGap: is not an option of BUYBOX_PACE. Did you mean "minGapMs"?'],
    ['BUYBOX_BUDGET', 'lots', /^BUYBOX_BUDGET: "lots" is not a budget: expected, for example, 500\/day\./],
    ['BUYBOX_STRICT', 'yes', 'BUYBOX_STRICT: "yes" is not valid: expected true or false.'],
    ['BUYBOX_DELIVER_TO', 'us', /^BUYBOX_DELIVER_TO: "us" is not a delivery place: expected, for example, us=10001/],
    ['BUYBOX_MAX_BYTES', '0', 'BUYBOX_MAX_BYTES: 0 is not valid: expected a whole number of 1 or more.'],
    ['BUYBOX_MAX_CONNECTIONS', '0', 'BUYBOX_MAX_CONNECTIONS: 0 is not valid: expected a whole number of 1 or more.'],
  ])('%s=%s is refused by its name', (variable, text, message) => {
    if (typeof message === 'string') expect(messageOf({}, { [variable]: text })).toBe(message);
    else expect(messageOf({}, { [variable]: text })).toMatch(message);
  });

  it('yield to options, also when they are invalid', () => {
    expect(resolveOptions({ retries: 1 }, { BUYBOX_RETRIES: 'many' })).toMatchObject({ retries: 1 });
  });

  it('that name a page source yield to another page source of the options', () => {
    const settings = resolveOptions(
      { folder: 'saved' },
      { BUYBOX_PAGES: './mine.ts', BUYBOX_VIA: 'http://127.0.0.1:1' },
    );
    expect(settings).toMatchObject({ folder: 'saved' });
    expect(settings).not.toHaveProperty('pages');
    expect(settings).not.toHaveProperty('via');
  });

  it('switch a program with the options of both backends', async () => {
    const options: MarketplaceOptions = {
      baseUrl: 'http://127.0.0.1:9',
      apiKey: 'sk-key',
      pages: savedPages(join(root, 'fixtures')),
      retries: 0,
    };
    const product = async () => {
      await using marketplace = createMarketplace(options);
      return await marketplace.product({ asin: 'B0LANTERN1' });
    };
    expect(await product()).toMatchObject({ found: true });
    vi.stubEnv('BUYBOX_BACKEND', 'remote');
    await expect(product()).rejects.toMatchObject({ name: 'TransportError' });
  });

  it('name a folder of saved pages, or a module that exports a page source', async () => {
    const module = join(folder, 'source.mjs');
    writeFileSync(
      module,
      "export default async ({ url }) => ({ url, status: 500, headers: {}, body: 'out of order' });",
    );
    vi.stubEnv('BUYBOX_PAGES', join(root, 'fixtures'));
    await using saved = createMarketplace({ backend: 'local' });
    expect(await saved.product({ asin: 'B0LANTERN1' })).toMatchObject({ found: true });
    vi.stubEnv('BUYBOX_PAGES', module);
    await using own = createMarketplace({ backend: 'local', retries: 0 });
    await expect(own.product({ asin: 'B0LANTERN1' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('loadConfig', () => {
  const place = join(folder, 'program/below');
  mkdirSync(place, { recursive: true });
  const path = join(folder, 'program/buybox.config.mjs');
  writeFileSync(
    path,
    "export default { marketplace: 'de', folder: 'saved', retries: 1, commands: { search: { maxPages: 3 } } };",
  );
  const inPlace = () => vi.spyOn(process, 'cwd').mockReturnValue(place);

  it('returns the options of the nearest file, with absolute paths and without defaults of flags', async () => {
    inPlace();
    expect(await loadConfig()).toEqual({ marketplace: 'de', retries: 1, folder: join(folder, 'program/saved') });
  });

  it('reads the file that is named', async () => {
    expect(await loadConfig(path)).toMatchObject({ marketplace: 'de' });
    vi.stubEnv('BUYBOX_CONFIG', path);
    expect(await loadConfig()).toMatchObject({ marketplace: 'de' });
    await expect(loadConfig(join(folder, 'nowhere.json'))).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringMatching(/^config: .*nowhere\.json cannot be read \(no such file or directory\)/),
    });
  });

  it('refuses a path that is not a string', async () => {
    await expect(loadConfig(5 as never)).rejects.toThrow('path: 5 is not valid: expected a string that is not empty.');
  });

  it('yields to the environment, as on the command line', async () => {
    inPlace();
    vi.stubEnv('BUYBOX_MARKETPLACE', 'it');
    vi.stubEnv('BUYBOX_VIA', 'http://127.0.0.1:8080');
    expect(await loadConfig()).toEqual({ marketplace: 'it', retries: 1, via: 'http://127.0.0.1:8080' });
  });

  it('fits createMarketplace, which reads no file itself', async () => {
    inPlace();
    await using alone = createMarketplace({ pages: savedPages(join(root, 'fixtures')) });
    expect((await alone.product({ asin: 'B0LANTERN1' })).meta.marketplace).toBe('us');
    const pages = savedPages(join(root, 'fixtures'));
    await using marketplace = createMarketplace({ ...(await loadConfig()), folder: undefined, pages });
    expect((await marketplace.product({ asin: 'B0WASSERK1' })).meta.marketplace).toBe('de');
  });

  it('is refused without await; a whole configuration with commands is accepted', async () => {
    const loading = loadConfig(path);
    expect(() => createMarketplace(loading as MarketplaceOptions)).toThrow(
      'options: a promise is not valid: expected an object. Add "await".',
    );
    await loading;
    const { default: config } = await import(path);
    await createMarketplace(config).close();
  });
});
