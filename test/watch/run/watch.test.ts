import { describe, expect, it } from 'vitest';
import { AuthenticationError, BudgetExceededError, UnavailableError } from '../../../src/entries/index.ts';
import { HOUR, KETTLE, LAMP, openShop, product, settled, TENT } from './support.ts';

describe('a watch', () => {
  it('looks at once, then at the interval, and gives the changes', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const { clock } = shop;
    const watching = shop.watch([product(LAMP)]);
    const loop = watching[Symbol.asyncIterator]();
    const first = loop.next();
    await settled(() => shop.eventsOf('looked').length === 1);
    expect(clock.now()).toBe(Date.parse('2026-11-20T12:00:00Z'));
    shop.prices[LAMP] = 15;
    const { value } = await clock.runUntil(first);
    expect(value).toMatchObject({ type: 'price_changed', asin: LAMP, before: 20, after: 15, field: 'bb_price' });
    expect(value?.at).toBe('2026-11-20T13:00:00.000Z');
    expect(value?.since).toBe('2026-11-20T12:00:00.000Z');
    await watching.close();
    expect(await loop.next()).toEqual({ done: true, value: undefined });
    await watching.done;
    expect(clock.waiting).toBe(0);
  });

  it('is closed by leaving the loop, which leaves the last change unacknowledged', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const { clock } = shop;
    const watching = shop.watch([product(LAMP), product(KETTLE)]);
    const seen: unknown[] = [];
    const loop = (async () => {
      for await (const { after } of watching) {
        seen.push(after);
        if (seen.length === 2) break;
      }
    })();
    await settled(() => shop.eventsOf('looked').length === 2);
    shop.prices[LAMP] = 21;
    shop.prices[KETTLE] = 31;
    await clock.runUntil(loop);
    expect(seen.toSorted()).toEqual([21, 31]);
    expect(shop.eventsOf('delivered')).toHaveLength(1);
    await watching.done;
  });

  it('takes and removes no targets when it has ended', async () => {
    const watching = openShop().watch([]);
    await watching.close();
    for (const asked of [watching.add(product(LAMP)), watching.remove('x')])
      await expect(asked).rejects.toThrow(
        'watch: it has ended: expected one that runs. Start another one with watch().',
      );
  });

  it('looks at its interval when the clock of the machine is set back, and once after a machine has slept', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const { clock } = shop;
    let moved = 0;
    await using _ = shop.watch([product(LAMP)], { every: '6h', now: () => clock.now() + moved });
    await settled(() => shop.callsOf(LAMP) === 1);
    moved = -HOUR;
    await clock.advance(6 * HOUR);
    expect(shop.callsOf(LAMP)).toBe(1);
    await clock.advance(HOUR / 4);
    await settled(() => shop.callsOf(LAMP) === 2);
    moved = 17 * HOUR;
    await clock.advance(HOUR / 4);
    await settled(() => shop.callsOf(LAMP) === 3);
    await clock.advance(5 * HOUR);
    expect(shop.callsOf(LAMP)).toBe(3);
  });

  it('has one loop', async () => {
    const watching = openShop().watch([]);
    watching[Symbol.asyncIterator]();
    expect(() => watching[Symbol.asyncIterator]()).toThrow('a loop over this watch exists');
    await watching.close();
  });

  it('adds and removes targets while it runs', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const { clock } = shop;
    await using watching = shop.watch([product(LAMP)]);
    await settled(() => shop.callsOf(LAMP) === 1);
    await watching.add(product(KETTLE));
    await settled(() => shop.callsOf(KETTLE) === 1);
    await watching.remove(`product:${LAMP}:us`);
    await clock.advance(HOUR);
    await settled(() => shop.callsOf(KETTLE) === 2);
    expect(shop.callsOf(LAMP)).toBe(1);
    const ids: string[] = [];
    for await (const { id } of watching.targets()) ids.push(id);
    expect(ids).toEqual([`product:${KETTLE}:us`]);
    await expect(watching.add([product(TENT), product('b0tenttwo1')])).rejects.toThrow(
      'targets[1]: asin: "b0tenttwo1"',
    );
  });

  it('takes targets from an asynchronous source as they come', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const { promise: later, resolve } = Promise.withResolvers<void>();
    async function* targets() {
      yield product(LAMP);
      await later;
      yield product(KETTLE);
      await new Promise(() => undefined);
    }
    const watching = shop.watch(targets());
    await settled(() => shop.callsOf(LAMP) === 1);
    expect(shop.callsOf(KETTLE)).toBe(0);
    resolve();
    await settled(() => shop.callsOf(KETTLE) === 1);
    await watching.close();
  });

  it('ends with the error of a source, which the loop throws', async () => {
    const shop = openShop({ [LAMP]: 20 });
    async function* targets() {
      yield product(LAMP);
      yield { endpoint: 'product' as const, params: { asin: 'wrong' } };
    }
    const watching = shop.watch(targets());
    const loop = watching[Symbol.asyncIterator]();
    await expect(shop.clock.runUntil(loop.next())).rejects.toThrow('targets[1]: asin: "wrong"');
    await expect(watching.done).rejects.toThrow('targets[1]');
    await watching.close();
  });

  it('spreads looks by the jitter, and limits those at the same time', async () => {
    const asins = Array.from({ length: 30 }, (_, index) => `B0${String(index).padStart(8, '0')}`);
    const shop = openShop(Object.fromEntries(asins.map((asin) => [asin, 1])));
    await using _ = shop.watch(asins.map(product), { jitter: 0.5, concurrency: 4 });
    await settled(() => shop.eventsOf('looked').length === asins.length);
    const times = shop.eventsOf('looked').map(({ next_at }) => next_at - shop.clock.now());
    expect(Math.min(...times)).toBeGreaterThanOrEqual(HOUR / 2);
    expect(Math.max(...times)).toBeLessThanOrEqual(HOUR);
    expect(new Set(times).size).toBe(asins.length);
  });

  it('ends when its signal aborts', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const stop = new AbortController();
    const watching = shop.watch([product(LAMP)], { signal: stop.signal });
    await settled(() => shop.callsOf(LAMP) === 1);
    stop.abort();
    await watching.done;
    await shop.watch([product(LAMP)], { signal: AbortSignal.abort() }).done;
    expect(shop.callsOf(LAMP)).toBe(1);
  });
});

describe('the budget of a watch', () => {
  it('is used, and renewed with its period', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30, [TENT]: 40 });
    const { clock } = shop;
    await using _ = shop.watch([LAMP, KETTLE, TENT].map(product), {
      budget: { credits: 2, per: 'hour' },
      learn: false,
      concurrency: 1,
    });
    await settled(() => shop.eventsOf('waiting').length === 1);
    expect(shop.marketplace.calls).toHaveLength(2);
    expect(shop.eventsOf('waiting')).toEqual([
      { type: 'waiting', budget: { credits: 2, per: 'hour' }, until: Date.parse('2026-11-20T13:00:00Z') },
    ]);
    await clock.advance(HOUR);
    await settled(() => shop.marketplace.calls.length === 4);
    expect(shop.callsOf(TENT)).toBe(1);
  });

  it('ends the watch if it is not renewed', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const watching = shop.watch([product(LAMP)], { budget: { credits: 3, per: 'total' } });
    await shop.clock.runUntil(watching.done);
    expect(shop.callsOf(LAMP)).toBe(3);
  });

  it('must suffice for one look', () => {
    const target = { endpoint: 'search' as const, params: { keyword: 'lamp' }, pages: 5 };
    expect(() => openShop().watch([target], { budget: { credits: 4, per: 'day' } })).toThrow(
      'targets[0]: pages: 5 is more than the budget allows',
    );
  });

  it('of the marketplace is waited for', async () => {
    const shop = openShop({ [LAMP]: new BudgetExceededError('used up', { retryAfterMs: 7_000 }) });
    const { clock } = shop;
    await using _ = shop.watch([product(LAMP)]);
    await settled(() => shop.eventsOf('paused').length === 1);
    expect(shop.eventsOf('paused')[0]?.wait_ms).toBe(7_000);
    shop.prices[LAMP] = 20;
    await clock.advance(7_000);
    await settled(() => shop.eventsOf('looked').length === 1);
    expect(shop.eventsOf('looked')[0]?.visit).toBe(1);
    expect(shop.eventsOf('failed')).toEqual([]);
  });
});

describe('a failed look', () => {
  it('is repeated after a delay that doubles, and is not a change', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const { clock } = shop;
    await using _ = shop.watch([product(LAMP)]);
    await settled(() => shop.eventsOf('looked').length === 1);
    shop.prices[LAMP] = new UnavailableError('away');
    for (let count = 1; count <= 9; count++) {
      await clock.advanceTo((count === 1 ? shop.eventsOf('looked') : shop.eventsOf('failed')).at(-1)?.next_at ?? 0);
      await settled(() => shop.eventsOf('failed').length === count);
    }
    const times = shop
      .eventsOf('failed')
      .map(({ next_at }, index, all) => next_at - (all[index - 1]?.next_at ?? next_at));
    expect(times[1]).toBeGreaterThanOrEqual(30_000);
    expect(times[1]).toBeLessThanOrEqual(60_000);
    expect(times[8]).toBeGreaterThanOrEqual(HOUR / 2);
    expect(times[8]).toBeLessThanOrEqual(HOUR);
    shop.prices[LAMP] = 20;
    await clock.advance(HOUR);
    await settled(() => shop.eventsOf('looked').length === 2);
    expect(shop.eventsOf('looked')[1]).toMatchObject({ visit: 11, changes: 0 });
  });

  it.each([
    [{ every: '1h', asked: 0.5 * HOUR }, 0.5 * HOUR],
    [{ every: '1d', asked: 24 * HOUR }, HOUR],
    [{ every: '5m', asked: Number.MAX_SAFE_INTEGER }, HOUR],
  ] as const)('waits as long as the error asks for, an hour at most: %o', async (given, waitMs) => {
    const shop = openShop({ [LAMP]: new UnavailableError('away', { retryAfterMs: given.asked }) });
    await using _ = shop.watch([product(LAMP)], { every: given.every });
    await settled(() => shop.eventsOf('failed').length === 1);
    expect(shop.eventsOf('failed')[0]?.next_at).toBe(shop.clock.now() + waitMs);
  });

  it('ends a watch whose first call says that the key is wrong', async () => {
    const shop = openShop({ [LAMP]: new AuthenticationError('wrong key') });
    const watching = shop.watch([product(LAMP)]);
    await expect(watching.done).rejects.toThrow('wrong key');
    expect(shop.eventsOf('error')).toHaveLength(1);
  });

  it.each([
    ['a minute', undefined, 60_000],
    ['a minute, if the error asks for no time at all', 0, 60_000],
    ['an hour at most, whatever the error asks for', Number.MAX_SAFE_INTEGER, HOUR],
  ])('pauses a watch when the key becomes wrong, for %s', async (_what, retryAfterMs, waitMs) => {
    const shop = openShop({ [LAMP]: 20 });
    await using _ = shop.watch([product(LAMP)]);
    await settled(() => shop.eventsOf('looked').length === 1);
    shop.prices[LAMP] = new AuthenticationError('wrong key', { retryAfterMs });
    await shop.clock.advance(HOUR);
    await settled(() => shop.eventsOf('paused').length === 1);
    expect(shop.eventsOf('paused')[0]?.wait_ms).toBe(waitMs);
    shop.prices[LAMP] = 20;
    await shop.clock.advance(waitMs);
    await settled(() => shop.eventsOf('looked').length === 2);
    expect(shop.eventsOf('resumed')).toHaveLength(1);
  });
});
