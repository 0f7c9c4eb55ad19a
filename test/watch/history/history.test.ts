import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Look } from '../../../src/watch/look.ts';
import { runsOf } from '../../runs.ts';
import { stores } from '../stores.ts';
import { DAY, HOUR, look, START, target, visit } from '../visits.ts';
import { MINUTE, type ModelLook, mean, minutesOf } from './model.ts';

const EVERY = 10;

/** Looks a few minutes apart, sometimes much longer, with few different values. */
const looks = fc
  .array(
    fc.record({
      after: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 12 }) }, fc.integer({ min: 25, max: 90 })),
      value: fc.constantFrom(10, 10, 10, 12.5, 8, null, undefined),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((steps) => {
    let minute = 0;
    return steps.map(({ after, value }): ModelLook => {
      minute += after;
      return { minute, value };
    });
  });

describe.each(Object.entries(stores))('history of %s', (_, open) => {
  async function watched(seen: readonly Look[], own: Parameters<typeof target>[1] = {}) {
    const store = open();
    await store.add([target('a', own)]);
    for (const [index, one] of seen.entries()) await store.record(visit('a', index + 1, one));
    return store;
  }

  it('is the same as that of a model that reads looks minute by minute', async () => {
    const property = fc.asyncProperty(
      looks,
      fc.nat(200),
      fc.integer({ min: 1, max: 300 }),
      async (all, start, length) => {
        const at = (minute: number) => START + minute * MINUTE;
        const values = (value: ModelLook['value']) => (value === undefined ? {} : { price: value, currency: 'USD' });
        const store = await watched(
          all.map(({ minute, value }) => look(at(minute), values(value))),
          { every_ms: EVERY * MINUTE },
        );
        const minutes = minutesOf(all, EVERY);
        const query = { asin: 'B0LANTERN1', field: 'bb_price', from: at(start), to: at(start + length) } as const;
        const inPeriod = [...minutes].filter(([minute]) => minute >= start && minute < start + length);
        const numbers = inPeriod.flatMap(([, value]) => value ?? []);
        const range = await store.range(query);
        if (numbers.length > 0) {
          expect(range?.average).toBeCloseTo(mean(numbers) ?? Number.NaN, 9);
          expect(range?.watched_ms).toBe(numbers.length * MINUTE);
        } else expect(range?.watched_ms ?? 0).toBe(0);
        for (const step of await store.history({ ...query, step: '1h' })) {
          const own = inPeriod.filter(([minute]) => Math.floor(at(minute) / HOUR) * HOUR === step.at);
          expect(step.watched_ms).toBe(own.length * MINUTE);
          const known = own.flatMap(([, value]) => value ?? []);
          if (known.length > 0) expect(step.average).toBeCloseTo(mean(known) ?? Number.NaN, 9);
        }
        const whole = await store.history({ asin: 'B0LANTERN1', field: 'bb_price' });
        const known = all.filter(({ value }) => value !== undefined);
        const changed = known.filter(({ value }, index) => index === 0 || known[index - 1]?.value !== value);
        const plain = (value: ModelLook['value']) => ({ value, ...(value !== null && { currency: 'USD' }) });
        expect(whole).toEqual(
          changed.map(({ minute, value }) => expect.objectContaining({ at: at(minute), ...plain(value) })),
        );
        const seen = known.flatMap(({ value }) => value ?? []);
        const ends = await store.range({ ...query, from: undefined, to: undefined });
        expect([ends?.lowest.value, ends?.highest.value, ends?.last]).toEqual(
          seen.length > 0 ? [Math.min(...seen), Math.max(...seen), seen.at(-1)] : [undefined, undefined, undefined],
        );
        await store.close();
      },
    );
    await fc.assert(property, runsOf(100));
  });

  it('counts the share of the watched time in stock and of each seller', async () => {
    const [one, two] = [
      { id: 'A1', name: 'One' },
      { id: null, name: 'Amazon.com' },
    ];
    const store = await watched([
      look(START, { in_stock: true, seller: one }),
      look(START + HOUR, { in_stock: true, seller: { ...one, name: 'One Ltd' } }),
      look(START + 2 * HOUR, { in_stock: false, seller: null }),
      look(START + 3 * HOUR, { seller: two }),
      look(START + 4 * HOUR, { in_stock: true, seller: two }),
      // Nobody looked for two days.
      look(START + 2 * DAY, { in_stock: false }),
    ]);
    const summary = await store.summary({ asin: 'B0LANTERN1', marketplace: 'us' });
    expect(summary?.in_stock).toBeCloseTo(2 / 3, 9);
    expect(summary?.sellers).toEqual([
      { seller: { id: 'A1', name: 'One Ltd' }, share: 0.5, ms: 2 * HOUR },
      { seller: null, share: 0.25, ms: HOUR },
      { seller: two, share: 0.25, ms: HOUR },
    ]);
    await store.close();
  });

  it('tells the operator from a seller whose id no page has shown', async () => {
    const store = await watched([
      look(START, { seller: { id: null, name: 'Amazon.com' } }),
      look(START + HOUR, { seller: { name: 'Amazon.com' } }),
      look(START + 2 * HOUR, { seller: { name: 'Amazon.com' } }),
    ]);
    expect((await store.summary({ asin: 'B0LANTERN1' }))?.sellers).toEqual([
      { seller: { id: null, name: 'Amazon.com' }, share: 0.5, ms: HOUR },
      { seller: { name: 'Amazon.com' }, share: 0.5, ms: HOUR },
    ]);
    await store.close();
  });

  it('keeps amounts in several currencies apart', async () => {
    const store = await watched([
      look(START, { price: 10, currency: 'USD' }),
      look(START + HOUR, { price: 900, currency: 'JPY' }),
      look(START + 2 * HOUR, { price: 12, currency: 'USD' }),
      look(START + 3 * HOUR, { price: 12, currency: 'USD' }),
    ]);
    const query = { target: 'a', field: 'bb_price' } as const;
    for (const ask of [() => store.range(query), () => store.history({ ...query, step: '1d' })])
      await expect(ask()).rejects.toMatchObject({
        code: 'INVALID_PARAMETER',
        parameter: 'currency',
        message: expect.stringContaining('JPY, USD'),
      });
    expect(await store.range({ ...query, currency: 'USD' })).toMatchObject({
      ...{ average: 11, watched_ms: 2 * HOUR, currency: 'USD' },
    });
    expect((await store.history(query)).map(({ value, currency }) => [value, currency])).toEqual([
      [10, 'USD'],
      [900, 'JPY'],
      [12, 'USD'],
    ]);
    const summary = await store.summary({ target: 'a' });
    expect(summary?.prices.map(({ currency, average, last }) => [currency, average, last])).toEqual([
      ['USD', 11, 12],
      ['JPY', 900, 900],
    ]);
    expect(summary).toMatchObject({ first_at: START, last_at: START + 3 * HOUR, looks: 4, watched_ms: 3 * HOUR });
    await store.close();
  });

  it('follows entries of a list, which leave and return', async () => {
    const list = (at: number, entries: Look['entries']) =>
      look(at, {}, { page_type: 'search', is_complete: true, ...(entries && { entries }) });
    const [asin, other] = ['B0LANTERN1', 'B0LANTERN2'];
    const store = await watched(
      [
        list(START, { [asin]: { price: 10, currency: 'USD', rank: 1 }, [other]: { rank: 2 } }),
        list(START + HOUR, { [other]: { rank: 1 } }),
        list(START + 2 * HOUR, { [other]: { rank: 1 } }),
        list(START + 9 * HOUR, { [other]: { rank: 1 } }),
        list(START + 10 * HOUR, { [asin]: { price: 8, currency: 'USD', rank: 3 }, [other]: { rank: 1 } }),
        list(START + 11 * HOUR, { [asin]: { price: 8, currency: 'USD', rank: 3 }, [other]: { rank: 1 } }),
      ],
      { endpoint: 'search', params: { keyword: 'lantern', marketplace: 'us' } },
    );
    const query = { target: 'a', asin } as const;
    expect(await store.history({ ...query, field: 'shallow_parts.found' })).toEqual([
      { at: START, value: true },
      { at: START + HOUR, value: false },
      { at: START + 10 * HOUR, value: true },
    ]);
    const [day] = await store.history({ ...query, field: 'shallow_parts.found', step: '1d' });
    expect(day?.watched_ms).toBe(4 * HOUR);
    expect(await store.range({ ...query, field: 'shallow_parts.index_on_page' })).toMatchObject({
      ...{ average: 2, watched_ms: 2 * HOUR },
    });
    expect(await store.range({ ...query, field: 'shallow_parts.price' })).toMatchObject({
      lowest: { value: 8, at: START + 10 * HOUR },
    });
    await store.close();
  });

  it('has the Buy Box of a product that is watched by its offers alone', async () => {
    const offers = { endpoint: 'offers', params: { asin: 'B0LANTERN1', marketplace: 'us' } } as const;
    const store = await watched([look(START, { price: 10, currency: 'USD' })], offers);
    const query = { asin: 'B0LANTERN1', marketplace: 'us' } as const;
    expect(await store.history({ ...query, field: 'bb_price' })).toEqual([{ at: START, value: 10, currency: 'USD' }]);
    expect(await store.summary(query)).toMatchObject({ looks: 1 });
    await expect(store.summary({ ...query, marketplace: 'de' })).rejects.toThrow('is not in this store');
    await store.add([target('b')]);
    // The product itself comes first.
    expect(await store.summary(query)).toBeUndefined();
    await store.close();
  });

  it('refuses what it cannot answer, and says what to do', async () => {
    const store = await watched([look(START, { price: 10 })]);
    await store.add([target('b')]);
    const field = 'bb_price';
    const refused: [() => Promise<unknown>, string][] = [
      [() => store.history({ asin: 'B0LANTERN1', field: 'bb_prise' as never }), 'Did you mean "bb_price"?'],
      [() => store.history({ field }), 'target: missing'],
      [() => store.history({ asin: 'B0LANTERN1', field }), 'expected one of "a", "b"'],
      [() => store.history({ target: 'product:B0A:us', field }), 'target: "product:B0A:us" is not in this store'],
      [
        () => store.history({ target: 'c', field }),
        'is not in this store: expected one that was watched. Targets of the store: "a", "b".',
      ],
      [() => open().history({ target: 'c', field }), 'The store has no targets'],
      [() => store.history({ target: 'a', field, step: '1x' as never }), '"1x" is not valid'],
      [() => store.history({ target: 'a', field, from: 'soon' }), '"soon" is not a time'],
      [() => store.history({ target: 'a', field, from: 5, to: 5 }), 'is not before'],
      [() => store.range({ target: 'a', field: 'seller' }), 'is not a number'],
      [
        () => store.range({ asin: 'B0LANTERN1', field: 'shallow_parts.price' }),
        'the id of the list or the search. Targets of the store: "a", "b".',
      ],
      [() => store.range({ target: 'a', field: 'product_sellers_info.price' }), 'offer: missing'],
    ];
    for (const [ask, text] of refused)
      await expect(ask()).rejects.toMatchObject({ code: 'INVALID_PARAMETER', message: expect.stringContaining(text) });
    await store.close();
  });
});
