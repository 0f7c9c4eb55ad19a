/** For `node --import`: `buybox` resolves to its source, and msw replaces the network except loopback. */
import { setupServer } from 'msw/node';
import { apiHandlers, pageHandlers } from '../../src/entries/testing-msw.ts';
import { loopback } from '../offline/sources.ts';

setupServer(
  loopback,
  ...pageHandlers(),
  ...apiHandlers({ baseUrl: 'https://api.example.com', apiKey: 'sk-test-key' }),
).listen({ onUnhandledFrame: 'error' });
