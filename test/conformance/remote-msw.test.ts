import { setupServer } from 'msw/node';
import { afterAll, beforeAll } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { apiHandlers } from '../../src/entries/testing-msw.ts';
import { TRANSPORTS } from '../remote/transports.ts';
import { conformance } from './suite.ts';
import { now, referenceMarketplace } from './target.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterAll(() => server.close());

let services = 0;

for (const [transport, transportOptions] of TRANSPORTS)
  conformance({
    name: `the remote backend with msw handlers, over ${transport}`,
    async open({ credits, settings } = {}) {
      const baseUrl = `http://api-${++services}.example.com`;
      const backend = referenceMarketplace(credits === undefined ? {} : { credits });
      server.use(...apiHandlers({ baseUrl, apiKey: 'test-key', marketplace: backend }));
      const marketplace = createMarketplace({
        backend: 'remote',
        baseUrl,
        // No handshake for each call.
        allowHttp: true,
        apiKey: 'test-key',
        now,
        retries: 0,
        strict: true,
        maxConnections: 50,
        ...transportOptions(),
        ...settings,
      });
      return {
        marketplace,
        async [Symbol.asyncDispose]() {
          await marketplace.close();
          server.resetHandlers();
          await backend.close();
        },
      };
    },
  });
