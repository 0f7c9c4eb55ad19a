import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { createMarketplace, MarketplaceError } from '../../src/entries/index.ts';
import { httpPages, LOCAL_KEY, memoryLedger } from '../../src/entries/local.ts';
import { type Handler, serve } from '../sources/server.ts';
import { CAPTCHA_PAGE, FAILURE_PAGE, NOT_FOUND_PAGE, productPage } from './pages.ts';

const CALLS = isNightly ? 2_000 : 600;
const CONCURRENCY = 25;
const FAULT_SHARE = 0.2;

const html = { 'content-type': 'text/html;charset=UTF-8' };

/** Faults of the marketplace, and the error classes that a call may throw because of them. */
const FAULTS: Record<string, Handler> = {
  reset: (_, __, socket) => socket.resetAndDestroy(),
  'stall in the headers': () => undefined,
  'stall in the body': (_, response) => void response.writeHead(200, html).write('<html>'),
  'half a body': (_, response, socket) => {
    response.writeHead(200, { ...html, 'content-length': '10000' });
    response.write('<html>', () => socket.destroy());
  },
  'gzip bomb': (_, response) => response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(BOMB),
  'redirect loop': ({ url }, response) => response.writeHead(302, { location: `https://www.amazon.com${url}` }).end(),
  'redirect away': (_, response) => response.writeHead(302, { location: 'https://www.example.com/' }).end(),
  unavailable: (_, response) => response.writeHead(503, html).end(FAILURE_PAGE),
  'unavailable for a while': (_, response) =>
    response.writeHead(503, { ...html, 'retry-after': '0' }).end(FAILURE_PAGE),
  captcha: (_, response) => response.writeHead(200, html).end(CAPTCHA_PAGE),
  'slow drip': (_, response) => {
    response.writeHead(200, html);
    const drip = setInterval(() => response.write(' '), 50);
    response.on('close', () => clearInterval(drip));
  },
};
const BOMB = gzipSync(Buffer.alloc(5_000_000));
const NAMES = ['TransportError', 'UnavailableError', 'BlockedError'];

/** Returns a generator of pseudo-random numbers: the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the local backend under faults', () => {
  it(`ends ${CALLS} calls with a result or the expected error class, charges exactly the results, and leaves no sockets open`, async () => {
    const next = random(42);
    const faults = Object.values(FAULTS);
    const known = new Set<string>();
    await using server = await serve((request, response, socket) => {
      const fault = next() < FAULT_SHARE ? faults[Math.floor(next() * faults.length)] : undefined;
      if (fault !== undefined) fault(request, response, socket);
      else if (next() < 0.1) response.writeHead(404, html).end(NOT_FOUND_PAGE);
      else response.writeHead(200, html).end(productPage());
    });
    const ledger = memoryLedger();
    const marketplace = createMarketplace({
      backend: 'local',
      pages: httpPages({ via: server.url, idleTimeoutMs: 1_500, maxBytes: 1_000_000 }),
      packs: [{ requests: CALLS, purchasedAt: new Date(0), validDays: 100_000, connections: 50 }],
      ledger,
      retries: 1,
      timeoutMs: 10_000,
    });

    let [started, succeeded, failed] = [0, 0, 0];
    const heap: number[] = [];
    const worker = async () => {
      while (started < CALLS) {
        const call = started++;
        if (call % 200 === 199) {
          global.gc?.();
          heap.push(process.memoryUsage().heapUsed);
        }
        try {
          const { meta } = await marketplace.product({ asin: `B${String(call).padStart(9, '0')}` });
          expect(meta.usage.requests_consumed).toBe(1);
          expect(known.has(meta.request_id)).toBe(false);
          known.add(meta.request_id);
          succeeded++;
        } catch (error) {
          expect(error).toBeInstanceOf(MarketplaceError);
          expect(NAMES).toContain((error as MarketplaceError).name);
          failed++;
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));

    expect(succeeded + failed).toBe(CALLS);
    expect(succeeded).toBeGreaterThan(CALLS * 0.85);
    expect(failed).toBeGreaterThan(0);
    expect(await ledger.remaining(LOCAL_KEY)).toBe(CALLS - succeeded);
    await marketplace.close();
    await expect.poll(server.open).toBe(0);
    await sleep(50);
    const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'TCPSocketWrap');
    expect(timers.length).toBeLessThanOrEqual(5);
    expect((heap.at(-1) ?? 0) - (heap[0] ?? 0)).toBeLessThan(20_000_000);
  });
});
