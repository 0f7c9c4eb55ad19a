import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settingsOf } from '../../src/cli/flags/backend.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { BadRequestError } from '../../src/contract/errors.ts';
import { defineConfig } from '../../src/entries/index.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { run, terminalOf } from './run.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'buybox-config-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let serial = 0;
/** The working directory of the commands, new for each test. */
let place = folder;
beforeEach(() => {
  place = join(folder, String(serial++));
  mkdirSync(place);
  vi.spyOn(process, 'cwd').mockImplementation(() => place);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function file(name: string, content: string): string {
  const path = join(place, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** The flags that a command receives. */
async function flagsOf(...args: string[]): Promise<Record<string, unknown>> {
  const program = buildProgram(terminalOf({}).terminal, () => undefined);
  let flags: Record<string, unknown> = {};
  const command = program.commands.find((candidate) => candidate.name() === args[0]);
  command?.action(() => {
    flags = command.opts();
  });
  await program.parseAsync(args, { from: 'user' });
  return flags;
}

async function refusalOf(...args: string[]): Promise<string> {
  try {
    settingsOf(await flagsOf(...args));
  } catch (error) {
    if (error instanceof BadRequestError) return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('settings of a command', () => {
  it('come from flags, then the environment, then the file, then defaults', async () => {
    const serve = { port: 1, host: '::1', data: 'here', trustProxy: true, cors: ['https://a.test', 'https://z.test'] };
    file('buybox.config.json', JSON.stringify({ commands: { serve: { ...serve, log: false, timeout: '2m' } } }));
    vi.stubEnv('BUYBOX_PORT', '2');
    vi.stubEnv('BUYBOX_HOST', '0.0.0.0');
    vi.stubEnv('BUYBOX_DATA', '');
    expect(await flagsOf('serve', '--port', '3')).toMatchObject({ port: 3, host: '0.0.0.0', data: 'here' });
    expect(await flagsOf('serve')).toMatchObject({
      port: 2,
      trustProxy: true,
      cors: ['https://a.test', 'https://z.test'],
      log: false,
      timeout: 120_000,
    });
    expect(await flagsOf('serve', '--no-config')).toMatchObject({ port: 2, data: 'buybox-data', log: true });
    vi.stubEnv('BUYBOX_LOG', 'true');
    vi.stubEnv('BUYBOX_CORS', 'https://b.test, https://c.test');
    expect(await flagsOf('serve')).toMatchObject({ cors: ['https://b.test', 'https://c.test'], log: true });
  });

  it('for trusted proxies are networks, a number, or true, from each source', async () => {
    expect(await flagsOf('serve', '--trust-proxy')).toMatchObject({ trustProxy: true });
    expect(await flagsOf('serve', '--trust-proxy', '2')).toMatchObject({ trustProxy: 2 });
    expect(await flagsOf('serve', '--trust-proxy', '10.0.0.0/8', '--trust-proxy', '::1')).toMatchObject({
      trustProxy: ['10.0.0.0/8', '::1/128'],
    });
    file('buybox.config.json', JSON.stringify({ commands: { serve: { trustProxy: ['10.0.0.0/8', 'loopback'] } } }));
    const networks = ['10.0.0.0/8', '127.0.0.0/8', '::1/128'];
    expect(await flagsOf('serve')).toMatchObject({ trustProxy: networks });
    file('buybox.config.json', JSON.stringify({ commands: { serve: { trustProxy: false } } }));
    expect(await flagsOf('serve')).toMatchObject({ trustProxy: false });
    vi.stubEnv('BUYBOX_TRUST_PROXY', '10.0.0.0/8, loopback');
    expect(await flagsOf('serve')).toMatchObject({ trustProxy: networks });
    vi.stubEnv('BUYBOX_TRUST_PROXY', 'true');
    expect(await flagsOf('serve')).toMatchObject({ trustProxy: true });
  });

  it('for page sources exclude each other: a flag wins over the environment, which wins over the file', async () => {
    file('buybox.config.json', JSON.stringify({ commands: { product: { via: 'http://127.0.0.1:1' } } }));
    vi.stubEnv('BUYBOX_PAGES', './mine.ts');
    const settings = async (...args: string[]) => settingsOf(await flagsOf('product', 'B0LANTERN1', ...args));
    expect(await settings()).toMatchObject({ pages: './mine.ts' });
    expect(await settings()).not.toHaveProperty('via');
    expect(await settings('--folder', 'x')).toMatchObject({ folder: 'x' });
    expect(await settings('--folder', 'x')).not.toHaveProperty('pages');
  });

  it.each([
    ['folder', 'BUYBOX_FOLDER', './mine', './mine'],
    ['record', 'BUYBOX_RECORD', './kept', './kept'],
    ['via', 'BUYBOX_VIA', 'http://127.0.0.1:2', 'http://127.0.0.1:2'],
    ['deliverTo', 'BUYBOX_DELIVER_TO', 'us=10001', { us: { postalCode: '10001' } }],
  ])('for %s come from the environment before the file of the command', async (option, variable, text, value) => {
    const inFile = { folder: 'x', record: 'x', via: 'http://127.0.0.1:1', deliverTo: 'us=20002' };
    const section = { [option]: inFile[option as keyof typeof inFile] };
    file('buybox.config.json', JSON.stringify({ commands: { product: section } }));
    vi.stubEnv(variable, text);
    expect(settingsOf(await flagsOf('product', 'B0LANTERN1'))).toMatchObject({ [option]: value });
  });

  it.each([
    ['BUYBOX_RETRIES', 'many', 'BUYBOX_RETRIES: "many" is not valid: expected a whole number of 0 or more.'],
    ['BUYBOX_BACKEND', 'cloud', 'BUYBOX_BACKEND: "cloud" is not valid: expected one of local, remote.'],
    [
      'BUYBOX_TIMEOUT_MS',
      'soon',
      'BUYBOX_TIMEOUT_MS: "soon" is not valid: expected a time from 1 ms to 24.8 days: milliseconds, or a text such as "90s", "15m", "1h" or "7d".',
    ],
    [
      'BUYBOX_TRUST_PROXY',
      'perhaps',
      'BUYBOX_TRUST_PROXY: "perhaps" is not valid: expected true, false, a number of proxies, or networks such as "10.0.0.0/8", "192.0.2.1", "loopback" or "private".',
    ],
  ])('refuses %s=%s', async (variable, value, message) => {
    vi.stubEnv(variable, value);
    expect(await refusalOf('serve')).toBe(message);
  });

  it.each([
    [['--timeout', '1d'], { timeout: 86_400_000 }],
    [['--timeout', '1.5m'], { timeout: 90_000 }],
    [['--timeout', '250ms'], { timeout: 250 }],
    [
      ['--budget', '500/day', '--budget', '50/hour'],
      {
        budget: [
          { credits: 500, per: 'day' },
          { credits: 50, per: 'hour' },
        ],
      },
    ],
    [['--proxy', 'http://a.test:1', '--proxy', 'http://b.test:2'], { proxy: ['http://a.test:1', 'http://b.test:2'] }],
    [['--proxy-share', '2/8'], { proxyShare: { share: 2, of: 8 } }],
    [
      ['--deliver-to', 'us=10001', '--deliver-to', 'de=country:AT'],
      { deliverTo: { us: { postalCode: '10001' }, de: { country: 'AT' } } },
    ],
  ])('reads %j', async (args, expected) => {
    expect(await flagsOf('product', 'B0LANTERN1', ...args)).toMatchObject(expected);
  });

  it.each([
    [['--timeout', '0'], 'timeout: "0" is not a time'],
    [['--timeout', '90'], 'expected, for example, 30s, 500ms, 2m or 7d. Did you mean "90s"?'],
    [['--proxy-share', 'second'], 'proxy-share: "second" is not a share of the proxies: expected, for example, 2/8.'],
    [['--proxy-share', '9/8'], 'proxy-share: has share 9 and of 8'],
    [['--timeout', '5 minutes'], 'timeout: "5 minutes" is not a time'],
    [
      ['--budget', '500'],
      'budget: "500" is not a budget: expected, for example, 500/day. The periods are hour, day, month and total.',
    ],
    [['--retries', '-1'], 'retries: "-1" is not valid: expected a whole number of 0 or more.'],
    [['--deliver-to', '10001'], 'deliver-to: "10001" is not a delivery place'],
    [['--deliver-to', 'us=country:Canada'], 'has an invalid country: expected two capital letters'],
    [['--api-key', 'sk-1'], '--api-key: is not a flag: other users can read command lines. Set BUYBOX_API_KEY'],
  ])('refuses %j', async (args, message) => {
    expect(await refusalOf('product', 'B0LANTERN1', ...args)).toContain(message);
  });

  it('do not appear in messages if they are secret', async () => {
    expect(await refusalOf('product', 'B0LANTERN1', '--api-key', 'sk-secret')).not.toContain('sk-secret');
    for (const proxy of [
      'http://user:geheim%@proxy.test:1',
      'proxy.test:1:user:geheim',
      'http://proxy.test/?key=geheim',
    ]) {
      const { code, err } = await run('product', 'B0LANTERN1', '--proxy', proxy);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^error: proxy\[0\]: /) });
      expect(err).not.toContain('geheim');
    }
  });
});

describe('the configuration file', () => {
  const folderOf = (path: string) => `{ folder: ${JSON.stringify(path)} }`;

  it.each([
    [
      'buybox.config.ts',
      (path: string) => `interface A { folder: string }\nconst a: A = ${folderOf(path)};\nexport default a;`,
    ],
    ['buybox.config.js', (path: string) => `module.exports = ${folderOf(path)};`],
    ['buybox.config.mjs', (path: string) => `export default ${folderOf(path)};`],
    ['buybox.config.json', (path: string) => JSON.stringify({ folder: path })],
  ])('is found as %s in a folder above', async (name, content) => {
    file(name, content(FIXTURES_FOLDER));
    place = join(place, 'deep/er');
    const { code, out } = await run('product', 'B0LANTERN1');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ data: { asin: 'B0LANTERN1' } });
  });

  it('can be named with a flag or BUYBOX_CONFIG', async () => {
    const path = file('else/where.mjs', `export default { folder: ${JSON.stringify(FIXTURES_FOLDER)} };`);
    expect((await run('product', 'B0LANTERN1', '--config', path)).code).toBe(0);
    vi.stubEnv('BUYBOX_CONFIG', path);
    expect((await run('product', 'B0LANTERN1')).code).toBe(0);
  });

  it('has paths relative to itself', async () => {
    file('buybox.config.json', JSON.stringify({ folder: 'pages' }));
    mkdirSync(join(place, 'below'));
    const expected = join(place, 'pages/index.json');
    place = join(place, 'below');
    expect((await run('product', 'B0LANTERN1')).err).toContain(`${expected} cannot be read`);
  });

  it('can contain listeners and page sources', async () => {
    const path = file(
      'buybox.config.mjs',
      `import { writeFileSync } from 'node:fs';
      export default {
        marketplace: 'de',
        retries: 0,
        pages: async ({ url }) => ({ url, status: 500, headers: {}, body: '' }),
        onEvent: ({ type, marketplace }) => type === 'done' && writeFileSync(${JSON.stringify(join(place, 'heard'))}, marketplace),
      };`,
    );
    const { err } = await run('product', 'B0LANTERN1', '--config', path);
    expect(err).toContain('https://www.amazon.de/dp/B0LANTERN1');
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(join(place, 'heard'), 'utf8')).toBe('de');
  });

  it('yields to variables of options without a flag', async () => {
    file('buybox.config.json', JSON.stringify({ fixtures: true, pace: { concurrency: 1 }, timeoutMs: 5_000 }));
    vi.stubEnv('BUYBOX_PACE', 'concurrency=3');
    vi.stubEnv('BUYBOX_TIMEOUT_MS', '7000');
    expect(settingsOf(await flagsOf('product', 'B0LANTERN1'))).toMatchObject({
      fixtures: true,
      pace: { concurrency: 3 },
      timeoutMs: 7_000,
    });
    expect(settingsOf(await flagsOf('product', 'B0LANTERN1', '--timeout', '9s'))).toMatchObject({ timeoutMs: 9_000 });
  });

  it('yields to the environment', async () => {
    file('buybox.config.json', JSON.stringify({ folder: FIXTURES_FOLDER, marketplace: 'de' }));
    vi.stubEnv('BUYBOX_MARKETPLACE', 'it');
    const { out } = await run('product', 'B0MOKAPOT1');
    expect(JSON.parse(out)).toMatchObject({ found: true, meta: { marketplace: 'it' } });
  });

  it('is typed', () => {
    const config = defineConfig({ backend: 'remote', maxConnections: 5, commands: { search: { maxPages: 3 } } });
    expect(config.commands).toEqual({ search: { maxPages: 3 } });
  });

  it.each([
    ['{', 'is not valid JSON: '],
    ['{"apiKey": geheim}', "is not valid JSON: Unexpected token 'g'."],
    ['[]', 'config: a list is not valid: expected an object'],
    ['', 'is empty'],
    ['{"retrys": 1}', 'retrys: is not an option of the configuration file. Did you mean "retries"? It is in '],
    ['{"pace": {"gap": 1}}', 'pace.gap: is not an option of pace. Expected one of concurrency, jitterMs, minGapMs.'],
    ['{"marketplace": "xx"}', 'marketplace: "xx" is not valid: expected one of us, uk'],
    ['{"apiKey": 5}', 'apiKey: has the type number: expected a string, a function or false'],
    ['{"timeoutMs": "soon"}', 'timeoutMs: "soon" is not valid: expected a time'],
    ['{"folder": ""}', 'folder: "" is not valid: expected a string that is not empty'],
    [
      '{"deliverTo": {"us": "10001"}}',
      'deliverTo.us: "10001" is not a delivery place: expected { postalCode: "10001" } or { country: "CA" }',
    ],
    [
      '{"deliverTo": {"xxyy": {"country": "CA"}}}',
      'deliverTo.xxyy: is not an option of deliverTo. Expected one of ae, au',
    ],
    ['{"commands": {"serch": {}}}', 'commands.serch: unknown command. Did you mean "search"?'],
    [
      '{"commands": {"search": {"maxPage": 1}}}',
      'commands.search.maxPage: unknown flag of search. Did you mean "maxPages"?',
    ],
    ['{"commands": {"search": {"maxPages": "all"}}}', 'maxPages: "all" is not valid: expected a whole number of 1'],
    ['{"commands": {"search": {"maxPages": "a b"}}}', 'maxPages: "a b" is not valid: expected a whole number of 1'],
    [
      '{"commands": {"search": {"maxPages": null}}}',
      'commands.search.maxPages: null is not valid: expected a string, a number, true, false or a list',
    ],
    ['{"commands": {"search": {"json": true, "csv": true}}}', 'csv: cannot be used together with json'],
  ])('refuses %s', async (content, message) => {
    file('buybox.config.json', content);
    const { code, err } = await run('search', 'kettle');
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err.split('\n').filter((line) => !line.startsWith('hint: '))).toHaveLength(1);
  });

  it.each([
    [
      'a missing file',
      ['--config', '/nowhere.json'],
      /config: \/nowhere\.json cannot be read \(no such file or directory\)/,
    ],
    ['an unknown file extension', ['--config', '/etc/hostname'], /config: \/etc\/hostname cannot be read/],
  ])('refuses %s', async (_, args, message) => {
    const { code, err } = await run('product', 'B0LANTERN1', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('refuses code that throws', async () => {
    file('buybox.config.mjs', 'throw new Error("out of order");');
    expect((await run('product', 'B0LANTERN1')).err).toMatch(/buybox\.config\.mjs cannot be loaded: out of order/);
  });

  it('is not read for help', async () => {
    file('buybox.config.json', '{');
    expect((await run('--help')).code).toBe(0);
    expect((await run('product', '--help')).code).toBe(0);
  });
});

describe('a budget', () => {
  it('is said to count in one run only, unless a ledger keeps the count', async () => {
    const flags = ['product', 'B0LANTERN1', '--fixtures', '--budget', '5/day'];
    expect((await run(...flags)).err).toContain(
      'budget: counted in this run only. To count over all runs, set BUYBOX_LEDGER',
    );
    vi.stubEnv('BUYBOX_LEDGER', join(folder, 'ledger.db'));
    expect((await run(...flags)).err).not.toContain('budget:');
  });
});

describe('unknown variables', () => {
  it('that look like a setting are named in one line, unless notes are off', async () => {
    vi.stubEnv('BUYBOX_CORPUS', 'pages');
    vi.stubEnv('BUYBOX_TIMEOUT', '5s');
    vi.stubEnv('BUYBOX_XYZ', '1');
    vi.stubEnv('BUYBOX_RETRIES', '1');
    vi.stubEnv('BUYBOX_OPERATOR_TOKEN', 'x');
    const { code, err } = await run('product', 'B0LANTERN1', '--fixtures');
    expect([code, err]).toEqual([0, 'environment: BUYBOX_TIMEOUT is not a setting. Did you mean BUYBOX_TIMEOUT_MS?']);
    expect((await run('product', 'B0LANTERN1', '--fixtures', '--quiet')).err).toBe('');
    expect((await run('docs', 'CAPTCHA')).err).toBe('');
  });
});
