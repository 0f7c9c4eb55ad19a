import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { buyPack, createKey, packOffer, type ServiceStore, sqliteStore } from '../../src/entries/service.ts';
import { type ResponseValidator, responseValidator } from '../judges/response-validator.ts';
import { type ServeProcess, startServe } from '../service/serve-process.ts';
import { type RecordedCall, startRecordingProxy } from './recording-proxy.ts';
import { conformance } from './suite.ts';
import { now } from './target.ts';

let serving: ServeProcess;
let proxy: Awaited<ReturnType<typeof startRecordingProxy>>;
let store: ServiceStore;
const calls: RecordedCall[] = [];

beforeAll(async () => {
  serving = await startServe(['--pages', join(import.meta.dirname, 'serve-pages.ts'), '--retries', '0', '--no-log']);
  store = sqliteStore(join(serving.data, 'buybox.db'), { now });
  proxy = await startRecordingProxy(serving.url, (call) => void calls.push(call));
});

afterAll(async () => {
  await proxy.close();
  await store.close();
  await serving.stop();
  rmSync(serving.data, { recursive: true });
});

conformance({
  name: 'the remote backend with `buybox serve` in another process, with a SQLite store',
  async open({ credits = 100_000, settings } = {}) {
    const { id, key } = await createKey(store, 'conformance', now());
    await buyPack(store, id, packOffer('free', { requests: credits, connections: 50 }), now());
    const marketplace = createMarketplace({
      backend: 'remote',
      baseUrl: proxy.url,
      apiKey: key,
      now,
      retries: 0,
      strict: true,
      maxConnections: 50,
      ...settings,
    });
    return { marketplace, [Symbol.asyncDispose]: () => marketplace.close() };
  },
});

it('sends only responses that agree with its OpenAPI document', async () => {
  const api = await (await fetch(`${serving.url}/openapi.json`)).json();
  const validate: ResponseValidator = responseValidator(api);
  // With `fields`, a response has only these.
  const whole = calls.filter(({ hasFields }) => !hasFields);
  const differences = whole.flatMap(({ method, path, status, body }) =>
    validate(method, path, status, body).map((difference) => `${method} ${path} ${status}: ${difference}`),
  );
  expect(differences).toEqual([]);
  expect(calls.length).toBeGreaterThan(150);
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200, 400, 429, 500, 503]));
});
