import { describe, expect, it } from 'vitest';
import type { StoredTarget, WatchStore } from '../../../src/watch/store/store.ts';
import { stores } from '../stores.ts';
import { change, DAY, HOUR, look, START, state, target, visit } from '../visits.ts';

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe.each(Object.entries(stores))('%s', (_, open) => {
  async function opened(...targets: Omit<StoredTarget, 'state'>[]): Promise<WatchStore> {
    const store = open();
    await store.add(targets.length > 0 ? targets : [target('a')]);
    return store;
  }

  it('returns targets as they were added, in the order of their ids', async () => {
    const [a, b] = [
      target('a', { asins: ['B0LANTERN2'], when: { price_below: 20 }, extra: { sku: 'x' }, pages: 3 }),
      target('b', { endpoint: 'seller', params: { sellerId: 'A1' } }),
    ];
    await using store = disposable(await opened(b, a));
    expect(await listed(store.targets())).toEqual([a, b]);
    expect(await store.target('a')).toEqual(a);
    expect(await store.target('c')).toBeUndefined();
  });

  it('returns more targets than fit into a chunk, each once', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => target(`t${String(index).padStart(4, '0')}`));
    await using store = disposable(await opened(...many));
    expect((await listed(store.targets())).map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  });

  it('keeps the state of a target that is added again with other options', async () => {
    await using store = disposable(await opened());
    await store.record(visit('a', 1, look(START, { price: 20 })));
    await store.add([target('a', { every_ms: 5 })]);
    expect(await store.target('a')).toEqual({ ...target('a', { every_ms: 5 }), state: state(1) });
  });

  it('keeps the state of a target that is removed and added again', async () => {
    await using store = disposable(await opened());
    await store.record(visit('a', 1, look(START)));
    await store.remove(['a']);
    expect(await store.target('a')).toBeUndefined();
    expect(await listed(store.targets())).toEqual([]);
    expect(await store.record(visit('a', 2, look(START + 1)))).toBe(false);
    await store.add([target('a')]);
    expect((await store.target('a'))?.state).toEqual(state(1));
    expect(await store.record(visit('a', 2, look(START + 1)))).toBe(true);
  });

  it('records each visit once, with all that follows from it', async () => {
    await using store = disposable(await opened());
    const first = visit('a', 1, look(START), {
      changes: [change('c1', START)],
      deliveries: [{ change: 'c1', receiver: 'mail', not_before: START }],
    });
    expect(await store.record(first)).toBe(true);
    expect(await store.record({ ...first, changes: [change('c2', START)] })).toBe(false);
    expect(await store.record(visit('a', 3, look(START)))).toBe(false);
    expect(await store.record(visit('unknown', 1, look(START)))).toBe(false);
    expect(await listed(store.changes())).toEqual([change('c1', START)]);
    expect(await store.spent('total')).toBe(1);
  });

  it('records nothing of a visit that fails', async () => {
    await using store = disposable(await opened());
    const broken = visit('a', 1, look(START), { changes: [{ ...change('c1', START), type: undefined } as never] });
    await expect(store.record(broken)).rejects.toThrow();
    expect((await store.target('a'))?.state).toBeUndefined();
    expect(await listed(store.changes())).toEqual([]);
    expect(await store.record(visit('a', 1, look(START)))).toBe(true);
  });

  it('counts credits by period, also those of failed visits', async () => {
    await using store = disposable(await opened());
    await store.record(visit('a', 1, undefined, { at: START, credits: 2 }));
    await store.record(visit('a', 2, look(START + HOUR), { credits: 3 }));
    await store.record(visit('a', 3, look(START + DAY), { credits: 0 }));
    const periods = ['hour:2026-01-01T00', 'hour:2026-01-01T01', 'day:2026-01-01', 'month:2026-01', 'total'];
    expect(await Promise.all(periods.map((period) => store.spent(period)))).toEqual([2, 3, 5, 5, 5]);
    expect(await store.spent('day:2026-01-02')).toBe(0);
  });

  it('returns what is due to each receiver until it is delivered', async () => {
    await using store = disposable(await opened());
    const deliveries = [
      { change: 'c2', receiver: 'mail', not_before: START + HOUR },
      { change: 'c1', receiver: 'mail', not_before: START },
      { change: 'c2', receiver: 'hook', not_before: START },
    ];
    const [c1, c2] = [change('c1', START), change('c2', START)];
    await store.record(visit('a', 1, look(START), { changes: [c1, c2], deliveries }));
    const ids = async (receiver: string, now: number, limit = 10) =>
      (await store.deliveries(receiver, now, limit)).map((delivery) => delivery.change.id);
    expect(await store.deliveries('mail', START, 10)).toEqual([{ change: c1, position: expect.any(Number) }]);
    expect(await ids('mail', START + HOUR)).toEqual(['c1', 'c2']);
    expect(await ids('mail', START + HOUR, 1)).toEqual(['c1']);
    expect(await ids('hook', START)).toEqual(['c2']);
    expect(await ids('nobody', START)).toEqual([]);
    await store.delivered('mail', ['c1', 'unknown']);
    expect(await store.nextDeliveryAt('mail')).toBe(START + HOUR);
    await store.delivered('mail', ['c2']);
    expect(await store.nextDeliveryAt('mail')).toBeUndefined();
    expect(await ids('hook', START)).toEqual(['c2']);
  });

  it('filters changes by target, product, type and time', async () => {
    await using store = disposable(await opened(target('a'), target('b')));
    const c1 = change('c1', START);
    const c2 = change('c2', START + HOUR, { asin: 'B0LANTERN2', target: { id: 'b', endpoint: 'product', params: {} } });
    await store.record(visit('a', 1, look(START), { changes: [c1] }));
    await store.record(visit('b', 1, look(START), { changes: [c2] }));
    expect(await listed(store.changes({ target: 'b' }))).toEqual([c2]);
    expect(await listed(store.changes({ asin: 'B0LANTERN1' }))).toEqual([c1]);
    expect(await listed(store.changes({ types: ['price_changed'], from: START + 1 }))).toEqual([c2]);
    expect(await listed(store.changes({ to: START + HOUR }))).toEqual([c1]);
    expect(await listed(store.changes({ types: ['price_below'] }))).toEqual([]);
    expect(await listed(store.changes({ types: [] }))).toEqual([]);
  });
});

function disposable(store: WatchStore): WatchStore & AsyncDisposable {
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}
