/** Loaded before an example (`node --import`): the package's name means its source, and the network is msw's; only loopback is left as it is. */
import { setupServer } from 'msw/node';
import { apiHandlers, pageHandlers } from '../../src/testing.ts';
import { loopback } from '../offline/sources.ts';

setupServer(
  loopback,
  ...pageHandlers(),
  ...apiHandlers({ baseUrl: 'https://api.example.com', apiKey: 'sk-test-key' }),
).listen({ onUnhandledFrame: 'error' });
