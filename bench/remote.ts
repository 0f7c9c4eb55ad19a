/** Measures the overhead of the remote client: its calls per second as a share of the requests per second of plain got. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import got from 'got';
import { createRemoteMarketplace } from '../src/remote.ts';
import { type Print, percent } from './figures.ts';

const CONCURRENCY = 25;
/** Both make their calls in short slices and take turns, so that a slow machine affects both. */
const CALLS_PER_SLICE = 500;
const SLICES = 40;
const API_KEY = 'bench-key';
const PATH = '/v1/product?asin=B0LANTERN1&marketplace=us&language=en';

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
  const body = productBody();
  const server = fork(fileURLToPath(new URL('./echo-server.ts', import.meta.url)), {
    env: { ...process.env, BENCH_BODY: body },
  });
  const [port] = (await once(server, 'message')) as [number];
  const baseUrl = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  await using marketplace = createRemoteMarketplace({ baseUrl, apiKey: API_KEY, maxConnections: CONCURRENCY });
  const bare = async () => {
    await got(`${baseUrl}${PATH}`, { headers: { 'x-api-key': API_KEY }, agent: { http: agent }, responseType: 'json' });
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
      `\nremote client ${ours.toFixed(0)} calls/s, plain got ${bareGot.toFixed(0)}: ${percent(share)} (expected: at least 80 %); ${CONCURRENCY} at once, responses of ${body.length} bytes`,
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

/** Returns the body of a product response, about 2 kB. */
function productBody(): string {
  const data = {
    asin: 'B0LANTERN1',
    title: 'Camping lantern, rechargeable, 1000 lumen, four light modes, waterproof',
    buybox: true,
    bb_price: 24.99,
    currency: 'USD',
    rating: 4.6,
    reviews: 12_841,
    bsr: 12,
    in_stock: true,
    is_prime: true,
    promotion: {
      deal: null,
      list_price: { amount: 29.99, label: 'List Price:', savings_amount: 5, savings_percent: 17 },
    },
    brand: { name: 'Lumen', url: '/stores/Lumen/page/1' },
    category: { name: 'Sports & Outdoors', url: '/b?node=3375251' },
    image_url: 'https://m.media-amazon.com/images/I/lantern.jpg',
    sellers_all: 15,
    bought_past_month: 2_000,
    feature_bullets: Array.from({ length: 8 }, (_, index) => `Feature ${index}: ${'bright and light '.repeat(7)}`),
  };
  const meta = {
    marketplace: 'us',
    language: 'en',
    timing_ms: 812,
    request_url: `https://api.example.com${PATH}`,
    timestamp: '2026-11-20T12:00:00.000Z',
    request_id: '3f0d4f0e-6a0c-4d7a-9a5e-0c7f5c1f4b11',
    usage: { requests_consumed: 1, requests_remaining: 9_999 },
  };
  return JSON.stringify({ success: true, found: true, page_type: 'product', data, meta });
}
