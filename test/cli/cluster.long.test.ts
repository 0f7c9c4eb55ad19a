import { readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { restartDelay } from '../../src/cli/cluster/restart-delay.ts';
import { sqliteStore } from '../../src/entries/service.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { startServe } from '../service/serve-process.ts';
import { slowPages } from '../service/slow-pages.ts';

const PRODUCT = '/v1/product?asin=B0LANTERN1';

/** Sends a request on a connection of its own: each connection goes to the next process. */
function send(url: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
    });
    sent.on('error', reject).end();
  });
}

/** Returns the processes that a process has started. */
function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

describe('buybox serve --cluster', () => {
  it('serves with several processes on one port, and one store', async () => {
    const { url, key = '', err, stop, data } = await startServe(['--folder', FIXTURES_FOLDER, '--cluster', '2']);
    expect(err().match(/buybox serves/g)).toHaveLength(1);
    expect(err()).toContain('processes  2');
    const headers = { 'x-api-key': key };
    // Its pack allows 10 calls at once, over all processes.
    for (let round = 0; round < 2; round++) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => send(`${url}${PRODUCT}`, headers)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    }

    const { text } = await send(`${url}/metrics`);
    const counts = [...text.matchAll(/^buybox_credits_charged_total\{process="(\d)"\} (\d+)$/gm)];
    expect(counts.map(([, process]) => process).sort()).toEqual(['1', '2']);
    expect(counts.every(([, , credits]) => Number(credits) > 0)).toBe(true);
    expect(counts.reduce((sum, [, , credits]) => sum + Number(credits), 0)).toBe(20);
    expect(text.match(/# TYPE buybox_requests_total /g)).toHaveLength(1);

    expect(await stop()).toBe(0);
    const store = sqliteStore(join(data, 'buybox.db'));
    expect(await store.listKeys()).toHaveLength(1);
    expect((await store.ledger.listPacks())[0]?.charged).toBe(20);
    await store.close();
    rmSync(data, { recursive: true });
  });

  it('signs out of all processes', async () => {
    const token = 'operator-'.padEnd(43, 't');
    const env = { BUYBOX_OPERATOR_TOKEN: token };
    const { url, stop, data } = await startServe(['--folder', FIXTURES_FOLDER, '--cluster', '2'], { env });
    const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(`${url}/dashboard${path}`, {
        ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(form) },
        headers: { connection: 'close', ...headers },
      });
    const cookie = (await post('/sign-in', { token })).headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = () => send(`${url}/dashboard`, { cookie });
    const { status, text } = await page();
    expect(status).toBe(200);
    await post('/sign-out', { form_token: /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? '' }, { cookie });
    for (let round = 0; round < 6; round++) expect((await page()).status).toBe(401);
    expect(await stop()).toBe(0);
    rmSync(data, { recursive: true });
  });

  it('replaces a process that ends, and finishes running requests when it stops', async () => {
    const pages = slowPages({ isGated: true });
    const served = await startServe(['--pages', pages.path, '--cluster', '2'], { env: { BUYBOX_PARSE_IN: 'process' } });
    const { url, key = '', child, err, stop, data } = served;
    const headers = { 'x-api-key': key };
    const before = childrenOf(child.pid);
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await expect.poll(err).toMatch(/process [12] ended \(SIGKILL\): starting another one in 0.5 s/);
    await expect.poll(() => childrenOf(child.pid).filter((pid) => !before.includes(pid))).toHaveLength(1);
    await expect
      .poll(async () => (await send(`${url}/metrics`)).text.match(/^process_resident_memory_bytes/gm))
      .toHaveLength(2);
    const running = Array.from({ length: 4 }, () => send(`${url}${PRODUCT}`, headers));
    await expect
      .poll(async () => {
        const { text } = await send(`${url}/metrics`);
        return [...text.matchAll(/^buybox_calls_running\{.*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0);
      })
      .toBe(4);
    const stopped = stop();
    await expect.poll(err).toContain('stopping');
    pages.open();
    expect(await stopped).toBe(0);
    const statuses = (await Promise.all(running)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(err().match(/^stopping/gm)).toHaveLength(1);
    for (const path of [data, pages.folder]) rmSync(path, { recursive: true });
  });

  it('reports once why it cannot start', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    await expect(startServe(['--fixtures', '--cluster', '2', '--port', String(port)])).rejects.toThrow(
      new RegExp(`^buybox serve did not start: error: port: ${port} is in use .*\\n$`),
    );
    server.close();
  });
});

describe('the delay before a process is replaced', () => {
  it('doubles while processes end soon after their start', () => {
    const delays = [];
    for (let ends = 0; ends < 9; ) {
      const next = restartDelay(ends, 10);
      delays.push(next.delayMs);
      ends = next.ends;
    }
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(restartDelay(8, 60_000)).toEqual({ delayMs: 500, ends: 1 });
  });
});
