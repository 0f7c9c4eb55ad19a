/** Prepares a process that runs code of the documentation: `buybox` resolves to the source, and live blocks get the fixture network. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setupServer } from 'msw/node';
import { apiHandlers, pageHandlers } from '../../src/entries/testing-msw.ts';
import { loopback } from '../../test/offline/sources.ts';
import { root } from './blocks.ts';

/** Starts a network of loopback only, and returns a function that adds or removes the sites and a hosted service. */
export function startNetwork(): (isLive: boolean) => void {
  const sites = [
    ...pageHandlers(),
    ...apiHandlers({ baseUrl: 'https://api.example.com', apiKey: 'my-key' }),
    ...apiHandlers({ baseUrl: 'https://app.example.com/buybox', apiKey: false }),
  ];
  const server = setupServer(...sites, loopback);
  server.listen({ onUnhandledFrame: 'error' });
  return (isLive) => server.resetHandlers(...(isLive ? sites : []), loopback);
}

/** Makes the package's files available in a folder, as an installation does. */
export function installBuybox(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(root, join(folder, 'node_modules/buybox'));
}
