/** A process that is killed at random. */
import { type CallFunction, callOf, type Marketplace, marketplaceFrom } from '../../src/contract/marketplace.ts';
import type { Random } from '../../src/testing/living/random.ts';
import type { WatchStore } from '../../src/watch/store/store.ts';

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Ends at a random point: what the watch waits for then never happens, and nothing that it does has an effect. */
export class MortalProcess {
  readonly #random: Random;
  readonly #rate: number;
  #isDead = false;

  /** @param rate How likely it is killed at each point. */
  constructor(random: Random, rate: number) {
    this.#random = random;
    this.#rate = rate;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Does something, unless the process is killed before or after it. */
  async does<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    await this.#point();
    const result = await work();
    await this.#point();
    return result;
  }

  marketplace(marketplace: Marketplace): Marketplace {
    const call = callOf(marketplace);
    const mortal: CallFunction = (...args) => this.does(() => call(...args)) as never;
    return marketplaceFrom(mortal, async () => undefined);
  }

  store(store: WatchStore): WatchStore {
    return new Proxy(store, {
      get: (of, name) => {
        const member: unknown = Reflect.get(of, name, of);
        if (typeof member !== 'function') return member;
        // These two return async iterables.
        if (name === 'targets' || name === 'changes') return member.bind(of);
        return (...args: unknown[]) => this.does(() => member.apply(of, args));
      },
    });
  }

  sleep(sleep: Sleep): Sleep {
    return async (ms, signal) => {
      await sleep(ms, signal);
      if (this.#isDead) await never();
    };
  }

  async #point(): Promise<void> {
    this.#isDead ||= this.#random() < this.#rate;
    if (this.#isDead) await never();
  }
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
