import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/fixtures-folder.ts';
import { createMarketplace } from '../../src/index.ts';
import { savedPages } from '../../src/local.ts';
import { buyPack, createKey, createService, listen, memoryStore, packOffer } from '../../src/service.ts';
import { startFixtureMarketplace } from '../../src/testing.ts';
import { callTool } from './mcp-client.ts';
import { CALL, connectedProcess, HELLO, startMcp } from './mcp-process.ts';

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
  it('serves the local backend', { timeout: 60_000 }, async () => {
    await using site = await startFixtureMarketplace();
    await using session = await connectedProcess(['--via', site.url, '--retries', '0']);
    expect((await session.client.listTools()).tools).toHaveLength(8);
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

  it('serves the remote backend, with URL and key from the environment', { timeout: 60_000 }, async () => {
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

  it('aborts a cancelled call, and continues to serve', { timeout: 60_000 }, async () => {
    await using session = await connectedProcess(['--pages', silent]);
    const cancelling = new AbortController();
    const options = { signal: cancelling.signal };
    const call = expect(callTool(session.client, 'product', { asin: 'B0LANTERN1' }, options)).rejects.toThrow(/enough/);
    await expect.poll(session.err).toContain('asked for');
    cancelling.abort(new Error('enough'));
    await call;
    await expect.poll(session.err).toContain('aborted https://www.amazon.com/dp/B0LANTERN1');
    expect((await session.client.listTools()).tools).toHaveLength(8);
  });

  it('writes only the protocol to standard output, whatever a configuration file writes', {
    timeout: 60_000,
  }, async () => {
    const config = join(folder, 'buybox.config.mjs');
    writeFileSync(
      config,
      `console.log('loading'); console.info('settings'); export default { folder: ${JSON.stringify(FIXTURES_FOLDER)}, onEvent: ({ type }) => console.log(type) };`,
    );
    const { child, out, err } = startMcp('--config', config);
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

  it('ends cleanly on a signal, even during a call', { timeout: 60_000 }, async () => {
    const ended = (['SIGINT', 'SIGTERM'] as const).map(async (signal) => {
      const { child, out, err } = startMcp('--pages', silent);
      for (const message of [HELLO, CALL]) child.stdin?.write(`${JSON.stringify(message)}\n`);
      await expect.poll(err).toContain('asked for');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(err()).toContain('aborted https://www.amazon.com/dp/B0LANTERN1');
      expect(out()).not.toContain('"id":2');
    });
    await Promise.all(ended);
  });
});
