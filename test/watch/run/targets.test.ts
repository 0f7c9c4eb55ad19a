import { expect, it } from 'vitest';
import { HOUR, LAMP, openShop, product, settled, storeWith } from './support.ts';

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
