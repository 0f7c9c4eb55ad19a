import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import { checkStock, postAlert, type StockAlert, stockOf, type Watched } from '../../examples/stock-alert.ts';
import type { Marketplace, ProductData } from '../../src/index.ts';
import { UnavailableError } from '../../src/index.ts';
import { altered } from './altered.ts';

/** Runs checks of a product whose stock changes with each check. */
async function watch(looks: (Partial<ProductData> | 'failed')[], deliver: (alert: StockAlert) => Promise<void>) {
  await using marketplace = await fixtureMarketplace();
  const known = new Map<string, Watched>();
  const problems: string[] = [];
  for (const look of looks) {
    const site: Marketplace = altered(marketplace, 'product', ({ data }) => {
      if (look === 'failed') throw new UnavailableError('the site is down');
      delete data?.in_stock;
      Object.assign(data ?? {}, look);
    });
    const options = { low: 3, deliver };
    const found = await checkStock(site, [{ asin: 'B0LANTERN1' }], known, options);
    problems.push(...found.map(({ problem }) => problem));
  }
  return { problems, known };
}

async function alertsOf(looks: (Partial<ProductData> | 'failed')[]) {
  const delivered: StockAlert[] = [];
  const { problems } = await watch(looks, async (alert) => void delivered.push(alert));
  return { alerts: delivered.map(({ from, to, left }) => [from, to, left]), problems };
}

const IN = { in_stock: true };
const OUT = { in_stock: false };

describe('stock-alert', () => {
  it('reports a new state after it was read twice in a row', async () => {
    expect(await alertsOf([IN, OUT, OUT, OUT, IN, IN])).toEqual({
      alerts: [
        ['in stock', 'out of stock', undefined],
        ['out of stock', 'in stock', undefined],
      ],
      problems: [],
    });
    // Alternating states are not reported.
    expect((await alertsOf([IN, OUT, IN, OUT, IN])).alerts).toEqual([]);
  });

  it('reports low stock', async () => {
    const few = { in_stock: true, stock_qty: 3 };
    expect((await alertsOf([IN, few, few])).alerts).toEqual([['in stock', 'low', 3]]);
    const enough = { in_stock: true, stock_qty: 4 };
    expect((await alertsOf([IN, enough, enough])).alerts).toEqual([]);
  });

  it('does not report "out of stock" for a page without stock information or a failed call', async () => {
    expect(await alertsOf([IN, {}, {}, 'failed', 'failed', OUT])).toEqual({
      alerts: [],
      problems: [
        'the page does not say whether it is in stock',
        'the page does not say whether it is in stock',
        'the site is down',
        'the site is down',
      ],
    });
    // They do not interrupt a series of readings either.
    expect((await alertsOf([IN, OUT, {}, 'failed', OUT])).alerts).toEqual([['in stock', 'out of stock', undefined]]);
  });

  it('reads pages', async () => {
    await using marketplace = await fixtureMarketplace();
    const stock = async (asin: string, place: 'us' | 'fr' | 'es' = 'us') =>
      stockOf(await marketplace.product({ asin, marketplace: place }), 5);
    expect(await stock('B0LANTERN1')).toBe('in stock');
    expect(await stock('B0MOCHILA1', 'es')).toBe('low');
    expect(await stock('B0MOULINS1', 'fr')).toBe('out of stock');
    expect(await stock('B0NOTFOUND')).toBe('not listed');
    expect(await stock('B0BOOTSET1')).toBeUndefined();
  });

  it('delivers an alert again after a failed delivery', async () => {
    let attempts = 0;
    const { problems, known } = await watch([IN, OUT, OUT, OUT, OUT], async () => {
      if (++attempts === 1) throw new Error('the webhook is down');
    });
    expect(attempts).toBe(2);
    expect(problems).toEqual(['the alert could not be delivered: Error: the webhook is down']);
    expect(known.get('B0LANTERN1')).toEqual({ reported: 'out of stock' });
  });

  it('retries the webhook with the same id', async () => {
    const posts: { id: string | string[] | undefined; body: StockAlert }[] = [];
    const server = createServer(async (request, response) => {
      const body = JSON.parse(await text(request));
      posts.push({ id: request.headers['idempotency-key'], body });
      response.writeHead(posts.length === 1 ? 503 : 204).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const alert: StockAlert = { id: 'one', product: 'B0LANTERN1', from: 'low', to: 'in stock', at: '2026-11-20' };
    await postAlert(`http://127.0.0.1:${port}/hook`, alert);
    expect(posts).toEqual([
      { id: 'one', body: alert },
      { id: 'one', body: alert },
    ]);
    server.close();
  });

  it('contains the values of the page', async () => {
    const delivered: StockAlert[] = [];
    await watch([OUT, { in_stock: true, stock_qty: 2 }, { in_stock: true, stock_qty: 2 }], async (alert) => {
      delivered.push(alert);
    });
    const [alert] = delivered;
    expect(alert).toMatchObject({ product: 'B0LANTERN1', to: 'low', left: 2, price: 34.99, currency: 'USD' });
    expect(alert?.id).toMatch(/^[\da-f-]{36}$/);
    expect(alert?.title).toMatch(/^Larkmoor Camping Lantern/);
  });
});
