import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/fixtures-folder.ts';
import { dataFolder, startServe } from '../service/serve-process.ts';
import { runOn, run as runPiped } from './run.ts';

const folder = dataFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const { out, ...rest } = await runPiped(...args);
  return { ...rest, out, json: out.startsWith('{') || out.startsWith('[') ? JSON.parse(out) : undefined };
}

describe('buybox serve', () => {
  it('serves, logs requests without secrets, and stops gracefully', async () => {
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

  it('keeps its budget over a restart, in the ledger of the settings', async () => {
    const folder = dataFolder();
    const env = { BUYBOX_LEDGER: join(folder, 'budget.sqlite'), BUYBOX_BUDGET: '1/total' };
    const args = ['--folder', FIXTURES_FOLDER];
    const first = await startServe(args, { env });
    const headers = { 'x-api-key': first.key ?? '' };
    const statusAt = async (url: string) => (await fetch(`${url}/v1/product?asin=B0LANTERN1`, { headers })).status;
    expect(await statusAt(first.url)).toBe(200);
    expect(await first.stop()).toBe(0);
    const second = await startServe(args, { env, data: first.data });
    expect(await statusAt(second.url)).toBe(503);
    expect(await second.stop()).toBe(0);
    for (const path of [first.data, folder]) rmSync(path, { recursive: true });
  });

  it('has limits per key and per IP address, behind the proxies that it trusts', async () => {
    const limits = ['--key-requests-per-minute', '2', '--address-requests-per-minute', '1'];
    const { url, key = '', data, stop } = await startServe(['--fixtures', ...limits, '--trust-proxy', 'loopback']);
    const statusAt = async (path: string, address: string, headers: Record<string, string> = {}) =>
      (await fetch(`${url}${path}`, { headers: { ...headers, 'x-forwarded-for': address } })).status;
    const product = () => statusAt('/v1/product?asin=B0LANTERN1', '192.0.2.1', { 'x-api-key': key });
    expect([await product(), await product(), await product()]).toEqual([200, 200, 429]);
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.2'];
    const statuses = [];
    for (const address of addresses) statuses.push(await statusAt('/openapi.json', address));
    expect(statuses).toEqual([200, 429, 200]);
    expect(await stop()).toBe(0);
    rmSync(data, { recursive: true });
  });

  it('notes a missing public URL if other machines can reach it', async () => {
    const open = await startServe(['--fixtures', '--host', '0.0.0.0', '--trust-proxy', '--no-log']);
    await expect.poll(open.err).toContain('public-url: not set: meta.request_url, links and the dashboard');
    await open.stop();
    const known = await startServe(['--fixtures', '--host', '0.0.0.0', '--public-url', 'https://api.example.test']);
    expect(await known.stop()).toBe(0);
    expect(known.err()).not.toContain('public-url');
    const local = await startServe(['--fixtures']);
    expect(await local.stop()).toBe(0);
    expect(local.err()).not.toContain('public-url');
    for (const { data } of [open, known, local]) rmSync(data, { recursive: true });
  });

  it('reports an invalid flag in one line', async () => {
    expect(await run('serve', '--port', '99999')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: port: .* \[INVALID_CONFIGURATION\]$/),
    });
  });

  it.each([
    [['--pages', '/nowhere.ts'], /pages: "\/nowhere.ts" cannot be loaded: /],
    [
      ['--pages', join(import.meta.dirname, '../service/setup.ts')],
      /has no page source: expected a function as its default export/,
    ],
    [
      ['--folder', 'x', '--via', 'http://127.0.0.1:1'],
      /option '--folder <dir>' cannot be used with option '--via <url>'/,
    ],
    [
      ['--backend', 'remote'],
      /baseUrl: missing: expected the URL of a service for the remote backend. Set BUYBOX_BASE_URL./,
    ],
    [['--public-url', 'api.example.com'], /^error: public-url: "api.example.com" is not a URL: expected one such as/],
    [['--cors', 'foo'], /^error: cors: "foo" is not an origin: expected "\*", or an origin such as "https:/],
    [
      ['--cors', 'https://app.example.com/shop'],
      /^error: cors: "https:.*" is not an origin: .* Did you mean "https:\/\/app.example.com"\?/,
    ],
    [['--max-queue', '-1'], /max-queue: "-1" is not valid: expected a whole number of 0 or more/],
    [['--queue-timeout', 'soon'], /^error: queue-timeout: "soon" is not a time: expected, for example, 30s/],
    [['--host', '999.1.1.1'], /^error: host: "999.1.1.1" cannot be used \(\w+\): expected an IP address or host name/],
  ])('does not start with %j', async (args, message) => {
    const { code, err } = await run('serve', '--port', '0', '--data', join(folder, 'unused'), ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('names a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, err } = await run('serve', '--port', String(port), '--data', join(folder, 'unused'));
    other.close();
    expect(code).toBe(2);
    expect(err).toContain(`port: ${port} is in use on 127.0.0.1: expected a free port. Choose another with --port`);
  });
});

describe('buybox keys and packs', () => {
  const at = ['--data', join(folder, 'store')];

  it('creates, lists, rotates and revokes keys, and adds packs', async () => {
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

  it('prints tables in a terminal, and the other formats on request', async () => {
    const store = ['--data', join(folder, 'shown')];
    const person = { isInteractive: true };
    const { out: card } = await runOn(person, 'keys', 'create', 'my shop', ...store);
    expect(card).toMatch(/^id +[0-9a-f]+\nname +my shop\nkey +bb_/m);
    const id = /^id +(\S+)/m.exec(card)?.[1] ?? '';
    await run('packs', 'add', id, '10000', ...store);
    expect((await runOn(person, 'keys', 'list', ...store)).out).toMatch(
      /^ID +NAME +CREATED_AT +REVOKED_AT +REQUESTS_REMAINING\n\S+ +my shop +\S+Z +10000$/,
    );
    expect((await run('keys', 'list', '--csv', '--fields', 'name,requests_remaining', ...store)).out).toBe(
      'name,requests_remaining\r\nmy shop,10000\r',
    );
    expect((await run('packs', 'list', '--fields', 'requests', ...store)).json).toEqual([{ requests: 10_000 }]);
    const wrong = await run('packs', 'list', '--fields', 'request', ...store);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean "requests"?') });
    const fresh = ['--data', join(folder, 'fresh')];
    await run('keys', 'create', ...fresh);
    expect(await runOn(person, 'packs', 'list', ...fresh)).toEqual({ code: 0, out: '', err: 'no entries' });
  });

  it('does not create a store that is only read', async () => {
    const data = join(folder, 'misspelt');
    for (const command of [
      ['keys', 'list'],
      ['packs', 'list'],
      ['keys', 'rotate', '1c6a'],
    ]) {
      const { code, err } = await run(...command, '--data', data);
      expect(code).toBe(2);
      expect(err).toMatch(/^error: data: .*misspelt has no store\. Name the data folder with --data/);
    }
    expect(existsSync(data)).toBe(false);
  });

  it.each([
    [['keys', 'revoke', 'nobody'], 'key: "nobody" is not a key of this store'],
    [['keys', 'create', ' '], 'name: " " is not valid: expected 1 to 100 characters.'],
    [['packs', 'add', 'nobody', '10000'], 'key: "nobody" is not a key of this store'],
    [['packs', 'add', 'nobody', '5'], 'Allowed choices are 10000, 100000, 500000, 2000000, free.'],
    [['packs', 'add', 'nobody', 'free', '--days', '0'], 'days: 0 is not valid: expected a whole number of 1 or more'],
    [['packs', 'add', 'nobody', '10000', '--days', '9'], 'size: "10000" is a pack with fixed numbers. Use "free"'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args, ...at);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
