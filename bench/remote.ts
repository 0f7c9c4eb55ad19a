/** Measures the overhead of the remote client: its calls per second as a share of the requests per second of plain got. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import got from 'got';
import { createRemoteMarketplace } from '../src/remote.ts';
import { type Print, percent } from './figures.ts';
import { PRODUCT_BODY, PRODUCT_PATH } from './product-body.ts';

const CONCURRENCY = 25;
/** Both make their calls in short slices and take turns, so that a slow machine affects both. */
const CALLS_PER_SLICE = 500;
const SLICES = 40;
const API_KEY = 'bench-key';

export interface RemoteResult {
  concurrency: number;
  /** Requests per second. */
  bareGot: number;
  /** Calls per second. */
  client: number;
  /** `client / bareGot`: 1 is as fast as plain got. */
  share: number;
}

/** Measures and prints the results. */
export async function benchRemote(print: Print): Promise<RemoteResult> {
  const server = fork(fileURLToPath(new URL('./echo-server.ts', import.meta.url)), {
    env: { ...process.env, BENCH_BODY: PRODUCT_BODY },
  });
  const [port] = (await once(server, 'message')) as [number];
  const baseUrl = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  await using marketplace = createRemoteMarketplace({ baseUrl, apiKey: API_KEY, maxConnections: CONCURRENCY });
  const bare = async () => {
    await got(`${baseUrl}${PRODUCT_PATH}`, {
      headers: { 'x-api-key': API_KEY },
      agent: { http: agent },
      responseType: 'json',
    });
  };
  const client = async () => {
    await marketplace.product({ asin: 'B0LANTERN1' });
  };
  try {
    for (let warm = 0; warm < 4; warm++) {
      await slice(bare);
      await slice(client);
    }
    const total = { bare: 0, client: 0 };
    for (let round = 0; round < SLICES; round++) {
      total.bare += await slice(bare);
      total.client += await slice(client);
    }
    const share = total.bare / total.client;
    const rate = (ms: number) => (CALLS_PER_SLICE * SLICES) / (ms / 1000);
    const [bareGot, ours] = [rate(total.bare), rate(total.client)];
    print(
      `\nremote client ${ours.toFixed(0)} calls/s, plain got ${bareGot.toFixed(0)}: ${percent(share)} (expected: at least 80 %); ${CONCURRENCY} at once, responses of ${PRODUCT_BODY.length} bytes`,
    );
    return { concurrency: CONCURRENCY, bareGot, client: ours, share };
  } finally {
    agent.destroy();
    server.disconnect();
  }
}

/** Returns the milliseconds of one slice of calls. */
async function slice(call: () => Promise<void>): Promise<number> {
  let left = CALLS_PER_SLICE;
  const lane = async () => {
    while (left-- > 0) await call();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return performance.now() - start;
}
