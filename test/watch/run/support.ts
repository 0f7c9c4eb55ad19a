/** A shop whose prices a test sets, and a watch over it on a virtual clock. */
import { answer, fakeMarketplace, virtualClock } from '../../../src/entries/testing.ts';
import { watch } from '../../../src/entries/watch.ts';
import type { Watch, WatchEvent, WatchOptions, WatchTargets } from '../../../src/watch/run/watch-types.ts';
// Loaded before the clock of a test runs.
import { sqliteWatchStore } from '../../../src/watch/sqlite-store.ts';
import type { WatchStore } from '../../../src/watch/store/store.ts';

export const HOUR = 3_600_000;
export const [LAMP, KETTLE, TENT] = ['B0LANTERN1', 'B0WASSERK1', 'B0TENTTWO1'] as const;

export const product = (asin: string) => ({ endpoint: 'product' as const, params: { asin } });

/** Returns a shop. A price that is an error is thrown. */
export function openShop(prices: Record<string, number | Error | undefined> = {}) {
  const clock = virtualClock('2026-11-20T12:00:00Z');
  const marketplace = fakeMarketplace(
    {
      product: ({ asin }) => {
        const price = prices[asin];
        if (price instanceof Error) throw price;
        return answer('product', { asin, ...(price === undefined ? {} : { bb_price: price, currency: 'USD' }) });
      },
    },
    { now: clock.now, retries: 0 },
  );
  const events: WatchEvent[] = [];
  return {
    clock,
    marketplace,
    prices,
    events,
    /** Events of a type. */
    eventsOf: <Type extends WatchEvent['type']>(type: Type) =>
      events.filter((event): event is Extract<WatchEvent, { type: Type }> => event.type === type),
    /** Number of calls for a product. */
    callsOf: (asin: string) => marketplace.callsOf('product').filter(({ params }) => params.asin === asin).length,
    watch: (targets?: WatchTargets, options: WatchOptions = {}): Watch =>
      watch(marketplace, targets, {
        ...{ every: '1h', jitter: 0, confirm: 'never', now: clock.now, sleep: clock.sleep },
        onEvent: (event) => events.push(event),
        ...options,
      }),
  };
}

export type Shop = ReturnType<typeof openShop>;

/** Lets the watch work until a condition holds, without moving the clock. */
export async function settled(condition: () => boolean): Promise<void> {
  for (let turn = 0; !condition(); turn++) {
    if (turn > 2_000_000) throw new Error('the condition does not become true');
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

/** Returns a store in memory, some of whose methods a test replaces. */
export function storeWith(replaced: (file: WatchStore) => Partial<WatchStore>): WatchStore {
  const file = sqliteWatchStore();
  const own = replaced(file);
  return new Proxy<WatchStore>(file, {
    get: (_, name) => {
      const member: unknown = Reflect.get(own, name) ?? Reflect.get(file, name, file);
      return typeof member === 'function' ? member.bind(file) : member;
    },
  });
}
