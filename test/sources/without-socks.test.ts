import { expect, it, vi } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { ASIN } from '../local/pages.ts';

vi.mock('socks-proxy-agent', () => {
  throw new Error("Cannot find package 'socks-proxy-agent'");
});

it('names the missing package of SOCKS proxies, and does not try again', async () => {
  const events: string[] = [];
  await using marketplace = createMarketplace({
    backend: 'local',
    proxy: 'socks5://user:geheim@127.0.0.1:1080',
    retries: 3,
    onEvent: ({ type }) => events.push(type),
  });
  await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
    code: 'INVALID_CONFIGURATION',
    parameter: 'proxy',
    message: 'proxy: a SOCKS proxy needs the package "socks-proxy-agent". Install it: npm install socks-proxy-agent',
  });
  expect(events).not.toContain('retry');
});
