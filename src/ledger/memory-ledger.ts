/** The ledger in memory: its packs and charges end with the process. */
import type { Usage } from '../contract/envelope.ts';
import { readOptions } from '../settings/table.ts';
import {
  type CommitOptions,
  FORGET_CHARGE_MS,
  FORGET_LAPSED_MS,
  LEDGER_OPTIONS,
  type Ledger,
  type LedgerOptions,
  noFreeCredit,
  type Reservation,
  type ReserveOptions,
  tooManyCalls,
} from './ledger.ts';
import { monotonicMs } from './monotonic.ts';
import { isActive, type NewPack, type Pack, storedPack } from './pack.ts';

/** Returns a ledger that is kept in memory. @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option */
export function memoryLedger(options: LedgerOptions = {}): Ledger {
  const { now = Date.now } = readOptions('memoryLedger', LEDGER_OPTIONS, options);
  return new MemoryLedger(now);
}

interface Held {
  /** The pack whose credit is held; `undefined` for a call that is charged already. */
  pack: Pack | undefined;
  /** Identifies the charge; `undefined` for a reservation without `chargeId`. */
  charge: string | undefined;
  /** On the monotonic clock [milliseconds]. */
  lapsesAt: number;
}

/** A ledger in memory. */
export class MemoryLedger implements Ledger {
  readonly #now: () => number;
  readonly #packs = new Map<string, Pack>();
  /** The packs of each key. The one that expires first comes first. */
  readonly #packsOf = new Map<string, Pack[]>();
  /** The reservations of each key. */
  readonly #heldOf = new Map<string, Map<string, Held>>();
  /** When each charge is forgotten, on the monotonic clock [milliseconds]. The oldest comes first. */
  readonly #charges = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async addPack(keyId: string, pack: NewPack): Promise<Pack> {
    const known = pack.id === undefined ? undefined : this.#packs.get(pack.id);
    const stored = storedPack(keyId, pack, known, this.#now());
    // Running calls hold the object of their pack.
    this.#packs.set(stored.id, Object.assign(known ?? stored, stored));
    const others = this.packsOf(keyId).filter(({ id }) => id !== stored.id);
    this.#packsOf.set(keyId, [...others, known ?? stored].sort(byExpiry));
    return { ...stored };
  }

  async listPacks(keyId?: string): Promise<Pack[]> {
    const packs = keyId === undefined ? [...this.#packs.values()].sort(byExpiry) : this.packsOf(keyId);
    return packs.map((pack) => ({ ...pack }));
  }

  async reserve(keyId: string, { leaseMs, chargeId }: ReserveOptions): Promise<Reservation> {
    const now = monotonicMs();
    this.forget(keyId, now);
    const charge = chargeId === undefined ? undefined : JSON.stringify([keyId, chargeId]);
    const isCharged = this.isCharged(charge);
    const remaining = this.left(keyId);
    const connections = this.most(keyId);
    const running = this.live(keyId).length;
    const isLimited = remaining > 0 || (isCharged && connections > 0);
    if (isLimited && running >= connections) throw tooManyCalls(connections, remaining);
    const pack = isCharged ? undefined : this.freePack(keyId);
    if (pack === undefined && !isCharged) throw noFreeCredit(remaining);
    const id = crypto.randomUUID();
    const held = this.#heldOf.get(keyId) ?? new Map<string, Held>();
    this.#heldOf.set(keyId, held.set(id, { pack, charge, lapsesAt: now + leaseMs }));
    return { id, keyId };
  }

  async renew(reservations: readonly Reservation[], { leaseMs }: Pick<ReserveOptions, 'leaseMs'>): Promise<void> {
    const now = monotonicMs();
    for (const { id, keyId } of reservations) {
      const held = this.#heldOf.get(keyId)?.get(id);
      if (held !== undefined && held.lapsesAt > now) held.lapsesAt = now + leaseMs;
    }
  }

  async commit(reservation: Reservation, { signal }: CommitOptions = {}): Promise<Usage> {
    signal?.throwIfAborted();
    return this.charge(reservation);
  }

  /** Charges a reserved credit at once. */
  charge({ id, keyId }: Reservation): Usage {
    const held = this.#heldOf.get(keyId)?.get(id);
    this.#heldOf.get(keyId)?.delete(id);
    const now = monotonicMs();
    const pack = held && this.packToCharge(keyId, held, now);
    if (held === undefined || pack === undefined) return { requests_consumed: 0, requests_remaining: this.left(keyId) };
    pack.charged++;
    if (held.charge !== undefined) this.remember(held.charge, now);
    return { requests_consumed: 1, requests_remaining: this.left(keyId) };
  }

  async release({ id, keyId }: Reservation): Promise<Usage> {
    this.#heldOf.get(keyId)?.delete(id);
    return { requests_consumed: 0, requests_remaining: this.left(keyId) };
  }

  async remaining(keyId: string): Promise<number> {
    return this.left(keyId);
  }

  async connections(keyId: string): Promise<number> {
    return this.most(keyId);
  }

  async close(): Promise<void> {}

  /** Removes reservations of a key that lapsed long ago, and old charges. */
  private forget(keyId: string, now: number): void {
    const held = this.#heldOf.get(keyId);
    for (const [id, { lapsesAt }] of held ?? []) if (lapsesAt <= now - FORGET_LAPSED_MS) held?.delete(id);
    for (const [charge, forgetAt] of this.#charges) {
      if (forgetAt > now) break;
      this.#charges.delete(charge);
    }
  }

  private remember(charge: string, now: number): void {
    // A key that is set again would keep its place.
    this.#charges.delete(charge);
    this.#charges.set(charge, now + FORGET_CHARGE_MS);
  }

  private isCharged(charge: string | undefined): boolean {
    return charge !== undefined && (this.#charges.get(charge) ?? 0) > monotonicMs();
  }

  private packToCharge(keyId: string, { pack, charge, lapsesAt }: Held, now: number): Pack | undefined {
    if (pack === undefined || this.isCharged(charge)) return undefined;
    return lapsesAt <= now ? this.freePack(keyId) : pack;
  }

  private active(keyId: string): Pack[] {
    const now = this.#now();
    return this.packsOf(keyId).filter((pack) => isActive(pack, now));
  }

  private packsOf(keyId: string): readonly Pack[] {
    return this.#packsOf.get(keyId) ?? [];
  }

  private live(keyId: string): Held[] {
    const now = monotonicMs();
    return [...(this.#heldOf.get(keyId)?.values() ?? [])].filter(({ lapsesAt }) => lapsesAt > now);
  }

  private left(keyId: string): number {
    return this.active(keyId).reduce((sum, { requests, charged }) => sum + Math.max(0, requests - charged), 0);
  }

  private most(keyId: string): number {
    return Math.max(0, ...this.active(keyId).map(({ connections }) => connections));
  }

  /** The pack that the next credit comes from. */
  private freePack(keyId: string): Pack | undefined {
    const live = this.live(keyId);
    const reserved = (pack: Pack) => live.filter((held) => held.pack === pack).length;
    return this.active(keyId).find((pack) => pack.charged + reserved(pack) < pack.requests);
  }
}

function byExpiry(a: Pack, b: Pack): number {
  return Number(a.expiresAt) - Number(b.expiresAt) || (a.id < b.id ? -1 : 1);
}
