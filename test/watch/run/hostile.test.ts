import { describe, expect, it } from 'vitest';
import type { CallOptions, Params } from '../../../src/contract/marketplace.ts';
import { type Marketplace, UnavailableError } from '../../../src/entries/index.ts';
import { watch } from '../../../src/entries/watch.ts';
import type { Look } from '../../../src/watch/look.ts';
import type { WatchOptions } from '../../../src/watch/run/watch-types.ts';
import { sqliteWatchStore } from '../../../src/watch/sqlite-store.ts';
import type { Visit, WatchStore } from '../../../src/watch/store/store.ts';
import { HOUR, KETTLE, LAMP, openShop, product, settled, storeWith } from './support.ts';

describe('a watch refuses', () => {
  const sink = { name: 'mine', deliver: async () => undefined };

  it.each<[WatchOptions['deliver'], string, string]>([
    [{ ...sink, concurrency: 0 }, 'deliver.concurrency', '0 is not valid: expected a whole number from 1 to 1000'],
    [{ ...sink, concurrency: Number.NaN }, 'deliver.concurrency', 'NaN is not valid'],
    [[{ ...sink, firstRetryMs: Number.NaN }], 'deliver[0].firstRetryMs', 'NaN is not valid'],
    // A sink of the user's own has numbers: it is not copied.
    [{ ...sink, longestRetryMs: '5s' as never }, 'deliver.longestRetryMs', '"5s" is not valid'],
    [{ ...sink, longestRetryMs: -1 }, 'deliver.longestRetryMs', '-1 is not valid'],
    [{ ...sink, close: 5 as never }, 'deliver.close', '5 is not valid: expected a function'],
  ])('a sink with a member that is not valid: %j', (deliver, parameter, message) => {
    expect(() => openShop().watch([], { deliver })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter, message: expect.stringContaining(message) }),
    );
  });

  it('two calls with one id, of which one would not be watched', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const targets = [product(LAMP), product(KETTLE)].map((target) => ({ ...target, id: 'mine' }));
    expect(() => shop.watch(targets)).toThrow(
      'targets[1]: id: "mine" is the id of targets[0] too, which is another call',
    );
    await using watching = shop.watch([product(LAMP), product(LAMP)]);
    await settled(() => shop.eventsOf('looked').length === 1);
    expect(shop.callsOf(LAMP)).toBe(1);
    await expect(watching.add(targets)).rejects.toThrow('targets[1]: id: "mine"');
  });

  it('to remove what is not an id', async () => {
    await using watching = openShop().watch([]);
    for (const ids of [undefined, 5, ['a', null]])
      await expect(watching.remove(ids as never)).rejects.toMatchObject({ name: 'BadRequestError', parameter: 'ids' });
    await watching.remove(['unknown']);
  });
});

describe('a watch ends', () => {
  it('without a call if its signal is aborted before the start', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const watching = shop.watch(product(LAMP), { signal: AbortSignal.abort() });
    const loop = watching[Symbol.asyncIterator]();
    expect(await loop.next()).toEqual({ done: true, value: undefined });
    await watching.done;
    expect(shop.callsOf(LAMP)).toBe(0);
    expect(shop.clock.waiting).toBe(0);
  });

  it('with all closed, and the first error of what cannot be closed', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const sink = { name: 'sink', deliver: async () => undefined, close: () => Promise.reject(new Error('disk full')) };
    const watching = shop.watch(product(LAMP), { db: ':memory:', deliver: [sink] });
    await settled(() => shop.eventsOf('looked').length === 1);
    await expect(watching.close()).rejects.toThrow('disk full');
    await expect(watching.close()).rejects.toThrow('disk full');
    expect(shop.eventsOf('error')).toHaveLength(1);
  });

  it('with a typed error when its store is closed', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const store = sqliteWatchStore();
    const watching = shop.watch(product(LAMP), { store });
    await settled(() => shop.eventsOf('looked').length === 1);
    await store.close();
    const ended = expect(watching.done).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: false });
    await shop.clock.advance(HOUR);
    await ended;
    await watching.close();
  });

  it('in the given time, although a call never ends', async () => {
    const { clock, marketplace } = openShop();
    let asked = 0;
    const stuck = { ...marketplace, product: () => new Promise<never>(() => void asked++) };
    const watching = watch(stuck, product(LAMP), { now: clock.now, sleep: clock.sleep });
    await settled(() => asked === 1);
    const closed = watching.close({ graceMs: 1_000 });
    await clock.advance(1_000);
    await closed;
    expect(asked).toBe(1);
  });

  it('in the given time, although a sink never takes its change', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const store = sqliteWatchStore();
    let asked = 0;
    const stuck = { name: 'stuck', deliver: () => new Promise<undefined>(() => void asked++) };
    const watching = shop.watch(product(LAMP), { store, deliver: stuck });
    await settled(() => shop.eventsOf('looked').length === 1);
    shop.prices[LAMP] = 21;
    await shop.clock.advance(HOUR);
    await settled(() => asked === 1);
    const closed = watching.close({ graceMs: 1_000 });
    await shop.clock.advance(1_000);
    await closed;
    const taken: unknown[] = [];
    await shop.watch(undefined, {
      ...{ store, once: true },
      deliver: { name: 'stuck', deliver: async ({ after }) => void taken.push(after) },
    }).done;
    expect(taken).toEqual([21]);
    await store.close();
  });
});

describe('a service that is not trusted', () => {
  it.each<[object, object?]>([
    [{ reviews: 1.5 }],
    [{ reviews: [] }],
    [{ rating: 'x' }],
    [{ bb_price: { amount: 1 } }],
    [{ currency: [] }],
    [{ in_stock: 1.5 }],
    [{ seller: null }],
    [{ seller: { id: ['A1'], name: ['x'] } }],
    [{ bsr: 1e300 }],
    [{ image_url: 7 }],
    [{ feature_bullets: null }],
    [{}, { usage: { requests_consumed: '1', requests_remaining: 1.5 } }],
  ])('neither ends a watch with a value of another type, nor makes its looks fail: %j %j', async (data, meta = {}) => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const odd = {
      ...shop.marketplace,
      product: async (params: Params<'product'>, options?: CallOptions) => {
        const envelope = await shop.marketplace.product(params, options);
        if (params.asin !== LAMP) return envelope;
        return { ...envelope, data: { ...envelope.data, ...data }, meta: { ...envelope.meta, ...meta } };
      },
    } as Marketplace;
    const store = sqliteWatchStore();
    const { clock, events } = shop;
    const watching = watch(odd, [product(LAMP), product(KETTLE)], {
      ...{ every: '1h', jitter: 0, now: clock.now, sleep: clock.sleep, store, budget: { credits: 1e12, per: 'total' } },
      ...{ deliver: () => undefined, onEvent: (event) => events.push(event) },
    });
    await settled(() => shop.eventsOf('looked').length === 2);
    await clock.advance(2 * HOUR);
    await settled(() => shop.eventsOf('looked').length >= 6);
    await watching.close();
    expect(events.filter(({ type }) => type === 'failed' || type === 'error')).toEqual([]);
    const known = (await store.target('product:B0LANTERN1:us'))?.state?.known;
    expect(known?.gaps?.map(({ landmark }) => landmark)).toEqual(Object.keys(data));
    await store.close();
  });

  it('makes a look fail if the store refuses what it shows, and the looks at other targets go on', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const store = storeWith((file) => ({
      record: (visit: Visit) => {
        const isOdd = visit.target.includes(LAMP) && visit.look !== undefined;
        return file.record(isOdd ? { ...visit, look: { ...visit.look, values: { reviews: 1.5 } } as Look } : visit);
      },
    }));
    await using watching = shop.watch([product(LAMP), product(KETTLE)], { store });
    await settled(() => shop.eventsOf('looked').length + shop.eventsOf('failed').length === 2);
    await shop.clock.advance(HOUR);
    await settled(() => shop.eventsOf('failed').length === 2 && shop.eventsOf('looked').length === 2);
    expect(shop.eventsOf('failed')[0]).toMatchObject({
      target: `product:${LAMP}:us`,
      error: { code: 'INTERNAL', retryable: false, message: expect.stringContaining('refused a statement') },
    });
    expect((await store.target(`product:${LAMP}:us`))?.state).toMatchObject({ visits: 2, failures: 2 });
    await watching.close();
    await store.close();
  });
});

it('a full disk loses nothing: looks wait until there is space, and are recorded once', async () => {
  const shop = openShop({ [LAMP]: 20 });
  let isFull = false;
  const full = () => new UnavailableError('watch.db: the file cannot be read or written (ENOSPC). Check the disk.');
  const store = storeWith((file) => ({
    record: async (...visit: Parameters<WatchStore['record']>) => {
      if (isFull) throw full();
      return file.record(...visit);
    },
  }));
  const taken: unknown[] = [];
  const watching = shop.watch(product(LAMP), { store, deliver: ({ after }) => void taken.push(after) });
  await settled(() => shop.eventsOf('looked').length === 1);
  isFull = true;
  shop.prices[LAMP] = 21;
  await shop.clock.advance(3 * HOUR);
  expect(shop.eventsOf('error')[0]).toMatchObject({ error: { code: 'UNAVAILABLE' } });
  expect(shop.callsOf(LAMP)).toBe(2);
  isFull = false;
  await shop.clock.advance(60_000);
  await settled(() => taken.length === 1);
  expect(taken).toEqual([21]);
  await watching.close();
  await store.close();
});

it('2,000 targets are added and removed while it runs', async () => {
  const asins = Array.from({ length: 2_000 }, (_, index) => `B0${String(index).padStart(8, '0')}`);
  const shop = openShop({});
  await using watching = shop.watch([], { concurrency: 1 });
  const added = watching.add(asins.map(product));
  await Promise.all([added, watching.remove('unknown')]);
  await watching.remove(asins.map((asin) => `product:${asin}:us`));
  for await (const { id } of watching.targets()) expect.unreachable(id);
  const calls = shop.marketplace.calls.length;
  await shop.clock.advance(2 * HOUR);
  expect(shop.marketplace.calls.length - calls).toBeLessThanOrEqual(1);
});
