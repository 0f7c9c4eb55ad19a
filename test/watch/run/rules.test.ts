import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/watch/types.ts';
import { HOUR, KETTLE, LAMP, openShop, product, settled } from './support.ts';

describe('a doubtful change', () => {
  it('is reported when a second look shows it too', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const { clock } = shop;
    const changes: Change[] = [];
    const deliver = (change: Change) => void changes.push(change);
    await using _ = shop.watch([product(LAMP)], { confirm: 'doubtful', confirmAfter: '2m', deliver });
    await settled(() => shop.eventsOf('looked').length === 1);
    shop.prices[LAMP] = 2;
    await clock.advance(HOUR);
    await settled(() => shop.eventsOf('doubtful').length === 1);
    expect(shop.eventsOf('doubtful')[0]).toMatchObject({ visit: 2, next_at: clock.now() + 120_000 });
    expect(changes).toEqual([]);
    await clock.advance(120_000);
    await settled(() => changes.length === 1);
    expect(changes).toMatchObject([{ before: 20, after: 2, at: '2026-11-20T13:00:00.000Z' }]);
    expect(changes[0]?.evidence.first_request_ids).toHaveLength(1);
    expect(changes[0]?.evidence.request_ids).not.toEqual(changes[0]?.evidence.first_request_ids);
  });

  it('is none when the second look does not show it', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const { clock } = shop;
    const changes: Change[] = [];
    const deliver = (change: Change) => void changes.push(change);
    await using _ = shop.watch([product(LAMP)], { confirm: 'doubtful', deliver });
    await settled(() => shop.eventsOf('looked').length === 1);
    shop.prices[LAMP] = 2;
    await clock.advance(HOUR);
    await settled(() => shop.eventsOf('doubtful').length === 1);
    shop.prices[LAMP] = 20;
    await clock.advance(60_000);
    await settled(() => shop.eventsOf('looked').length === 3);
    expect(changes).toEqual([]);
    expect(shop.eventsOf('looked')[2]).toMatchObject({ changes: 0, next_at: clock.now() + HOUR });
  });
});

describe('a page that shows something else at each look', () => {
  it('is looked at soon ten times, and then at its interval', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const { clock } = shop;
    const changes: unknown[] = [];
    const deliver = ({ after }: Change) => void changes.push(after);
    await using _ = shop.watch([product(LAMP)], { confirm: 'doubtful', deliver });
    await settled(() => shop.eventsOf('looked').length === 1);
    const waits: number[] = [];
    for (let price = 100; price < 1e15; price *= 10) {
      shop.prices[LAMP] = price;
      await clock.advanceTo(shop.eventsOf('looked').at(-1)?.next_at ?? 0);
      const before = clock.now();
      await settled(() => shop.eventsOf('looked').length === waits.length + 2);
      waits.push((shop.eventsOf('looked').at(-1)?.next_at ?? 0) - before);
    }
    expect(waits).toEqual([...Array.from({ length: 10 }, () => 60_000), HOUR, HOUR, HOUR]);
    expect(changes).toEqual([]);
  });
});

describe('rules', () => {
  it('of the watch and of a target decide what is delivered', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const { clock } = shop;
    const taken: string[] = [];
    const targets = [product(LAMP), { ...product(KETTLE), when: { price_below: 25 } }];
    const deliver = ({ type, asin, after }: Change) => taken.push(`${type} ${asin} ${after}`);
    await using _ = shop.watch(targets, { deliver, when: { price_changed: { percent: 10, cooldown: '3h' } } });
    await settled(() => shop.eventsOf('looked').length === 2);
    const prices = [
      [21, 29],
      [24, 24],
      [30, 23],
      [40, 22],
      [50, 21],
    ] as const;
    for (const [index, [lamp, kettle]] of prices.entries()) {
      Object.assign(shop.prices, { [LAMP]: lamp, [KETTLE]: kettle });
      await clock.advance(HOUR);
      await settled(() => shop.eventsOf('looked').length === 2 * index + 4);
    }
    await settled(() => shop.eventsOf('delivered').length === 3);
    expect(taken.toSorted()).toEqual([
      `price_below ${KETTLE} 24`,
      `price_changed ${LAMP} 24`,
      `price_changed ${LAMP} 50`,
    ]);
    const counts = shop
      .eventsOf('looked')
      .filter(({ target }) => target.includes(LAMP))
      .map(({ changes }) => changes);
    expect(counts).toEqual([0, 1, 1, 1, 1, 1]);
  });

  it('are checked', () => {
    expect(() => openShop().watch([], { when: { price_blow: 3 } as never })).toThrow('when.price_blow');
    expect(() => openShop().watch([{ ...product(LAMP), when: { price_below: -1 } }])).toThrow(
      'targets[0]: when.price_below: -1',
    );
  });
});
