/** The packs of the local backend: the credits of one key of a ledger. Without packs there is no limit. */
import type { Call } from '../client/call.ts';
import { CreditQueue } from '../client/credit-queue.ts';
import { Lazy } from '../client/lazy.ts';
import type { Usage } from '../contract/envelope.ts';
import { UNLIMITED_CREDITS } from '../contract/envelope.ts';
import { type Lease, Leases } from '../ledger/leases.ts';
import { type Ledger, LOCAL_KEY } from '../ledger/ledger.ts';
import { type LocalPack, packIdOf } from '../ledger/pack.ts';

const UNLIMITED: Lease = { commit: async () => unlimited(1), release: async () => unlimited(0) };

/** Counts the credits of a marketplace. */
export class Packs {
  readonly #ledger: Ledger;
  readonly #leases: Leases;
  readonly #queue = new CreditQueue();
  readonly #packs: readonly LocalPack[];
  /** After a failure the next call tries again: the file can be locked for a short time. */
  readonly #adding = new Lazy(() => this.addPacks());
  #isLimited = false;

  constructor(ledger: Ledger, packs: readonly LocalPack[]) {
    this.#ledger = ledger;
    this.#leases = new Leases(ledger);
    this.#packs = packs;
  }

  /** Returns how many calls the packs allow at once; `undefined` without packs. */
  async connections(): Promise<number | undefined> {
    return (await this.isLimited()) ? this.#ledger.connections(LOCAL_KEY) : undefined;
  }

  /** Reserves a credit, if the last {@link connections} found packs: waits while running calls hold all credits or connections. @throws QuotaExceededError */
  async reserve(call: Pick<Call, 'wait' | 'priority' | 'idempotencyKey'>, signal: AbortSignal): Promise<Lease> {
    if (!this.#isLimited) return UNLIMITED;
    return this.#queue.reserve(call, signal, () => this.#leases.reserve(LOCAL_KEY, signal, call.idempotencyKey));
  }

  /** Returns the usage of a call that was not charged. */
  async usage(): Promise<Usage> {
    if (!(await this.isLimited())) return unlimited(0);
    return { requests_consumed: 0, requests_remaining: await this.#ledger.remaining(LOCAL_KEY) };
  }

  /** Frees the credits of running calls. Call it before the ledger is closed. */
  async close(): Promise<void> {
    await this.#leases.close();
  }

  /** A ledger in a file can hold packs that an earlier process added. */
  private async isLimited(): Promise<boolean> {
    await this.#adding.get();
    this.#isLimited ||= (await this.#ledger.listPacks(LOCAL_KEY)).length > 0;
    return this.#isLimited;
  }

  private async addPacks(): Promise<void> {
    if (this.#packs.length === 0) return;
    const known = new Set((await this.#ledger.listPacks(LOCAL_KEY)).map(({ id }) => id));
    for (const [index, pack] of this.#packs.entries()) {
      const id = packIdOf(pack, index);
      // Without an id of its own, `purchasedAt: new Date()` would renew the pack at every start.
      const isKept = pack.id === undefined && known.has(id);
      await this.#ledger.addPack(LOCAL_KEY, { ...pack, id, purchasedAt: isKept ? undefined : pack.purchasedAt });
    }
  }
}

const unlimited = (requests_consumed: 0 | 1): Usage => ({ requests_consumed, requests_remaining: UNLIMITED_CREDITS });
