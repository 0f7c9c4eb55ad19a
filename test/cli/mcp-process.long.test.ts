import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { savedPages } from '../../src/entries/local.ts';
import { buyPack, createKey, createService, listen, memoryStore, packOffer } from '../../src/entries/service.ts';
import { startFixtureMarketplace } from '../../src/entries/testing.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { CALL, callTool, clientOf, HELLO } from './mcp-client.ts';
import { connectedProcess, startMcp } from './mcp-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-mcp-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A page source that never responds, and logs requests and aborts. */
const silent = join(folder, 'silent.ts');
writeFileSync(
  silent,
  `export default ({ url, signal }) => new Promise((_, reject) => {
    process.stderr.write('asked for ' + url + '\\n');
    signal.addEventListener('abort', () => { process.stderr.write('aborted ' + url + '\\n'); reject(signal.reason); });
  });`,
);

describe('buybox mcp in a process of its own', () => {
  it('serves the local backend', async () => {
    await using site = await startFixtureMarketplace();
    await using session = await connectedProcess(['--via', site.url, '--retries', '0']);
    expect((await session.client.listTools()).tools).toHaveLength(7);
    const given = { asin: 'B0WASSERK1', marketplace: 'de', language: 'native', fields: ['asin', 'currency'] };
    expect(await callTool(session.client, 'product', given)).toMatchObject({
      isError: false,
      structured: { found: true, data: { asin: 'B0WASSERK1', currency: 'EUR' }, meta: { marketplace: 'de' } },
    });
    expect((await callTool(session.client, 'product', { asin: 'B0CAPTCHA1' })).json).toMatchObject({
      error: { code: 'CAPTCHA', retryable: true, what_to_do: expect.stringContaining('--proxy') },
    });
    expect(site.requests).toHaveLength(2);
    expect(session.err()).toContain('mcp: the local backend');
  });

  it('serves the remote backend, with URL and key from the environment', async () => {
    await using marketplace = createMarketplace({ backend: 'local', pages: savedPages(FIXTURES_FOLDER), retries: 0 });
    const store = memoryStore();
    const { id, key } = await createKey(store, 'assistant', Date.now());
    await buyPack(store, id, packOffer('free', { requests: 2 }), Date.now());
    await using server = await listen(createService({ marketplace, store }), { port: 0 });
    await using session = await connectedProcess([], {
      BUYBOX_BACKEND: 'remote',
      BUYBOX_BASE_URL: server.url,
      BUYBOX_API_KEY: key,
    });
    const ask = () => callTool(session.client, 'product', { asin: 'B0LANTERN1', fields: ['title'] });
    expect((await ask()).json).toMatchObject({ found: true, meta: { usage: { requests_remaining: 1 } } });
    await ask();
    expect((await ask()).json).toMatchObject({
      error: { code: 'QUOTA_EXCEEDED', retryable: false, credits_charged: 0, credits_remaining: 0 },
    });
    expect(session.err()).toContain('mcp: the remote backend');
    expect(session.err()).not.toContain(key);
  });

  it('aborts a cancelled call, and continues to serve', async () => {
    await using session = await connectedProcess(['--pages', silent]);
    const cancelling = new AbortController();
    const options = { signal: cancelling.signal };
    const call = expect(callTool(session.client, 'product', { asin: 'B0LANTERN1' }, options)).rejects.toThrow(/enough/);
    await expect.poll(session.err).toContain('asked for');
    cancelling.abort(new Error('enough'));
    await call;
    await expect.poll(session.err).toContain('aborted https://www.amazon.com/dp/B0LANTERN1');
    expect((await session.client.listTools()).tools).toHaveLength(7);
  });

  it('writes only the protocol to standard output, whatever a configuration file writes', async () => {
    const config = join(folder, 'buybox.config.mjs');
    writeFileSync(
      config,
      `console.log('loading'); console.info('settings'); export default { folder: ${JSON.stringify(FIXTURES_FOLDER)}, onEvent: ({ type }) => console.log(type) };`,
    );
    const { child, out, err } = await startMcp('--config', config);
    const send = (message: object) => child.stdin?.write(`${JSON.stringify(message)}\n`);
    send(HELLO);
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send(CALL);
    await expect.poll(out).toContain('"id":2');
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
    const messages = out()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages).toMatchObject([{ id: 1 }, { id: 2, result: { structuredContent: { found: true } } }]);
    expect(err()).toMatch(/loading[\s\S]*settings[\s\S]*done/);
  });

  it('answers the calls that run when the input ends', async () => {
    const { child, out } = await startMcp('--folder', FIXTURES_FOLDER);
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    child.stdin?.end([HELLO, initialized, CALL].map((message) => `${JSON.stringify(message)}\n`).join(''));
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(out()).toContain('"id":2');
  });

  it('ends cleanly on a signal, even during a call', async () => {
    const ended = (['SIGINT', 'SIGTERM'] as const).map(async (signal) => {
      const { child, out, err } = await startMcp('--pages', silent);
      for (const message of [HELLO, CALL]) child.stdin?.write(`${JSON.stringify(message)}\n`);
      await expect.poll(err).toContain('asked for');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(err()).toContain('aborted https://www.amazon.com/dp/B0LANTERN1');
      expect(out()).not.toContain('"id":2');
    });
    await Promise.all(ended);
  });

  it('serves clients that negotiate the protocol of 2026', async () => {
    await using session = await connectedProcess(['--folder', FIXTURES_FOLDER], {}, 'auto');
    expect(session.client.getNegotiatedProtocolVersion()).toMatch(/^2026/);
    const { json } = await callTool(session.client, 'product', { asin: 'B0LANTERN1', fields: ['bb_price'] });
    expect(json).toMatchObject({ found: true, data: { bb_price: 34.99 } });
  });

  it('ends if no client ever connects', async () => {
    const { child, out } = await startMcp('--folder', FIXTURES_FOLDER);
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(out()).toBe('');
  });

  it('serves HTTP until a signal ends it, and shows the URL', async () => {
    const { child, out, err } = await startMcp('--http', '0', '--fixtures');
    await expect.poll(err, { timeout: 60_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    const [url = ''] = /http:\S+/.exec(err()) ?? [];
    const client = clientOf('auto');
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { json } = await callTool(client, 'product', { asin: 'B0LANTERN1' });
    expect(json).toMatchObject({ found: true, data: { bb_price: 34.99 } });
    await client.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(out()).toBe('');
  });

  it('refuses 100 MB in one line without growing, answers the next message, and ends with 0', async () => {
    const { child, out } = await startMcp('--fixtures');
    const send = (text: string | Buffer) =>
      new Promise<void>((resolve) => void child.stdin?.write(text, () => resolve()));
    await send(`${JSON.stringify(HELLO)}\n`);
    for (let megabyte = 0; megabyte < 100; megabyte++) await send(Buffer.alloc(1_000_000, 'x'));
    await send(`\n${JSON.stringify(CALL)}\n`);
    await expect.poll(out).toContain('"id":2');
    const refused = out()
      .trimEnd()
      .split('\n')
      .map((line): { error?: object } => JSON.parse(line))
      .find(({ error }) => error !== undefined);
    expect(refused).toMatchObject({ id: null, error: { code: -32600 } });
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
