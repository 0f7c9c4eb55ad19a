import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyEnvelope } from '../../../src/contract/marketplace.ts';
import { sqliteWatchStore } from '../../../src/watch/sqlite-store.ts';
import type { Change } from '../../../src/watch/types.ts';
import { freshFile, stores } from '../stores.ts';
import { change, DAY, envelope, HOUR, look, START, target, visit } from '../visits.ts';

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const words = Array.from({ length: 100 }, (_, index) => `word${(index * 37) % 101}`).join(' ');

/** Looks every six hours; the price changes with each. */
function visits(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const at = START + index * 6 * HOUR;
    const price = 10 + index;
    const own = envelope(at, { asin: 'B0LANTERN1', title: words, bb_price: price, [`extra${index % 3}`]: index });
    return visit('a', index + 1, look(at, { price, currency: 'USD' }), {
      envelopes: [own],
      changes: [change(`c${index}`, at)],
    });
  });
}

describe.each(Object.entries(stores))('observations of %s', (_, open) => {
  it('are returned with their values and envelopes as they were recorded', async () => {
    const store = open();
    await store.add([target('a', { every_ms: 6 * HOUR })]);
    const values = {
      ...{ price: 10, currency: 'USD', list_price: null, seller: { id: null, name: 'Amazon.com' }, in_stock: true },
      ...{
        stock_qty: null,
        coupon: { unit: 'percent' as const, value: 5 },
        deal: null,
        title: 'Lantern',
        positive_percent: null,
      },
    } as const;
    await store.record(visit('a', 1, look(START, values)));
    await store.record(visit('a', 2, look(START + HOUR, { ...values, feature_bullets: ['one'] })));
    await store.record(visit('a', 3, look(START + 2 * HOUR, { ...values, feature_bullets: ['one'] })));
    await store.record(visit('a', 4, look(START + 3 * HOUR, {}, { found: false })));
    expect(await listed(store.observations({ target: 'a' }))).toEqual([
      { first_at: START, last_at: START, looks: 1, found: true, values },
      {
        first_at: START + HOUR,
        last_at: START + 2 * HOUR,
        looks: 2,
        found: true,
        values: { ...values, feature_bullets: ['one'] },
      },
      { first_at: START + 3 * HOUR, last_at: START + 3 * HOUR, looks: 1, found: false, values: {} },
    ]);
    await store.close();
  });

  it('have the envelope of each look that showed something new, over months and pages', async () => {
    const store = open();
    await store.add([target('a', { every_ms: 6 * HOUR })]);
    const all = visits(140);
    for (const one of all) await store.record(one);
    const found = await listed(store.observations({ asin: 'B0LANTERN1', envelopes: true }));
    expect(found.map(({ envelopes }) => envelopes)).toEqual(all.map(({ envelopes }) => envelopes));
    const [from, to] = [START + 10 * DAY, START + 11 * DAY];
    const some = await listed(store.observations({ target: 'a', from, to }));
    expect(some.map(({ first_at }) => first_at)).toEqual([0, 6, 12, 18].map((hours) => from + hours * HOUR));
    await store.close();
  });

  it.each(['changes', 'all'] as const)(
    'have no envelope for numbers that drift, unless all are kept: %s',
    async (kept) => {
      const store = open({ envelopes: kept });
      await store.add([target('a')]);
      const values = [
        ...[{ rank: 5 }, { rank: 6 }, { rank: 6, reviews: 9 }, { rank: null }, { rank: 7 }, { rank: 7, price: 3 }],
        { rank: 8, price: 4 },
      ];
      for (const [index, own] of values.entries()) {
        const at = START + index * HOUR;
        await store.record(visit('a', index + 1, look(at, own), { envelopes: [envelope(at, { ...own })] }));
      }
      const found = await listed(store.observations({ target: 'a', envelopes: true }));
      expect(found.map((one) => one.values)).toEqual(values);
      const has = found.map(({ envelopes = [] }) => envelopes.length === 1);
      expect(has).toEqual(kept === 'all' ? values.map(() => true) : [true, false, false, true, true, true, true]);
      await store.close();
    },
  );

  it('have no envelope if none are kept', async () => {
    const store = open({ envelopes: 'none' });
    await store.add([target('a')]);
    for (const one of visits(2)) await store.record(one);
    const found = await listed(store.observations({ target: 'a', envelopes: true }));
    expect(found.map(({ envelopes }) => envelopes)).toEqual([[], []]);
    await store.close();
  });

  it('are removed when they are older than they are to be kept, but never what waits or what is known', async () => {
    const now = () => START + 60 * DAY;
    const store = open({ keep: { changes: '50d', observations: '40d', envelopes: '30d' }, now });
    await store.add([target('a', { every_ms: 6 * HOUR })]);
    const all = visits(240);
    for (const [index, one] of all.entries())
      await store.record(index === 5 ? { ...one, deliveries: [{ change: 'c5', receiver: 'mail' }] } : one);
    await store.compact();
    const changes = await listed(store.changes());
    expect(changes.map(({ id }) => id)).toEqual(['c5', ...Array.from({ length: 200 }, (_, index) => `c${index + 40}`)]);
    const left = await listed(store.observations({ target: 'a', envelopes: true }));
    expect(left).toHaveLength(160);
    const isKept = (one: { first_at: number; envelopes?: readonly AnyEnvelope[] }) => one.envelopes?.length === 1;
    expect(left.filter((one) => one.first_at >= START + 30 * DAY).every(isKept)).toBe(true);
    expect(left.slice(40).map(({ envelopes }) => envelopes)).toEqual(all.slice(120).map(({ envelopes }) => envelopes));
    expect(left.slice(0, 39).filter(isKept).length).toBeLessThan(2);
    await store.compact();
    expect(await listed(store.changes())).toEqual(changes);
    expect(await listed(store.observations({ target: 'a', envelopes: true }))).toEqual(left);
    await store.close();
  });
});

describe('the file of a watch', () => {
  it('gets smaller when it is compacted', async () => {
    const path = freshFile();
    const store = sqliteWatchStore(path, {
      keep: { envelopes: '1d', observations: '1d', changes: '1d' },
      now: () => START + 400 * DAY,
    });
    await store.add([target('a', { every_ms: 6 * HOUR })]);
    for (const one of visits(200)) await store.record(one);
    await store.close();
    const before = statSync(path).size;
    const again = sqliteWatchStore(path, {
      keep: { envelopes: '1d', observations: '1d', changes: '1d' },
      now: () => START + 400 * DAY,
    });
    await again.compact();
    expect(statSync(path).size).toBeLessThan(before * 0.75);
    expect(await listed(again.observations({ target: 'a' }))).toHaveLength(1);
    await again.close();
  });

  it('has what was recorded before it was opened again', async () => {
    const path = freshFile();
    const all = visits(12);
    for (const one of all) {
      const store = sqliteWatchStore(path);
      if (one.number === 1) await store.add([target('a', { every_ms: 6 * HOUR })]);
      await store.record(one);
      await store.close();
    }
    const store = sqliteWatchStore(path);
    expect((await store.target('a'))?.state).toEqual(all.at(-1)?.state);
    const found = await listed(store.observations({ target: 'a', envelopes: true }));
    expect(found.map(({ envelopes }) => envelopes)).toEqual(all.map(({ envelopes }) => envelopes));
    await store.close();
  });

  it('is refused if it is something else, or an option is not valid', () => {
    const invalid = { code: 'INVALID_CONFIGURATION' };
    expect(() => sqliteWatchStore('')).toThrow(expect.objectContaining(invalid));
    expect(() => sqliteWatchStore(undefined, { envelopes: 'some' as never })).toThrow(expect.objectContaining(invalid));
  });

  it.each(['3 weeks', '1y', '90', '', '59s', 59_999, Number.NaN, '99999999d'])(
    'is not created for the age %o',
    (age) => {
      const path = freshFile();
      const open = (options: object) => () => sqliteWatchStore(path, options);
      for (const name of ['envelopes', 'observations', 'changes'])
        expect(open({ keep: { [name]: age } })).toThrow(
          expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter: `keep.${name}` }),
        );
      expect(existsSync(path)).toBe(false);
    },
  );
});

describe.each(Object.entries(stores))('changes of %s', (_, open) => {
  it('of ranks are kept until all receivers have them', async () => {
    const store = open();
    await store.add([target('a')]);
    const changes = [change('price', START), { ...change('rank', START), type: 'rank_changed' } as Change];
    const deliveries = ['one', 'two'].flatMap((receiver) => changes.map(({ id }) => ({ change: id, receiver })));
    await store.record(visit('a', 1, look(START), { changes, deliveries }));
    const ids = async () => (await listed(store.changes())).map(({ id }) => id);
    await store.delivered('one', ['price', 'rank']);
    expect(await ids()).toEqual(['price', 'rank']);
    await store.delivered('two', ['price', 'rank']);
    expect(await ids()).toEqual(['price']);
    await store.close();
  });
});
