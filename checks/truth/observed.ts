/** A watch of a living marketplace on its clock, and what it looked at when. */
// Loaded before the clock of a test runs.
import '../../src/watch/sqlite-store.ts';
import {
  type AnyEnvelope,
  type CallFunction,
  callOf,
  type Marketplace,
  marketplaceFrom,
} from '../../src/contract/marketplace.ts';
import type { LivingMarketplace } from '../../src/entries/testing.ts';
import type { WatchStore } from '../../src/watch/store/store.ts';
import type { Watched } from './facts.ts';
import type { Observation } from './truth.ts';

/** All waits of the watch end at a multiple of this [milliseconds]. */
const STEP = 30_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Returns the targets of each product, and a search. */
export function targetsOf(
  asins: readonly string[],
  {
    offers = [],
    search = false,
    sellers = [],
  }: { offers?: readonly string[]; search?: boolean; sellers?: readonly string[] } = {},
): Watched[] {
  return [
    ...asins.map((asin): Watched => ({ id: `product ${asin}`, endpoint: 'product', params: { asin } })),
    ...sellers.map((sellerId): Watched => ({ id: `seller ${sellerId}`, endpoint: 'seller', params: { sellerId } })),
    ...offers.map((asin): Watched => ({ id: `offers ${asin}`, endpoint: 'offers', params: { asin }, pages: 4 })),
    ...(search
      ? [{ id: 'search model', endpoint: 'search', params: { keyword: 'model' }, pages: 2 } satisfies Watched]
      : []),
  ];
}

/** Answers a call, or passes it on. */
export type Around = (key: string | undefined, call: () => Promise<AnyEnvelope>) => Promise<AnyEnvelope>;

/** Watches over the calls of a watch, and what it records. */
export class Observed {
  readonly marketplace: Marketplace;
  readonly #market: LivingMarketplace;
  readonly #looks = new Map<string, { at: number; hasFailed: boolean }>();
  #running = 0;

  /** @param around Called for each call. */
  constructor(market: LivingMarketplace, marketplace: Marketplace, around: Around = (_, call) => call()) {
    this.#market = market;
    const call = callOf(marketplace);
    const counted: CallFunction = async (name, params, options, onResponse) => {
      const { asin, keyword, sellerId, page = 1 } = params as Partial<Record<string, string>> & { page?: number };
      const id = `${name} ${asin ?? keyword ?? sellerId}`;
      const earlier = page === 1 ? undefined : this.#looks.get(id);
      const look = earlier ?? { at: this.#market.clock.now(), hasFailed: false };
      this.#looks.set(id, look);
      try {
        const envelope = await this.busy(() =>
          around(options?.idempotencyKey, () => call(name, params, options, onResponse) as Promise<AnyEnvelope>),
        );
        // A service repeats its first response.
        if (page === 1) look.at = Date.parse(envelope.meta.source?.fetched_at ?? envelope.meta.timestamp);
        return envelope as never;
      } catch (error) {
        look.hasFailed = true;
        throw error;
      }
    };
    this.marketplace = marketplaceFrom(counted, () => marketplace.close());
  }

  /** Returns a store that tells what it has recorded. */
  store(store: WatchStore, onRecord: (observation: Observation) => void): WatchStore {
    return new Proxy(store, {
      get: (of, name) => {
        if (name === 'record')
          return async (visit: Parameters<WatchStore['record']>[0]) => {
            const { target, number } = visit;
            const look = this.#looks.get(target);
            if (look === undefined) throw new Error(`${target}: recorded without a look`);
            const observation = { target, number, ...look };
            const isRecorded = await of.record(visit);
            if (isRecorded) onRecord(observation);
            return isRecorded;
          };
        const member: unknown = Reflect.get(of, name, of);
        return typeof member === 'function' ? member.bind(of) : member;
      },
    });
  }

  /** Runs something that the clock must wait for. */
  async busy<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#running++;
    try {
      return await run();
    } finally {
      this.#running--;
    }
  }

  /** Waits, for the watch: until a whole step. */
  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
    const now = this.#market.clock.now();
    return this.#market.clock.sleep(Math.ceil((now + ms) / STEP) * STEP - now, signal);
  };

  /** Lets the watch work until a time, or until it is over. The clock stands still while something runs. */
  async runUntil(time: number, isOver = () => false): Promise<void> {
    await this.#settled();
    while (this.#market.clock.now() < time && !isOver()) {
      await this.#market.clock.advance(Math.min(STEP, time - this.#market.clock.now()));
      await this.#settled();
    }
  }

  async #settled(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet = this.#running === 0 ? quiet + 1 : 0)
      await new Promise((resolve) => void setImmediate(resolve));
  }
}
