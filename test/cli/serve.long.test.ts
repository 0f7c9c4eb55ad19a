import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { dataFolder, startServe } from '../service/serve-process.ts';

describe('buybox serve in a process of its own', () => {
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
});
