import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/cli/program.ts';
import { readServeSettings } from '../../src/cli/serve-settings.ts';
import { FIXTURES_FOLDER } from '../../src/fixtures-folder.ts';
import { dataFolder, startServe } from '../service/serve-process.ts';

const folder = dataFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    json: (value: unknown) => void out.push(JSON.stringify(value)),
    columns: 120,
  };
  const code = await runCommandLine(args, terminal);
  return {
    code,
    out: out.join('\n'),
    err: err.join('\n'),
    json: out.length === 1 ? JSON.parse(out[0] ?? '') : undefined,
  };
}

describe('buybox serve', () => {
  it('serves in a process of its own, logs without secrets, and stops gracefully', { timeout: 30_000 }, async () => {
    const first = await startServe(['--folder', FIXTURES_FOLDER]);
    expect(first.key).toMatch(/^bb_/);
    const path = '/v1/product?asin=B0LANTERN1';
    const headers = { 'x-api-key': first.key ?? '' };
    const answer = await (await fetch(`${first.url}${path}`, { headers })).json();
    expect(answer).toMatchObject({
      found: true,
      meta: { request_url: `${first.url}${path}`, usage: { requests_remaining: 999 } },
    });
    expect(await first.stop()).toBe(0);
    expect(first.log.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', msg: 'request', request_id: answer.meta.request_id, status: 200 },
    ]);
    expect(first.log.join('\n')).not.toMatch(/bb_\w{12}_/);
    expect(statSync(join(first.data, 'buybox.db')).isFile()).toBe(true);

    const second = await startServe(['--folder', FIXTURES_FOLDER, '--no-log'], {
      data: first.data,
      env: { BUYBOX_OPERATOR_TOKEN: 'a-token-of-the-operator' },
    });
    expect({ key: second.key, token: second.token }).toEqual({ key: undefined, token: undefined });
    const again = await (await fetch(`${second.url}${path}`, { headers })).json();
    expect(again).toMatchObject({ meta: { usage: { requests_remaining: 998 } } });
    expect(await second.stop('SIGINT')).toBe(0);
    expect(second.log).toEqual([]);
    rmSync(first.data, { recursive: true });
  });

  it('takes its settings from flags, then the environment, then a file, then defaults', () => {
    const config = join(folder, 'serve.json');
    writeFileSync(config, '{"port": 1, "host": "::1", "data": "here", "trustProxy": true, "cors": ["https://a.test"]}');
    const environment = {
      BUYBOX_PORT: '2',
      BUYBOX_HOST: '0.0.0.0',
      BUYBOX_CORS: 'https://b.test, https://c.test',
      BUYBOX_DATA: '',
    };
    expect(readServeSettings({ port: '3', config }, environment)).toMatchObject({
      port: 3,
      host: '0.0.0.0',
      data: 'here',
      trustProxy: true,
      cors: ['https://b.test', 'https://c.test'],
      backend: 'local',
      log: true,
    });
    expect(readServeSettings({}, { BUYBOX_CONFIG: config })).toMatchObject({ port: 1, cors: ['https://a.test'] });
    expect(readServeSettings({}, {})).toMatchObject({ port: 8787, host: '127.0.0.1', data: 'buybox-data' });
  });

  it.each([
    [{ port: 'high' }, {}, 'port: "high" must be a whole number from 0 to 65535'],
    [{}, { BUYBOX_BACKEND: 'cloud' }, 'BUYBOX_BACKEND: "cloud" must be one of local, remote'],
    [{}, { BUYBOX_TRUST_PROXY: 'perhaps' }, 'BUYBOX_TRUST_PROXY: "perhaps" must be true or false'],
    [{ config: '/nowhere.json' }, {}, 'config: /nowhere.json cannot be read (ENOENT)'],
  ])('refuses %j %j', (flags, environment, message) => {
    expect(() => readServeSettings(flags, environment)).toThrow(message);
  });

  it.each([
    ['{', 'is no JSON'],
    ['[]', 'must hold a JSON object'],
    ['{"prot": 1}', 'config: "prot" is no setting; there are port, host'],
    ['{"data": 5}', 'must be a text'],
    ['{"cors": 5}', 'must be a list of texts'],
  ])('refuses the file %s', (content, message) => {
    mkdirSync(folder, { recursive: true });
    const config = join(folder, 'bad.json');
    writeFileSync(config, content);
    expect(() => readServeSettings({ config }, {})).toThrow(message);
  });

  it('says what is wrong in one line', async () => {
    expect(await run('serve', '--port', '99999')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: --port: .* \[INVALID_CONFIGURATION\]$/),
    });
  });

  it.each([
    [['--pages', '/nowhere.ts'], /pages: "\/nowhere.ts" cannot be loaded: /],
    [
      ['--pages', join(import.meta.dirname, '../service/setup.ts')],
      /must have a page source, a function, as its default export/,
    ],
    [['--folder', 'x', '--via', 'http://127.0.0.1:1'], /pages: give one of pages, folder and via, not several/],
    [['--backend', 'remote'], /baseUrl: the remote backend needs the address of a service; set BUYBOX_BASE_URL/],
  ])('does not start with %j', async (args, message) => {
    const { code, err } = await run('serve', '--port', '0', '--data', join(folder, 'unused'), ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});

describe('buybox keys and packs', () => {
  const at = ['--data', join(folder, 'store')];

  it('makes, lists, rotates and revokes keys, and adds packs', async () => {
    const { json: made } = await run('keys', 'create', 'my shop', ...at);
    expect(made).toMatchObject({ name: 'my shop', key: expect.stringMatching(/^bb_/) });
    const { json: pack } = await run('packs', 'add', made.id, '100000', ...at);
    expect(pack).toMatchObject({ key: made.id, requests: 100_000, charged: 0, price_usd: 49, connections: 10 });
    expect(Date.parse(pack.valid_until) - Date.parse(pack.valid_from)).toBe(60 * 86_400_000);
    await run('packs', 'add', made.id, 'free', '--requests', '5', '--days', '1', '--connections', '2', ...at);
    expect((await run('packs', 'list', made.id, ...at)).json).toMatchObject([
      { requests: 5, price_usd: 0, connections: 2 },
      { requests: 100_000 },
    ]);
    const { json: keys, out } = await run('keys', 'list', ...at);
    expect(keys).toMatchObject([{ id: made.id, requests_remaining: 100_005, revoked_at: null }]);
    expect(out).not.toContain(made.key);
    const { json: rotated } = await run('keys', 'rotate', made.id, ...at);
    expect(rotated.id).toBe(made.id);
    expect(rotated.key).not.toBe(made.key);
    expect((await run('keys', 'revoke', made.id, ...at)).json).toEqual({ id: made.id, revoked: true });
  });

  it.each([
    [['keys', 'revoke', 'nobody'], 'key: "nobody" is no key of this store'],
    [['keys', 'create', ' '], 'name: " " must have 1 to 100 characters'],
    [['packs', 'add', 'nobody', '10000'], 'key: "nobody" is no key of this store'],
    [['packs', 'add', 'nobody', '5'], 'size: "5" must be one of 10000, 100000, 500000, 2000000, free'],
    [['packs', 'add', 'nobody', 'free', '--days', '0'], 'validDays: 0 must be a whole number from 1'],
    [['packs', 'add', 'nobody', '10000', '--days', '9'], 'size: "10000" has its own numbers'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, err } = await run(...args, ...at);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
