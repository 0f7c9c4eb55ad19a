import { createMarketplace } from '../../src/entries/index.ts';
import { buyPack, createKey, createService, listen, memoryStore, packOffer } from '../../src/entries/service.ts';
import { TRANSPORTS } from '../remote/transports.ts';
import { conformance } from './suite.ts';
import { now, referenceMarketplace } from './target.ts';

for (const [transport, transportOptions] of TRANSPORTS)
  conformance({
    name: `the remote backend with a service over HTTP, over ${transport}`,
    isTransport: true,
    async open({ credits = 100_000, settings } = {}) {
      const store = memoryStore({ now });
      const { id, key } = await createKey(store, 'conformance', now());
      await buyPack(store, id, packOffer('free', { requests: credits, connections: 50 }), now());
      const backend = referenceMarketplace();
      const service = await listen(createService({ marketplace: backend, store, now }), { port: 0, graceMs: 100 });
      const marketplace = createMarketplace({
        backend: 'remote',
        baseUrl: service.url,
        apiKey: key,
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
          await service.close();
          await backend.close();
        },
      };
    },
  });
