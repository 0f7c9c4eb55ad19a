import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runOn, run as runPiped } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const { out, ...rest } = await runPiped(...args);
  return { ...rest, out, json: out.startsWith('{') || out.startsWith('[') ? JSON.parse(out) : undefined };
}

describe('buybox serve', () => {
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
    [['--idempotency', '7'], /^error: idempotency: "7" is not a time: .* Did you mean "7s"\?/],
    [['--idempotency', '7d', '--port', '-1'], /^error: port: "-1" is not valid/],
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
    await run('packs', 'add', made.id, '5', '--days', '1', '--price', '0.5', '--connections', '2', ...at);
    expect((await run('packs', 'list', made.id, ...at)).json).toMatchObject([
      { requests: 5, price_usd: 0.5, connections: 2 },
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
    const unused = join(folder, 'unused-store');
    expect((await run('keys', 'create', '--fields', 'secret', '--data', unused)).code).toBe(2);
    expect(existsSync(unused)).toBe(false);
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
    [['packs', 'add', 'nobody', '0'], 'requests: 0 is not valid: expected a whole number from 1'],
    [['packs', 'add', 'nobody', 'many'], 'size: "many" is not a size: expected a number of requests, or free.'],
    [['packs', 'add', 'nobody', 'free', '--days', '0'], 'days: 0 is not valid: expected a whole number of 1 or more'],
    [['packs', 'add', 'nobody', '5', '--price', '-1'], 'price: "-1" is not a price'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args, ...at);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
