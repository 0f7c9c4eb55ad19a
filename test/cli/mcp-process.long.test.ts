import { once } from 'node:events';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/fixtures-folder.ts';
import { callTool, clientOf } from './mcp-client.ts';
import { connectedProcess, startMcp } from './mcp-process.ts';

it('serves clients that negotiate the protocol of 2026', async () => {
  await using session = await connectedProcess(['--folder', FIXTURES_FOLDER], {}, 'auto');
  expect(session.client.getNegotiatedProtocolVersion()).toMatch(/^2026/);
  const { json } = await callTool(session.client, 'product', { asin: 'B0LANTERN1', fields: ['bb_price'] });
  expect(json).toMatchObject({ found: true, data: { bb_price: 34.99 } });
});

it('ends if no client ever connects', async () => {
  const { child, out } = startMcp('--folder', FIXTURES_FOLDER);
  child.stdin?.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(out()).toBe('');
});

it('serves HTTP until a signal ends it, and shows the URL', async () => {
  const { child, out, err } = startMcp('--http', '0', '--fixtures');
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
