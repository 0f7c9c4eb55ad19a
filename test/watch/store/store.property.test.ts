import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParseError } from '../../../src/contract/errors.ts';
import type { AnyEnvelope } from '../../../src/contract/marketplace.ts';
import { PAGE_TYPES } from '../../../src/contract/page-types.ts';
import { arbitraries } from '../../../src/entries/testing.ts';
import { lookAt } from '../../../src/watch/looks/look-at.ts';
import { type Judgement, judged } from '../../../src/watch/run/judge.ts';
import type { StoredTarget, WatchStore } from '../../../src/watch/store/store.ts';
import { runsOf } from '../../runs.ts';
import { stores } from '../stores.ts';
import { envelopeOf, incompressible, oddly, TARGETS } from '../targets.ts';
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
    const { state: kept } = visit('a', 1, look(START, { price: 20 }));
    expect(await store.target('a')).toEqual({ ...target('a', { every_ms: 5 }), state: kept });
  });

  it('keeps the state of a target that is removed and added again', async () => {
    await using store = disposable(await opened());
    await store.record(visit('a', 1, look(START)));
    await store.remove(['a']);
    expect(await store.target('a')).toBeUndefined();
    expect(await listed(store.targets())).toEqual([]);
    expect(await store.record(visit('a', 2, look(START + 1)))).toBe(false);
    await store.add([target('a')]);
    expect((await store.target('a'))?.state).toEqual(visit('a', 1, look(START)).state);
    expect(await store.record(visit('a', 2, look(START + 1)))).toBe(true);
  });

  it('records each visit once, with all that follows from it', async () => {
    await using store = disposable(await opened());
    const first = visit('a', 1, look(START), {
      changes: [change('c1', START)],
      deliveries: [{ change: 'c1', receiver: 'mail' }],
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

  it.each(PAGE_TYPES)('records every look at a page of a service that is not trusted: %s', async (type) => {
    await using store = disposable(await opened());
    let seen: StoredTarget = { ...TARGETS[type], id: 'a', state: state(0) };
    const envelopes = oddly(arbitraries.envelopes[type] as fc.Arbitrary<AnyEnvelope>);
    await fc.assert(
      fc.asyncProperty(envelopes, async (envelope) => {
        const judgement = judgementOf(seen, envelope);
        if (judgement === undefined) return;
        const { look, changes } = judgement;
        const after = { ...judgement.state, next_at: 0 };
        const own = { state: after, changes, envelopes: [envelope] };
        expect(await store.record(visit('a', after.visits, look, own))).toBe(true);
        seen = { ...seen, state: after };
      }),
      runsOf(60),
    );
    expect((await store.target('a'))?.state?.visits ?? 0).toBe(seen.state?.visits);
    expect(await listed(store.changes())).toBeInstanceOf(Array);
  });

  it('has room for the longest sellers, conditions and ASINs of a look', async () => {
    await using store = disposable(await opened());
    const offer = { name: incompressible(300), condition_text: incompressible(300), seller_id: null };
    const pages = [
      [
        'offers',
        { page_index: 0, product_sellers_info: [offer, { ...offer, seller_id: incompressible(100), is_pinned: true }] },
      ],
      ['search', { current_page: 1, shallow_parts: [{ asin: incompressible(100) }] }],
    ] as const;
    for (const [at, [type, data]] of pages.entries()) {
      const look = lookAt(TARGETS[type], [envelopeOf(type, data)]);
      expect(look.gaps).toEqual([]);
      expect(await store.record(visit('a', at + 1, look))).toBe(true);
    }
  });

  it.each([{ reviews: 1.5 }, { price: {} }, { stock_qty: 'x' }])(
    'refuses values that it cannot have, and nothing else: %j',
    async (values) => {
      await using store = disposable(await opened());
      const refused = store.record(visit('a', 1, look(START, values as object)));
      await expect(refused).rejects.toMatchObject({ name: 'InternalError', retryable: false });
      expect(await store.record(visit('a', 1, look(START)))).toBe(true);
    },
  );

  it('has the largest number of credits that is exact, whatever a service says', async () => {
    await using store = disposable(await opened());
    for (const number of [1, 2, 3]) {
      const look = { at: START + number, credits: Number.MAX_SAFE_INTEGER * number };
      expect(await store.record(visit('a', number, undefined, look))).toBe(true);
    }
    expect(await store.spent('total')).toBe(Number.MAX_SAFE_INTEGER);
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

  it('returns what waits for each receiver until it is delivered', async () => {
    await using store = disposable(await opened());
    const deliveries = [
      { change: 'c2', receiver: 'mail' },
      { change: 'c1', receiver: 'mail' },
      { change: 'c2', receiver: 'hook' },
    ];
    const [c1, c2] = [change('c1', START), change('c2', START)];
    await store.record(visit('a', 1, look(START), { changes: [c1, c2], deliveries }));
    const ids = async (receiver: string) =>
      (await store.deliveries(receiver, 10)).map((delivery) => delivery.change.id);
    expect(await store.deliveries('mail', 1)).toEqual([{ change: c1, position: expect.any(Number) }]);
    expect(await ids('mail')).toEqual(['c1', 'c2']);
    expect(await ids('hook')).toEqual(['c2']);
    expect(await ids('nobody')).toEqual([]);
    await store.delivered('mail', ['c1', 'unknown']);
    expect(await ids('mail')).toEqual(['c2']);
    await store.delivered('mail', ['c2']);
    expect(await ids('mail')).toEqual([]);
    expect(await ids('hook')).toEqual(['c2']);
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

/** `undefined` for an envelope that cannot be read. */
function judgementOf(seen: StoredTarget, envelope: AnyEnvelope): Judgement | undefined {
  try {
    return judged(seen, [envelope], { confirm: 'never', when: undefined });
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

function disposable(store: WatchStore): WatchStore & AsyncDisposable {
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}
