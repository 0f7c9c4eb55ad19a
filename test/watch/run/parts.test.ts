import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../src/entries/index.ts';
import { watch } from '../../../src/entries/watch.ts';
import { DueTargets } from '../../../src/watch/run/due-targets.ts';
import { quietEnd } from '../../../src/watch/run/quiet-hours.ts';
import { sqliteWatchStore } from '../../../src/watch/sqlite-store.ts';
import { HOUR, LAMP, openShop, product, settled } from './support.ts';

describe('the order of looks', () => {
  it('is that of their times, whatever is set and removed', () => {
    const step = fc.record({
      id: fc.integer({ min: 0, max: 20 }).map(String),
      at: fc.option(fc.integer({ min: 0, max: 100 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const due = new DueTargets();
        const expected = new Map<string, number>();
        for (const { id, at } of steps) {
          if (at === null) due.delete(id);
          else due.set(id, at);
          if (at === null) expected.delete(id);
          else expected.set(id, at);
        }
        const times: number[] = [];
        for (let first = due.first; first !== undefined; first = due.first) {
          expect(expected.get(first.id)).toBe(first.at);
          times.push(first.at);
          due.delete(first.id);
        }
        expect(times).toEqual([...expected.values()].toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('quiet hours', () => {
  it.each([
    ['2026-11-20T20:59:59Z', undefined],
    ['2026-11-20T21:00:00Z', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T05:59:59Z', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T06:00:00Z', undefined],
    // The clocks are set back on the 25th of October, and forward on the 28th of March.
    ['2026-10-24T23:30:00Z', '2026-10-25T06:00:00.000Z'],
    ['2027-03-27T23:30:00Z', '2027-03-28T05:00:00.000Z'],
  ])('from 22:00 to 07:00 in Berlin, at %s, end at %s', (now, end) => {
    const found = quietEnd({ from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' })(Date.parse(now));
    expect(found === undefined ? undefined : new Date(found).toISOString()).toBe(end);
  });

  it.each([
    [{ from: '22:00' }, 'quietHours.to: missing'],
    [{ from: '22:00', to: '24:00' }, 'quietHours.to: "24:00" is not a time of day'],
    [{ from: '22:00', to: '22:00' }, 'quietHours.to: "22:00" is the same time as from'],
    [{ from: '22:00', to: '07:00', timeZone: 'Berlin' }, 'quietHours.timeZone: "Berlin" is not a time zone'],
  ])('%o are refused', (quietHours, message) => {
    expect(() => openShop().watch([], { quietHours: quietHours as never })).toThrow(message);
  });
});

describe('targets of a watch', () => {
  it.each([
    [{ endpoint: 'product', params: { asin: LAMP, page: 2 } }, 'targets[0]: page: cannot be set'],
    [
      { endpoint: 'product', params: { asin: LAMP }, pages: 2 },
      'targets[0]: pages: 2 is not valid: product has one page',
    ],
    [
      { endpoint: 'product', params: { asin: LAMP }, evry: '1h' },
      'targets[0]: evry: is not an option of targets. Did you mean "every"?',
    ],
    [
      { endpoint: 'product', params: { asin: LAMP }, asins: [LAMP] },
      'targets[0]: asins: works with searches and lists only',
    ],
    [{ endpoint: 'product', params: { asin: LAMP }, extra: () => 1 }, 'targets[0]: extra: '],
    [5, 'is not a target'],
  ])('%o are refused', (target, message) => {
    expect(() => openShop().watch([target] as never)).toThrow(message);
  });

  it('have an id that is the same for the same call', async () => {
    await using watching = openShop().watch([
      { endpoint: 'search', params: { keyword: 'camping lamp' } },
      { endpoint: 'search', params: { keyword: 'camping lamp', language: 'en' } },
      { endpoint: 'search', params: { keyword: 'camping lamp' }, pages: 2 },
      { endpoint: 'offers', params: { asin: LAMP, condition: 'new' } },
      { ...product(LAMP), id: 'mine' },
    ]);
    const ids: string[] = [];
    await settled(() => true);
    for await (const { id } of watching.targets()) ids.push(id);
    expect(ids.map((id) => id.replace(/[\da-f]{12}$/, '#'))).toEqual([
      'mine',
      `offers:${LAMP}:us:#`,
      'search:camping-lamp:us:#',
      'search:camping-lamp:us:#',
    ]);
  });
});

describe('a look', () => {
  it('asks for the fields that can change, with a key of its own for each visit', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const keys: (string | undefined)[] = [];
    const { marketplace } = shop;
    const spy = {
      ...marketplace,
      product: (params: never, options: { idempotencyKey?: string }) => {
        keys.push(options.idempotencyKey);
        expect(Object(params).fields).toContain('bb_price');
        return marketplace.product(params, options);
      },
    };
    const watching = watch(spy as never, [product(LAMP)], { now: shop.clock.now, sleep: shop.clock.sleep, jitter: 0 });
    await settled(() => keys.length === 1);
    await shop.clock.advance(HOUR);
    await settled(() => keys.length === 2);
    await watching.close();
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^watch-[\da-f]{32}-\d-1$/);
  });

  it('is recorded when a store that was away is back', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const store = sqliteWatchStore();
    let isAway = true;
    const record: typeof store.record = async (visit) => {
      if (isAway) throw new UnavailableError('away');
      return store.record(visit);
    };
    const shaky = new Proxy(store, {
      get: (of, name) => (name === 'record' ? record : (Reflect.get(of, name) as () => unknown).bind(of)),
    });
    await using _ = shop.watch([product(LAMP)], { store: shaky });
    await settled(() => shop.eventsOf('error').length === 1);
    isAway = false;
    await shop.clock.advance(1_000);
    await settled(() => shop.eventsOf('looked').length === 1);
    expect(shop.callsOf(LAMP)).toBe(1);
  });
});

describe('the history of a watch', () => {
  it('is that of its store', async () => {
    const shop = openShop({ [LAMP]: 20 });
    await using watching = shop.watch([product(LAMP)]);
    await settled(() => shop.eventsOf('looked').length === 1);
    shop.prices[LAMP] = 15;
    await shop.clock.advance(HOUR);
    await settled(() => shop.eventsOf('looked').length === 2);
    const range = await watching.history.range({ asin: LAMP, field: 'bb_price' });
    expect(range).toMatchObject({ lowest: { value: 15 }, highest: { value: 20 } });
    const prices: unknown[] = [];
    for await (const { values } of watching.history.observations({ asin: LAMP })) prices.push(values.price);
    expect(prices).toEqual([20, 15]);
  });

  it('is missing in a store without one', async () => {
    const full = sqliteWatchStore();
    const { add, remove, target, record, deliveries, delivered, spent, targets, changes, close } = bound(full);
    const bare = { add, remove, target, record, deliveries, delivered, spent, targets, changes, close };
    await using watching = openShop().watch([], { store: bare });
    expect(() => watching.history).toThrow('store: has no history: expected one that has');
  });
});

/** The store with methods that can be called without it. */
function bound<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get: (of, name) => {
      const member: unknown = Reflect.get(of, name);
      return typeof member === 'function' ? member.bind(of) : member;
    },
  });
}
