/** Overhead of the remote client: its calls a second as a share of bare got's, same requests, same run. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import got from 'got';
import { createRemoteMarketplace } from '../src/remote.ts';

const CONCURRENCY = 25;
const CALLS_A_ROUND = 4_000;
const ROUNDS = 6;
const API_KEY = 'bench-key';
const PATH = '/v1/product?asin=B0LANTERN1&marketplace=us&language=en';

/** Measures and prints; the result is the share, 1 being as fast as bare got. */
export async function benchRemote(): Promise<number> {
  const server = fork(fileURLToPath(new URL('./echo-server.ts', import.meta.url)), {
    env: { ...process.env, BENCH_BODY: answer() },
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
    await rate(bare);
    await rate(client);
    const shares: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Taking turns, so that what slows the machine slows both.
      const [bareRate, clientRate] = [await rate(bare), await rate(client)];
      shares.push(clientRate / bareRate);
      console.log(
        `bare got ${bareRate.toFixed(0)} calls/s, remote client ${clientRate.toFixed(0)} calls/s: ${percent(clientRate / bareRate)}`,
      );
    }
    const share = median(shares);
    console.log(
      `remote client / bare got, concurrency ${CONCURRENCY}, ${answer().length} byte answers: ${percent(share)} (wanted: 80 % or more)`,
    );
    return share;
  } finally {
    agent.destroy();
    server.disconnect();
  }
}

/** Calls a second. */
async function rate(call: () => Promise<void>): Promise<number> {
  let left = CALLS_A_ROUND;
  const lane = async () => {
    while (left-- > 0) await call();
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return CALLS_A_ROUND / ((performance.now() - start) / 1000);
}

/** A product answer of about 2 kB, as the service sends it. */
function answer(): string {
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
    features: Array.from({ length: 8 }, (_, index) => `Feature ${index}: ${'bright and light '.repeat(7)}`),
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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
