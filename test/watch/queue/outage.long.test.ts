import { expect, it } from 'vitest';
import { ParseError, UnavailableError } from '../../../src/entries/index.ts';
import { createQueue, queueMarketplace, streamResults } from '../../../src/entries/queue.ts';
import { answer, fakeMarketplace } from '../../../src/entries/testing.ts';
import { type Change, type WatchEvent, watch } from '../../../src/entries/watch.ts';
import { Opened, until } from '../../queue/support.ts';
import { cuttableProxy, hasRedis, startRedis } from '../../redis/server.ts';
import { LAMP, product, TENT } from '../run/support.ts';

it.skipIf(!hasRedis)(
  'a watch over a queue goes on after an outage of Redis, and after jobs that failed for good',
  async () => {
    await using stack = new AsyncDisposableStack();
    const server = await startRedis({ appendOnly: true });
    stack.defer(() => server.stop());
    const network = await cuttableProxy(server.port);
    stack.defer(() => network.close());
    let price = 20;
    const shop = fakeMarketplace({
      product: ({ asin }) =>
        asin === TENT
          ? new ParseError('not a product page')
          : answer('product', { asin, bb_price: price, currency: 'USD' }),
    });
    const opened = new Opened();
    stack.defer(() => opened.close());
    opened.worker({ redis: server.url, marketplace: shop, results: streamResults({ redis: server.url }) });
    const queue = stack.use(createQueue({ redis: server.url }));
    const marketplace = stack.use(queueMarketplace({ redis: network.url, waitMs: 2_000, timeoutMs: 10_000 }));

    const events: WatchEvent[] = [];
    const changes: Change[] = [];
    const running = watch(marketplace, [LAMP, TENT].map(product), {
      ...{ every: '1s', jitter: 0, confirm: 'never' },
      deliver: (change) => void changes.push(change),
      onEvent: (event) => events.push(event),
    });
    stack.use(running);
    const failures = (asin: string) =>
      events.flatMap((event) =>
        event.type === 'failed' && event.target === `product:${asin}:us` ? [event.error] : [],
      );
    const looks = () => events.filter((event) => event.type === 'looked').length;
    await until(() => looks() >= 2 && failures(TENT).length >= 2);
    for (const error of failures(TENT))
      expect(error).toMatchObject({ name: 'ParseError', message: 'not a product page' });
    expect(failures(LAMP)).toEqual([]);

    network.cut();
    await until(() => failures(LAMP).length >= 2);
    for (const error of failures(LAMP)) expect(error).toBeInstanceOf(UnavailableError);
    price = 30;
    network.heal();
    await until(() => changes.length > 0);
    expect(changes).toMatchObject([{ type: 'price_changed', asin: LAMP, before: 20, after: 30 }]);
    await running.close();
    // Also of jobs whose calls failed during the outage.
    await until(async () => {
      const { waiting, active, delayed, dead } = await queue.status();
      return waiting + active + delayed + dead === 0;
    });
  },
);
