import { once } from 'node:events';
import { expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/fixtures-folder.ts';
import { callTool } from './mcp-client.ts';
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
