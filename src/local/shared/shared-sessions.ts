/** Sessions that one process at a time uses: they are leased from a store that processes share. */
import type { MarketplaceCode } from '../../contract/codes.ts';
import type { WaitingCall } from '../pace.ts';
import type { SessionPool, SessionUse } from '../sessions.ts';
import type { PaceStore, SessionLeases } from './pace-store.ts';
import { Wakes } from './wakes.ts';

/** A session that this process has leased. */
interface Held {
  readonly marketplace: MarketplaceCode;
  readonly name: string;
  readonly index: number;
  generation: number;
  /** Number of requests that use it. */
  uses: number;
  /** When it was last used, on the monotonic clock [milliseconds]. */
  usedAt: number;
  /** Another process waits for it: its last request gives it back. */
  isWanted: boolean;
}

/** Milliseconds after which a process whose sessions are all busy asks again whether one more is free. */
const ASK_AGAIN_MS = 1_000;

/** The leased sessions of one marketplace object. A process leases as many sessions as it has requests at once, as far as they are free. */
export class SharedSessions implements SessionPool {
  readonly #shared: PaceStore;
  readonly #leases: SessionLeases;
  readonly #names: readonly string[];
  readonly #held = new Set<Held>();
  /** The session that was leased last: the next one follows it in the list. */
  #last = -1;
  readonly #noneFreeUntil = new Map<MarketplaceCode, number>();
  readonly #wakes: Wakes;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param names Identifies the sessions among all processes, in the order of the page source. */
  constructor(shared: PaceStore, leases: SessionLeases, names: readonly string[]) {
    this.#shared = shared;
    this.#leases = leases;
    this.#names = names;
    this.#wakes = new Wakes(shared);
  }

  /** Returns a session for a request. If other processes use all of them, this waits for one. */
  async take(marketplace: MarketplaceCode, call: WaitingCall, signal: AbortSignal): Promise<SessionUse> {
    let endWait: (() => void) | undefined;
    try {
      for (;;) {
        signal.throwIfAborted();
        const woken = this.#wakes.next(marketplace);
        const held = await this.find(marketplace, signal);
        if (held !== undefined) {
          woken.cancel();
          return this.use(held);
        }
        if (endWait === undefined) {
          this.#waiting++;
          endWait = call.wait({ reason: 'sessions', position: this.#waiting });
        }
        await woken.within(this.#shared.leaseMs, signal);
      }
    } finally {
      if (endWait !== undefined) this.#waiting--;
      endWait?.();
    }
  }

  /** Gives all sessions back. */
  async close(): Promise<void> {
    this.#wakes.close();
    await this.giveBack([...this.#held]);
  }

  private async find(marketplace: MarketplaceCode, signal: AbortSignal): Promise<Held | undefined> {
    const own = [...this.#held].filter((held) => held.marketplace === marketplace && !held.isWanted);
    own.sort((one, other) => one.uses - other.uses || one.usedAt - other.usedAt);
    const [best] = own;
    const isFull = own.length > 0 && performance.now() < (this.#noneFreeUntil.get(marketplace) ?? 0);
    if (best?.uses === 0 || isFull) return best;
    const { length } = this.#names;
    const inTurn = this.#names.map((_, index) => this.#names[(this.#last + 1 + index) % length] as string);
    const names = inTurn.filter((name) => !this.holds(marketplace, name));
    const lease = names.length === 0 ? undefined : await this.#leases.lease(marketplace, names, signal);
    const name = lease && names[lease.index];
    if (lease !== undefined && name !== undefined && !this.holds(marketplace, name)) {
      return this.hold({ marketplace, name, generation: lease.generation });
    }
    this.#noneFreeUntil.set(marketplace, performance.now() + ASK_AGAIN_MS);
    // Sessions that this process had before the wait can be gone.
    return best !== undefined && this.#held.has(best) && !best.isWanted ? best : undefined;
  }

  private holds(marketplace: MarketplaceCode, name: string): boolean {
    return [...this.#held].some((held) => held.marketplace === marketplace && held.name === name);
  }

  private hold({ name, ...rest }: Pick<Held, 'marketplace' | 'name' | 'generation'>): Held {
    const index = this.#names.indexOf(name);
    const held = { ...rest, name, index, uses: 0, usedAt: performance.now(), isWanted: false };
    this.#held.add(held);
    this.#last = index;
    this.#timer ??= setInterval(() => void this.renew(), this.#shared.leaseMs / 3).unref();
    return held;
  }

  private use(held: Held): SessionUse {
    const { marketplace, name, index, generation } = held;
    held.uses++;
    held.usedAt = performance.now();
    let isUsed = true;
    return {
      key: `${marketplace}-${index + 1}-${generation}`,
      number: index + 1,
      // Without several sessions there is nothing that a back-off could spare.
      ...(this.#names.length > 1 ? { proxy: name } : {}),
      drop: () => {
        if (held.generation === generation) held.generation++;
        this.#leases.drop(marketplace, name, generation).catch(() => undefined);
        // The next request uses another proxy, if one is free.
        this.makeFree(held);
      },
      end: () => {
        if (!isUsed) return;
        isUsed = false;
        held.uses--;
        held.usedAt = performance.now();
        if (held.isWanted && held.uses === 0) void this.giveBack([held]);
      },
    };
  }

  private async renew(): Promise<void> {
    const idleSince = performance.now() - this.#shared.leaseMs;
    await this.giveBack([...this.#held].filter(({ uses, usedAt }) => uses === 0 && usedAt <= idleSince));
    const byMarketplace = Map.groupBy(this.#held, ({ marketplace }) => marketplace);
    for (const [marketplace, all] of byMarketplace) {
      const names = all.map(({ name }) => name);
      // If this fails, the leases lapse, and other processes replace them.
      const reply = await this.#leases.renew(marketplace, names).catch(() => undefined);
      if (reply === undefined) continue;
      for (const held of all) if (reply.lost.includes(held.name)) this.#held.delete(held);
      if (reply.wanted > 0) this.makeWay(all);
    }
  }

  /** Gives one session back for a process that waits: an unused one, else the one that is free first. */
  private makeWay(all: readonly Held[]): void {
    if (all.some(({ isWanted }) => isWanted)) return;
    const [first] = all.toSorted((one, other) => one.uses - other.uses);
    if (first === undefined) return;
    this.makeFree(first);
  }

  /** Gives a session back at the end of its requests. */
  private makeFree(held: Held): void {
    if (!this.#held.has(held)) return;
    held.isWanted = true;
    if (held.uses === 0) void this.giveBack([held]);
  }

  private async giveBack(given: readonly Held[]): Promise<void> {
    for (const held of given) this.#held.delete(held);
    if (this.#held.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    const byMarketplace = Map.groupBy(given, ({ marketplace }) => marketplace);
    const sent = [...byMarketplace].map(([marketplace, all]) =>
      this.#leases.giveBack(
        marketplace,
        all.map(({ name }) => name),
      ),
    );
    // Leases that could not be given back lapse.
    await Promise.allSettled(sent);
  }
}
