import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { type BatchRequest, batch, createMarketplace, type Marketplace } from '../../src/entries/index.ts';
import { envelope } from './service.ts';

const [CALLS, WARM_UP] = isNightly ? [100_000, 10_000] : [20_000, 5_000];
/** Inputs of a batch, whose calls take no time. */
const INPUTS = isNightly ? 1_000_000 : 200_000;
/** Maximum growth of the heap, in bytes. A leak of 200 bytes per call would be larger. */
const MOST_GROWTH = isNightly ? 4_000_000 : 2_500_000;

function heap(): number {
  if (global.gc === undefined) throw new Error('run with --expose-gc');
  global.gc();
  return process.memoryUsage().heapUsed;
}

function* requests(count: number): Generator<BatchRequest<'product'>> {
  for (let number = 0; number < count; number++) {
    yield { endpoint: 'product', params: { asin: `B${String(number).padStart(9, '0')}` } };
  }
}

/** Returns the growth of the heap between the warm-up and the last call, in bytes. */
async function growth(marketplace: Marketplace, calls: number, warmUp: number): Promise<number> {
  let done = 0;
  let before = 0;
  for await (const { error } of batch(marketplace, requests(calls), { concurrency: 25 })) {
    if (error !== undefined) throw error;
    if (++done === warmUp) before = heap();
  }
  expect(done).toBe(calls);
  return heap() - before;
}

describe('memory', () => {
  it(`does not grow during ${CALLS} calls of the remote backend`, { timeout: 1_800_000 }, async () => {
    const server = fork(join(import.meta.dirname, '../../bench/echo-server.ts'), {
      env: { ...process.env, BENCH_BODY: JSON.stringify(envelope()) },
      execArgv: [],
    });
    onTestFinished(() => void server.kill());
    const [port] = await once(server, 'message');
    await using marketplace = createMarketplace({
      backend: 'remote',
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: 'sk-test-key',
      maxConnections: 25,
    });
    expect(await growth(marketplace, CALLS, WARM_UP)).toBeLessThan(MOST_GROWTH);
  });

  it(`stays flat over a batch of ${INPUTS} inputs`, async () => {
    const response = envelope() as unknown as Awaited<ReturnType<Marketplace['product']>>;
    const marketplace = { product: async () => response } as unknown as Marketplace;
    expect(await growth(marketplace, INPUTS, INPUTS / 10)).toBeLessThan(MOST_GROWTH);
  });
});
