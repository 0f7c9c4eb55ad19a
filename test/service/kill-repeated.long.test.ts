import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { buyPack, createKey, PACK_SIZES, sqliteStore } from '../../src/entries/service.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { dataFolder, startServe } from './serve-process.ts';

const KILLS = isNightly ? 20 : 3;
const LANES = 8;

it(`charges a call once, however often it is repeated, over ${KILLS} kills under load`, async () => {
  const data = dataFolder();
  const path = join(data, 'buybox.db');
  const store = sqliteStore(path);
  const { id, key } = await createKey(store, 'load', Date.now());
  await buyPack(store, id, PACK_SIZES['2000000'], Date.now());
  await store.close();
  const server = { url: '' };
  let isOver = false;
  let received = 0;
  let replayed = 0;
  let repeated = 0;

  /** Repeats a call until its response arrives. */
  const call = async () => {
    const headers = { 'x-api-key': key, 'idempotency-key': crypto.randomUUID() };
    for (;;) {
      try {
        const response = await fetch(`${server.url}/v1/product?asin=B0LANTERN1`, { headers });
        const { meta } = (await response.json()) as { meta: { usage: { requests_consumed: number } } };
        if (response.status === 200) {
          expect(meta.usage.requests_consumed).toBe(1);
          received++;
          if (response.headers.has('idempotency-replayed')) replayed++;
          return;
        }
      } catch (error) {
        if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      }
      repeated++;
      await sleep(50);
    }
  };

  let served = await startServe(['--folder', FIXTURES_FOLDER, '--no-log'], { data });
  server.url = served.url;
  const lanes = Array.from({ length: LANES }, async () => {
    while (!isOver) await call();
  });
  for (let kill = 0; kill < KILLS; kill++) {
    // A kill before the first response shows nothing.
    const before = received;
    await expect.poll(() => received).toBeGreaterThan(before);
    await sleep(Math.random() * 1_000);
    const exited = once(served.child, 'exit');
    served.child.kill('SIGKILL');
    await exited;
    served = await startServe(['--folder', FIXTURES_FOLDER, '--no-log'], { data });
    server.url = served.url;
  }
  isOver = true;
  await Promise.all(lanes);
  await served.stop();

  const after = sqliteStore(path);
  const [pack] = await after.ledger.listPacks(id);
  expect(pack?.charged).toBe(received);
  expect(repeated).toBeGreaterThan(0);
  console.log(`${KILLS} kills: ${received} calls, ${repeated} repeated, ${replayed} responses were stored ones`);
  await after.close();
  rmSync(data, { recursive: true });
});
