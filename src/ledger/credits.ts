/**
 * The rule of money: how reserving, charging and freeing a credit change the account of a key. It knows no store. {@link AccountLedger} runs it in steps of
 * a store, in memory or in a SQLite file. In Redis, `stores/redis-scripts.ts` follows the same rule: only what runs in the
 * server also runs when its response is lost.
 */
import type { Usage } from '../contract/envelope.ts';
import {
  type CommitOptions,
  type Ledger,
  noFreeCredit,
  type Reservation,
  type ReserveOptions,
  tooManyCalls,
} from './ledger.ts';
import { byExpiry, type Credits, creditsOf, isActive, type NewPack, type Pack, storedPack } from './pack.ts';

/** A reserved credit. */
export interface Held {
  /** The pack whose credit is held; `null` for a call that costs nothing, because its charge id is charged already. */
  packId: string | null;
  leaseMs: number;
  /** On the clock of leases. */
  lapsesAt: number;
}

/** The reservations of a key. */
export interface Reserved {
  get(id: string): Held | undefined;
  set(id: string, held: Held): void;
  delete(id: string): void;
  /**
   * Returns the number of live reservations by their packs. Forgets those that lapsed an hour ago. Those that begin later than now are from before a restart
   * of the machine: they begin now.
   */
  live(time: number): ReadonlyMap<string | null, number>;
}

/** The account of a key, for one step. */
export interface Account {
  /** The time that decides which packs are valid [milliseconds since the epoch]. */
  readonly now: number;
  /** The clock of leases [milliseconds]. */
  readonly time: number;
  /** Its values are replaced, never changed. */
  readonly packs: Map<string, Pack>;
  readonly held: Reserved;
  /** Whether the charge id of the call at hand is charged. */
  isCharged: boolean;
}

/** The kinds of a store's steps. */
export type Step = 'read' | 'write' | 'charge';

/** Keeps accounts. */
export interface AccountStore {
  /** Runs work as one step, as a whole or not at all. @param signal Ends a wait for the store. */
  step<T>(kind: Step, work: () => T, signal?: AbortSignal): Promise<T>;
  /** Changes the account of a key, in a step. @param chargeId The charge id of the call at hand. */
  update<T>(keyId: string, chargeId: string | undefined, change: (account: Account) => T): T;
  /** Returns the packs of a key, or of all keys, in a step. */
  packs(keyId?: string): Pack[];
  pack(id: string): Pack | undefined;
  /** Returns the time that decides which packs are valid [milliseconds since the epoch]. */
  now(): number;
  close(): void;
}

/** A ledger whose accounts are in a store. */
export class AccountLedger implements Ledger {
  readonly #store: AccountStore;

  constructor(store: AccountStore) {
    this.#store = store;
  }

  addPack(keyId: string, pack: NewPack): Promise<Pack> {
    const store = this.#store;
    return store.step('write', () => {
      const known = pack.id === undefined ? undefined : store.pack(pack.id);
      const stored = storedPack(keyId, pack, known, store.now());
      store.update(keyId, undefined, ({ packs }) => packs.set(stored.id, stored));
      return { ...stored };
    });
  }

  async listPacks(keyId?: string): Promise<Pack[]> {
    const packs = await this.#store.step('read', () => this.#store.packs(keyId));
    return packs.map((pack) => ({ ...pack })).sort(byExpiry);
  }

  async reserve(keyId: string, { leaseMs, signal, chargeId }: ReserveOptions): Promise<Reservation> {
    const id = chargeId === undefined ? crypto.randomUUID() : `${crypto.randomUUID()}.${chargeId}`;
    const work = () => this.#store.update(keyId, chargeId, (account) => reserve(account, id, leaseMs));
    await this.#store.step('write', work, signal);
    return { id, keyId };
  }

  renew(reservations: readonly Reservation[], options: Omit<ReserveOptions, 'chargeId'>): Promise<void> {
    const work = () => {
      for (const [keyId, some] of Map.groupBy(reservations, (each) => each.keyId))
        this.#store.update(keyId, undefined, (account) => renew(account, some, options.leaseMs));
    };
    return this.#store.step('write', work, options.signal);
  }

  commit(reservation: Reservation, { signal }: CommitOptions = {}): Promise<Usage> {
    return this.#store.step('charge', () => this.charge(reservation), signal);
  }

  /** Charges a reserved credit as {@link commit} does. For callers that are in a step of the store. */
  charge({ id, keyId }: Reservation): Usage {
    return this.#store.update(keyId, chargeIdOf(id), (account) => usageOf(account, charge(account, id)));
  }

  release({ id, keyId }: Reservation): Promise<Usage> {
    return this.#store.step('write', () =>
      this.#store.update(keyId, undefined, (account) => {
        account.held.delete(id);
        return usageOf(account, 0);
      }),
    );
  }

  async remaining(keyId: string): Promise<number> {
    return (await this.credits(keyId)).remaining;
  }

  async connections(keyId: string): Promise<number> {
    return (await this.credits(keyId)).connections;
  }

  async close(): Promise<void> {
    this.#store.close();
  }

  private credits(keyId: string): Promise<Credits> {
    return this.#store.step('read', () => creditsOf(this.#store.packs(keyId), this.#store.now()));
  }
}

function reserve(account: Account, id: string, leaseMs: number): void {
  const { isCharged, held, time } = account;
  const { remaining, connections } = creditsOf(account.packs.values(), account.now);
  const isLimited = remaining > 0 || (isCharged && connections > 0);
  const live = held.live(time);
  const running = [...live.values()].reduce((sum, number) => sum + number, 0);
  if (isLimited && running >= connections) throw tooManyCalls(connections, remaining);
  const packId = isCharged ? null : (freePack(account, live)?.id ?? null);
  if (packId === null && !isCharged) throw noFreeCredit(remaining);
  held.set(id, { packId, leaseMs, lapsesAt: time + leaseMs });
}

function renew({ held, time }: Account, reservations: readonly Reservation[], leaseMs: number): void {
  for (const { id } of reservations) {
    const known = held.get(id);
    if (known !== undefined && known.lapsesAt > time) held.set(id, { ...known, leaseMs, lapsesAt: time + leaseMs });
  }
}

function charge(account: Account, id: string): 0 | 1 {
  const { packs, held, time } = account;
  const known = held.get(id);
  held.delete(id);
  if (known === undefined || account.isCharged) return 0;
  // A reservation that has lapsed, or that was free, has no credit of its own.
  const isOwn = known.packId !== null && known.lapsesAt > time;
  const pack = isOwn ? packs.get(known.packId ?? '') : freePack(account, held.live(time));
  if (pack === undefined) return 0;
  packs.set(pack.id, { ...pack, charged: pack.charged + 1 });
  account.isCharged = true;
  return 1;
}

function freePack({ packs, now }: Account, live: ReturnType<Reserved['live']>): Pack | undefined {
  const active = [...packs.values()].filter((pack) => isActive(pack, now)).sort(byExpiry);
  return active.find(({ id, charged, requests }) => charged + (live.get(id) ?? 0) < requests);
}

/** A reservation says itself which charge id it has, behind its random number. */
const chargeIdOf = (id: string): string | undefined => (id[36] === '.' ? id.slice(37) : undefined);

const usageOf = ({ packs, now }: Account, requests_consumed: 0 | 1): Usage => ({
  requests_consumed,
  requests_remaining: creditsOf(packs.values(), now).remaining,
});
