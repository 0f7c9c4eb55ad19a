/**
 * Measures the overhead of the remote client with its default options: the CPU time of its calls next to that of plain got, which sends the key, keeps
 * its connections and parses the JSON of the same response. The server is another process.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import got from 'got';
import { createRemoteMarketplace } from '../src/entries/remote.ts';
import { type Print, percent } from './figures.ts';
import { PRODUCT_BODY, PRODUCT_PATH } from './product-body.ts';

const CONCURRENCY = 25;
/** Both make their calls in short slices and take turns, so that a slow machine affects both. */
const CALLS_PER_SLICE = 250;
const SLICES = 100;
/** As long as real keys: bodies are searched for long ones. */
const API_KEY = 'sk-bench-7Qk2VtXw9Zr4Bn8mLp3sJd6f';

export interface RemoteResult {
  concurrency: number;
  /** Requests per second of CPU time. */
  bareGot: number;
  /** Calls per second of CPU time. */
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
    for (let warm = 0; warm < 8; warm++) {
      await slice(bare);
      await slice(client);
    }
    let [bareGot, ours] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < SLICES; round++) {
      bareGot = Math.min(bareGot, await slice(bare));
      ours = Math.min(ours, await slice(client));
    }
    const share = bareGot / ours;
    print(
      `\nremote client ${ours.toFixed(0)} µs of CPU per call, plain got ${bareGot.toFixed(0)}: ${percent(share)} (expected: at least 85 %); ${CONCURRENCY} at once, responses of ${PRODUCT_BODY.length} bytes, shortest of ${SLICES} turns`,
    );
    return { concurrency: CONCURRENCY, bareGot: 1e6 / bareGot, client: 1e6 / ours, share };
  } finally {
    agent.destroy();
    server.disconnect();
  }
}

/** Returns the CPU time of a call in one slice of calls [microseconds]. Other processes affect it less than the time of day. */
async function slice(call: () => Promise<void>): Promise<number> {
  let left = CALLS_PER_SLICE;
  const lane = async () => {
    while (left-- > 0) await call();
  };
  const start = process.cpuUsage();
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / CALLS_PER_SLICE;
}
