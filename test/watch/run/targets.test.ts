import { describe, expect, it } from 'vitest';
import type { Watch } from '../../../src/watch/run/watch-types.ts';
import { freshFile } from '../stores.ts';
import { HOUR, KETTLE, LAMP, openShop, product, settled, storeWith } from './support.ts';

const ID = `product:${LAMP}:us`;

it('watches a target that is added while it is removed', async () => {
  const shop = openShop({ [LAMP]: 20 });
  const store = storeWith((file) => ({
    remove: async (ids) => {
      await file.remove(ids);
      // A store removes many targets in several steps.
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => void setImmediate(resolve));
    },
  }));
  const watching = shop.watch(product(LAMP), { store });
  await settled(() => shop.eventsOf('looked').length === 1);
  await Promise.all([watching.remove(ID), watching.add(product(LAMP))]);
  await shop.clock.advance(HOUR);
  await settled(() => shop.eventsOf('looked').length === 2);
  await watching.close();
  await store.close();
});

it('watches a target that is removed and added again during a look at it', async () => {
  const shop = openShop({ [LAMP]: 20 });
  const steps: string[] = [];
  const store = storeWith((file) => ({
    record: async (visit) => {
      if (steps.length === 0) {
        steps.push('removed');
        await watching.remove(ID);
      }
      return file.record(visit);
    },
    target: async (id) => {
      const target = await file.target(id);
      if (target === undefined && steps.length === 1) {
        steps.push('added');
        await watching.add(product(LAMP));
      }
      return target;
    },
  }));
  const watching = shop.watch(product(LAMP), { store });
  await settled(() => shop.eventsOf('looked').length === 1);
  expect(steps).toEqual(['removed', 'added']);
  expect(shop.callsOf(LAMP)).toBe(2);
  await shop.clock.advance(HOUR);
  await settled(() => shop.eventsOf('looked').length === 2);
  await watching.close();
  await store.close();
});

it('are told when another watch uses their file, but not of one that has ended', async () => {
  const shop = openShop({ [LAMP]: 20 });
  const db = freshFile();
  const round = shop.watch([product(LAMP)], { db, once: true });
  await shop.clock.runUntil(round.done);
  await using one = shop.watch([product(LAMP)], { db });
  await shop.clock.advance(2 * HOUR);
  await settled(() => shop.eventsOf('looked').length >= 3);
  expect(shop.eventsOf('error')).toEqual([]);
  await using other = shop.watch([product(LAMP)], { db });
  await shop.clock.advance(6 * HOUR);
  await settled(() => shop.eventsOf('error').length === 2);
  expect(shop.eventsOf('error').map(({ error }) => (error as Error).message)).toEqual(
    expect.arrayContaining([expect.stringContaining('another watch uses it too, since 2026-11-20T14:00:00.000Z')]),
  );
  await Promise.all([one.close(), other.close()]);
});

it('are added to a store in few statements', async () => {
  const shop = openShop();
  let calls = 0;
  const store = storeWith((file) => ({
    add: (targets) => {
      calls++;
      return file.add(targets);
    },
    target: (id) => {
      calls++;
      return file.target(id);
    },
  }));
  const asins = Array.from({ length: 2_500 }, (_, index) => product(`B0LIVE${String(index).padStart(4, '0')}`));
  await using watching = shop.watch(asins, { store, budget: { credits: 1, per: 'total' } });
  await shop.clock.runUntil(watching.done);
  expect(calls).toBe(4);
});

describe('before its targets are read, a watch', () => {
  it('waits for all that a source has, and not for its next ones', async () => {
    const shop = openShop();
    const many = Array.from({ length: 1_000 }, (_, index) => product(`B0LIVE${String(index).padStart(4, '0')}`));
    await using watching = shop.watch(slowly(many, true), { concurrency: 100 });
    expect(await idsOf(watching)).toHaveLength(1_000);
  });

  it('ends the wait for them when it is closed', async () => {
    const watching = openShop().watch(slowly([], true), { store: storeWith(() => ({})) });
    const listed = idsOf(watching);
    await watching.close();
    expect(await listed).toEqual([]);
  });

  it('removes one of them', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    await using watching = shop.watch([product(LAMP), product(KETTLE)]);
    await watching.remove(ID);
    expect(await idsOf(watching)).toEqual([`product:${KETTLE}:us`]);
    await shop.clock.advance(HOUR);
    await settled(() => shop.callsOf(KETTLE) === 2);
    expect(shop.callsOf(LAMP)).toBeLessThan(2);
  });

  it('lists them', async () => {
    await using watching = openShop().watch([product(LAMP)]);
    expect(await idsOf(watching)).toEqual([ID]);
  });
});

/** Yields targets after a while, and then ends or waits. */
async function* slowly<Target>(targets: readonly Target[], isEndless = false): AsyncGenerator<Target> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => void setImmediate(resolve));
  yield* targets;
  if (isEndless) await new Promise(() => undefined);
}

async function idsOf(watching: Watch): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of watching.targets()) ids.push(id);
  return ids;
}
