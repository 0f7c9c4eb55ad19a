import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../src/contract/errors.ts';
import {
  type ChangeEvent,
  ndjsonDelivery,
  sqliteWatchStore,
  verifyWebhook,
  webhookDelivery,
} from '../../../src/entries/watch.ts';
import type { WatchOptions } from '../../../src/watch/run/watch-types.ts';
import type { Change } from '../../../src/watch/types.ts';
import { openReceiver } from '../../queue/results/results.ts';
import { HOUR, KETTLE, LAMP, openShop, product, type Shop, settled } from './support.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'buybox-watch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Sets prices, and lets the watch look at all targets once. */
async function round(shop: Shop, prices: Record<string, number>, waitMs = HOUR): Promise<void> {
  const before = shop.eventsOf('looked').length;
  Object.assign(shop.prices, prices);
  await shop.clock.advance(waitMs);
  await settled(() => shop.eventsOf('looked').length >= before + Object.keys(shop.prices).length);
}

async function started(shop: Shop, options: WatchOptions) {
  const watching = shop.watch(Object.keys(shop.prices).map(product), options);
  await round(shop, {}, 0);
  return watching;
}

describe('deliveries of a watch', () => {
  it('go to each sink, and to the loop from its start on', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const taken: Change[] = [];
    const file = join(folder, 'changes.ndjson');
    const watching = await started(shop, { deliver: [(change) => taken.push(change), ndjsonDelivery(file)] });
    await round(shop, { [LAMP]: 21 });
    const loop = watching[Symbol.asyncIterator]();
    await round(shop, { [LAMP]: 22 });
    const { value } = await loop.next();
    await settled(() => shop.eventsOf('delivered').length === 4);
    await watching.close();
    expect(taken.map(({ after }) => after)).toEqual([21, 22]);
    expect(value).toEqual(taken[1]);
    expect(
      (await readFile(file, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(taken);
  });

  it('are repeated until a function takes them, in the order of each target, while the looks go on', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const { clock } = shop;
    const taken: unknown[] = [];
    let isAway = true;
    const handler = ({ after }: Change) => {
      if (isAway) throw new Error('away');
      taken.push(after);
    };
    await using _ = await started(shop, { deliver: [handler, { name: 'other', deliver: async () => undefined }] });
    await round(shop, { [LAMP]: 21 });
    await round(shop, { [LAMP]: 22 });
    expect(shop.eventsOf('delivered').map(({ receiver }) => receiver)).toEqual(['other', 'other']);
    const waits = shop.eventsOf('undelivered').map(({ wait_ms }) => wait_ms);
    expect(waits.slice(0, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000]);
    expect(shop.eventsOf('undelivered')[0]).toMatchObject({
      receiver: 'function',
      change: { after: 21 },
      error: { message: 'away' },
    });
    isAway = false;
    await clock.advance(60_000);
    await settled(() => taken.length === 2);
    expect(taken).toEqual([21, 22]);
  });

  it('of a function with a mistake wait until it is corrected, with one warning if nobody listens', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const warned: string[] = [];
    const store = sqliteWatchStore();
    const onWarning = ({ message }: Error) => void warned.push(message);
    process.on('warning', onWarning);
    const deliver = (change: Change) => (change as unknown as { price: string }).price.trim();
    const watching = shop.watch(product(LAMP), { store, deliver, onEvent: undefined });
    const visits = async (count: number) => {
      while ((await store.target('product:B0LANTERN1:us'))?.state?.visits !== count) await shop.clock.advance(0);
    };
    await visits(1);
    shop.prices[LAMP] = 21;
    await shop.clock.advance(HOUR);
    await visits(2);
    await shop.clock.advance(10_000);
    // It does not wait for the next attempt.
    await watching.close();
    process.off('warning', onWarning);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toMatch(
      /^watch: function does not take a change \(TypeError: .*and nobody listens to "undelivered"/,
    );
    const taken: unknown[] = [];
    await shop.watch(product(LAMP), { store, once: true, deliver: ({ after }) => void taken.push(after) }).done;
    expect(taken).toEqual([21]);
    await store.close();
  });

  it('of a slow sink hold up neither another one nor the looks', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow: unknown[] = [];
    const fast: unknown[] = [];
    const sink = {
      name: 'slow',
      deliver: async ({ after }: Change) => {
        slow.push(after);
        await promise;
      },
    };
    await using _ = await started(shop, { deliver: [sink, ({ after }) => fast.push(after)] });
    await round(shop, { [LAMP]: 21, [KETTLE]: 31 });
    await round(shop, { [LAMP]: 22, [KETTLE]: 32 });
    await settled(() => fast.length === 4);
    expect(slow).toHaveLength(1);
    resolve();
    await settled(() => slow.length === 4);
    expect(slow).toEqual(fast);
  });

  it('are refused for good, if a sink says so', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const deliver = async ({ after }: Change) => (after === 21 ? { refused: 'too small' } : undefined);
    await using _ = await started(shop, { deliver: { name: 'picky', deliver } });
    await round(shop, { [LAMP]: 21 });
    await round(shop, { [LAMP]: 22 });
    await settled(() => shop.eventsOf('delivered').length === 1);
    expect(shop.eventsOf('refused')).toMatchObject([{ receiver: 'picky', reason: 'too small', change: { after: 21 } }]);
  });

  it('wait for the end of quiet hours', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const taken: string[] = [];
    const deliver = () => void taken.push(new Date(shop.clock.now()).toISOString());
    const quietHours = { from: '14:30', to: '17:15', timeZone: 'Europe/Berlin' };
    await using _ = await started(shop, { deliver, quietHours });
    for (const price of [21, 22, 23]) await round(shop, { [LAMP]: price });
    await settled(() => taken.length === 1);
    await round(shop, { [LAMP]: 24 });
    await shop.clock.advance(HOUR / 2);
    await settled(() => taken.length === 4);
    expect(taken).toEqual(['2026-11-20T13:00:00.000Z', ...Array(3).fill('2026-11-20T16:15:00.000Z')]);
  });

  it('of two sinks need different names', () => {
    const sink = { name: 'mine', deliver: async () => undefined };
    expect(() => openShop().watch([], { deliver: [sink, sink] })).toThrow('two sinks with the name "mine"');
    expect(() => openShop().watch([], { deliver: { ...sink, name: 'loop' } })).toThrow(
      'deliver.name: "loop" is not valid',
    );
  });
});

describe('a watch with a file', () => {
  it('keeps what it knows, and repeats what was not acknowledged with the same id', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const db = join(folder, 'watch.db');
    const first = await started(shop, { db });
    const loop = first[Symbol.asyncIterator]();
    await round(shop, { [LAMP]: 21, [KETTLE]: 31 });
    const taken = [(await loop.next()).value, (await loop.next()).value];
    await first.close();

    shop.prices[LAMP] = 22;
    const second = shop.watch([product(LAMP), product(KETTLE)], { db });
    const again = second[Symbol.asyncIterator]();
    const repeated = await again.next();
    expect(repeated.value).toEqual(taken[1]);
    const { value } = await shop.clock.runUntil(again.next());
    expect(value).toMatchObject({ before: 21, after: 22 });
    expect(shop.callsOf(LAMP)).toBe(3);
    await second.close();
  });

  it('delivers after a restart what a sink has not taken', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const db = join(folder, 'watch.db');
    const ids: string[] = [];
    const handler = ({ id }: Change) => {
      ids.push(id);
      if (ids.length === 1) throw new Error('away');
    };
    const first = await started(shop, { db, deliver: handler });
    await round(shop, { [LAMP]: 21 });
    await settled(() => ids.length === 1);
    await first.close({ graceMs: 0 });
    await using _ = shop.watch([product(LAMP)], { db, deliver: handler });
    await settled(() => shop.eventsOf('delivered').length === 1);
    expect(ids[1]).toBe(ids[0]);
  });

  it('delivers what was recorded although the response of the store was lost', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const store = sqliteWatchStore();
    const record = store.record.bind(store);
    let recorded = 0;
    store.record = async (visit) => {
      const isNew = await record(visit);
      if (++recorded === 2) throw new UnavailableError('the connection was lost');
      return isNew;
    };
    const taken: Change[] = [];
    const watching = await started(shop, { store, deliver: (change) => taken.push(change) });
    shop.prices[LAMP] = 21;
    await shop.clock.advance(HOUR + 1_000);
    await settled(() => recorded === 3);
    await settled(() => taken.length === 1);
    expect(taken[0]).toMatchObject({ before: 20, after: 21 });
    await watching.close();
    await store.close();
  });

  it('ends the watch of targets that are no longer given, keeps those of the store without any, and counts the budget on', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const db = join(folder, 'watch.db');
    await (await started(shop, { db })).close();
    const idsOf = async (...[targets, options]: Parameters<Shop['watch']>) => {
      const watching = shop.watch(targets, { db, budget: { credits: 3, per: 'day' }, ...options });
      const ids: string[] = [];
      for await (const { id } of watching.targets()) ids.push(id);
      await watching.close();
      return ids;
    };
    const both = [`product:${LAMP}:us`, `product:${KETTLE}:us`];
    expect(await idsOf([product(LAMP)], { others: 'keep', budget: { credits: 100, per: 'day' } })).toEqual(both);
    expect(await idsOf(undefined, { budget: { credits: 100, per: 'day' } })).toEqual(both);
    const calls = shop.marketplace.calls.length;
    await shop.clock.advance(HOUR);
    const watching = shop.watch([product(LAMP)], { db, budget: { credits: calls, per: 'day' } });
    await settled(() => shop.eventsOf('waiting').length === 1);
    await watching.close();
    expect(shop.marketplace.calls).toHaveLength(calls);
  });
});

describe('a single round', () => {
  it('looks once at each target that is due, delivers, and ends', async () => {
    const shop = openShop({ [LAMP]: 20, [KETTLE]: 30 });
    const db = join(folder, 'watch.db');
    const changes: unknown[] = [];
    const run = async () => {
      for await (const { after } of shop.watch([product(LAMP), product(KETTLE)], { db, once: true }))
        changes.push(after);
    };
    await run();
    Object.assign(shop.prices, { [LAMP]: 21, [KETTLE]: 31 });
    await run();
    expect(shop.marketplace.calls).toHaveLength(2);
    await shop.clock.advance(HOUR - 60_000);
    await run();
    expect(shop.marketplace.calls).toHaveLength(4);
    expect(changes).toEqual([21, 31]);
  });

  it('ends although a receiver is away: the next round delivers', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const taken: string[] = [];
    let isAway = true;
    const deliver = ({ id }: Change) => {
      if (isAway) throw new Error('away');
      taken.push(id);
    };
    const run = () =>
      shop.clock.runUntil(shop.watch([product(LAMP)], { db: join(folder, 'watch.db'), once: true, deliver }).done);
    await run();
    shop.prices[LAMP] = 21;
    await shop.clock.advance(HOUR);
    await run();
    const waiting = shop.eventsOf('undelivered');
    expect(waiting).toHaveLength(5);
    isAway = false;
    await run();
    expect(taken).toEqual([waiting[0]?.change.id]);
  });

  it('waits for the second look at what is doubtful, and for the sinks', async () => {
    const shop = openShop({ [LAMP]: 20 });
    const db = join(folder, 'watch.db');
    const taken: unknown[] = [];
    const options = { db, once: true, confirm: 'always', deliver: ({ after }: Change) => taken.push(after) } as const;
    await shop.clock.runUntil(shop.watch([product(LAMP)], options).done);
    shop.prices[LAMP] = 21;
    await shop.clock.advance(HOUR);
    await shop.clock.runUntil(shop.watch([product(LAMP)], options).done);
    expect(shop.eventsOf('doubtful')).toHaveLength(1);
    expect(taken).toEqual([21]);
  });
});

describe('webhookDelivery', () => {
  it('sends signed changes, and drops those that the receiver refuses', async () => {
    await using receiver = await openReceiver(
      (number, response) => void response.writeHead([0, 204, 422, 503, 204][number] ?? 204).end(),
    );
    const shop = openShop({ [LAMP]: 20 });
    await using _ = await started(shop, {
      deliver: webhookDelivery({ url: receiver.url, secret: SECRET, now: shop.clock.now }),
    });
    await round(shop, { [LAMP]: 21 });
    await settled(() => shop.eventsOf('delivered').length === 1);
    await round(shop, { [LAMP]: 22 });
    await settled(() => shop.eventsOf('refused').length === 1);
    await round(shop, { [LAMP]: 23 });
    await settled(() => shop.eventsOf('undelivered').length === 1);
    await shop.clock.advance(1_000);
    await settled(() => shop.eventsOf('delivered').length === 2);
    const events = receiver.requests.map(({ body, headers }) =>
      verifyWebhook<ChangeEvent>({ body, headers, secret: SECRET, now: shop.clock.now, toleranceMs: 4 * HOUR }),
    );
    expect(events.map(({ type, data }) => [type, (data as Change).after])).toEqual([
      ['change.price_changed', 21],
      ['change.price_changed', 22],
      ['change.price_changed', 23],
      ['change.price_changed', 23],
    ]);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(events.map(({ data }) => data.id));
  });
});
