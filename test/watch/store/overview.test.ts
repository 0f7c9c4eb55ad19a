import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WatchedProduct } from '../../../src/entries/watch.ts';
import type { Values } from '../../../src/watch/values.ts';
import { runsOf } from '../../runs.ts';
import { stores } from '../stores.ts';
import { change, DAY, HOUR, look, START, state, target, visit } from '../visits.ts';

const MINUTE = 60_000;
const SELLERS = [null, { id: 'A1', name: 'One' }, { id: 'A1', name: 'One Ltd' }, { id: null, name: 'Operator' }];

const looks = fc.array(
  fc.record({
    after: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.integer({ min: 25, max: 90 })),
    price: fc.constantFrom(10, 10, 12.5, 8, null, undefined),
    currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
    seller: fc.constantFrom(...SELLERS, undefined),
    in_stock: fc.constantFrom(true, true, false, undefined),
  }),
  { maxLength: 20 },
);

describe.each(Object.entries(stores))('overview of %s', (_, open) => {
  it('adds up what the history of each target says', async () => {
    const property = fc.asyncProperty(
      fc.array(looks, { minLength: 1, maxLength: 4 }),
      fc.nat(100),
      fc.integer({ min: 1, max: 300 }),
      async (histories, start, length) => {
        const store = open();
        const period = { from: START + start * MINUTE, to: START + (start + length) * MINUTE };
        const ids = histories.map((__, index) => `t${index}`);
        await store.add(ids.map((id) => target(id, { every_ms: 10 * MINUTE })));
        for (const [index, all] of histories.entries()) {
          let at = START;
          for (const [number, { after, ...values }] of all.entries()) {
            at += after * MINUTE;
            await store.record(visit(`t${index}`, number + 1, look(at, withoutUndefined(values))));
          }
        }
        const overview = await store.overview({ ...period, top: 100 });
        const [sellers, held] = [new Map<string, number>(), { ms: 0 }];
        for (const id of ids) {
          const of = { target: id, ...period };
          for (const { seller, ms } of (await store.summary(of))?.sellers ?? []) {
            const key = seller === null ? 'none' : String(seller.id);
            sellers.set(key, (sellers.get(key) ?? 0) + ms);
            held.ms += ms;
          }
          await sameProduct(await store.summary(of), id, overview);
        }
        const found = overview.sellers.map(({ seller, ms }) => [seller === null ? 'none' : String(seller.id), ms]);
        expect(new Map(found as [string, number][])).toEqual(sellers);
        for (const { share, ms } of overview.sellers) expect(share).toBeCloseTo(held.ms === 0 ? 0 : ms / held.ms, 9);
        await store.close();
      },
    );
    await fc.assert(property, runsOf(100));
  });

  it('counts targets, looks, credits, changes, what waits and what fails', async () => {
    const store = open();
    await store.add([target('a'), target('b', { endpoint: 'offers' }), target('gone')]);
    const gap = { landmark: '#buybox', kind: 'missing', detail: '' } as const;
    const known = { ...look(START), gaps: [gap, gap] };
    const deliveries = [{ change: 'c1', receiver: 'mail' }];
    await store.record(
      visit('a', 1, look(START, { price: 20 }), {
        changes: [change('c1', START)],
        deliveries,
        state: state(1, { known }),
      }),
    );
    const failed = state(2, { failures: 1, failed: 1, known, next_at: START + DAY });
    await store.record(visit('a', 2, undefined, { at: START + HOUR, state: failed }));
    await store.record(
      visit('b', 1, look(START + 2 * HOUR), {
        changes: [change('c2', START + 70 * DAY), change('c3', START + 70 * DAY)],
        credits: 4,
      }),
    );
    await store.record(visit('gone', 1, look(START, { price: 5 })));
    await store.remove(['gone']);
    const overview = await store.overview();
    expect(overview).toMatchObject({
      ...{ first_at: START, last_at: START + 2 * HOUR, looks: 4, failed_looks: 1, credits: 7 },
      targets: [
        { endpoint: 'product', targets: 1 },
        { endpoint: 'offers', targets: 1 },
      ],
      changes: [{ type: 'price_changed', changes: 3 }],
      timeline: { step_ms: 7 * DAY },
      most_changed: [
        { target: 'b', asin: 'B0LANTERN1', changes: 2, last_at: START + 70 * DAY },
        { target: 'a', asin: 'B0LANTERN1', changes: 1, last_at: START },
      ],
      ...{ failing_total: 1, failing: [{ target: 'a', failures: 1, next_at: START + DAY }] },
      gaps: [{ landmark: '#buybox', kind: 'missing', targets: 1 }],
      waiting: [{ receiver: 'mail', changes: 1, oldest_at: START }],
    });
    expect(overview.timeline.steps.map(({ changes }) => changes)).toEqual([1, 2]);
    const early = await store.overview({ to: START + 2 * HOUR });
    expect(early).toMatchObject({ last_at: START, looks: 4, credits: 3, changes: [{ changes: 1 }] });
    expect((await store.overview({ from: START + HOUR, to: START + 3 * HOUR })).credits).toBe(5);
    await store.close();
  });

  it('keeps the first entries of each list, over more targets than are read at once', async () => {
    const store = open();
    const ids = Array.from({ length: 230 }, (__, index) => `t${index}`);
    await store.add(ids.map((id) => target(id)));
    for (const [index, id] of ids.entries()) {
      const values = { currency: 'USD', in_stock: true, price: 100 };
      await store.record(visit(id, 1, look(START, values)));
      await store.record(
        visit(id, 2, look(START + HOUR, { ...values, in_stock: index % 2 === 0, price: 100 - index / 10 })),
      );
      await store.record(visit(id, 3, look(START + 2 * HOUR, { ...values, price: 100 - index / 10 })));
    }
    const { cheaper, price_drops, least_in_stock, stock } = await store.overview({ top: 3 });
    expect([cheaper, price_drops.map((one) => one.target)]).toEqual([229, ['t229', 't228', 't227']]);
    expect(price_drops[0]).toMatchObject({ price: 77.1, lowest: 77.1, highest: 100, average: 88.55, currency: 'USD' });
    expect(least_in_stock.map(({ stock_share }) => stock_share)).toEqual([0.5, 0.5, 0.5]);
    expect(stock).toEqual({ in_stock: 230, out_of_stock: 0, unknown: 0 });
    await store.close();
  });

  it('of an empty store has nothing, and invalid queries are refused', async () => {
    const store = open();
    const nothing = { targets: [], looks: 0, credits: 0, changes: [], sellers: [], price_drops: [], waiting: [] };
    expect(await store.overview()).toMatchObject(nothing);
    expect(await store.overview()).not.toHaveProperty('first_at');
    await expect(store.overview({ from: 'soon' })).rejects.toThrow('from: "soon" is not a time');
    await expect(store.overview({ top: 0 })).rejects.toThrow('top: 0 is not valid: expected a whole number from 1');
    await store.close();
  });
});

function withoutUndefined(values: Record<string, unknown>): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;
}

type Store = ReturnType<(typeof stores)[string]>;

/** Compares the entries of a target with its own summary. */
async function sameProduct(
  summary: Awaited<ReturnType<Store['summary']>>,
  id: string,
  { price_drops, least_in_stock }: Awaited<ReturnType<Store['overview']>>,
): Promise<void> {
  const of = (list: readonly WatchedProduct[]) => list.find((one) => one.target === id);
  const drop = of(price_drops);
  const own = summary?.prices.find(({ currency }) => currency === drop?.currency);
  if (drop !== undefined) {
    expect(drop).toMatchObject({ lowest: own?.lowest.value, highest: own?.highest.value });
    expect(drop.average).toBeCloseTo(own?.average ?? Number.NaN, 9);
    expect(drop.price).toBeLessThan(own?.average ?? Number.NaN);
  }
  const share = of(least_in_stock)?.stock_share;
  if (share !== undefined) expect(share).toBeCloseTo(summary?.in_stock ?? Number.NaN, 9);
  else if (summary?.in_stock !== undefined && summary.in_stock > 0) expect(summary.in_stock).toBe(1);
}
