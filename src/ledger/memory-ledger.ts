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
  noCreditLeft,
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
  keyId: string;
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
  readonly #packs: Pack[] = [];
  readonly #held = new Map<string, Held>();
  /** When each charge is forgotten, on the monotonic clock [milliseconds]. The oldest comes first. */
  readonly #charges = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  async addPack(keyId: string, pack: NewPack): Promise<Pack> {
    const known = this.#packs.find(({ id }) => id === pack.id);
    const stored = storedPack(keyId, pack, known, this.#now());
    if (known === undefined) this.#packs.push(stored);
    // Running calls hold the object of their pack.
    else Object.assign(known, stored);
    this.#packs.sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt) || (a.id < b.id ? -1 : 1));
    return { ...stored };
  }

  async listPacks(keyId?: string): Promise<Pack[]> {
    return this.#packs.filter((pack) => keyId === undefined || pack.keyId === keyId).map((pack) => ({ ...pack }));
  }

  async reserve(keyId: string, { leaseMs, chargeId }: ReserveOptions): Promise<Reservation> {
    const now = monotonicMs();
    this.forget(now);
    const charge = chargeId === undefined ? undefined : JSON.stringify([keyId, chargeId]);
    const isCharged = this.isCharged(charge);
    const remaining = this.left(keyId);
    const connections = this.most(keyId);
    const running = this.live().filter((held) => held.keyId === keyId).length;
    const isLimited = remaining > 0 || (isCharged && connections > 0);
    if (isLimited && running >= connections) throw tooManyCalls(connections, remaining);
    const pack = isCharged ? undefined : this.freePack(keyId);
    if (pack === undefined && !isCharged) throw noCreditLeft(remaining);
    const id = crypto.randomUUID();
    this.#held.set(id, { keyId, pack, charge, lapsesAt: now + leaseMs });
    return { id, keyId };
  }

  async renew(reservations: readonly Reservation[], { leaseMs }: Pick<ReserveOptions, 'leaseMs'>): Promise<void> {
    const now = monotonicMs();
    for (const { id } of reservations) {
      const held = this.#held.get(id);
      if (held !== undefined && held.lapsesAt > now) held.lapsesAt = now + leaseMs;
    }
  }

  async commit(reservation: Reservation, { signal }: CommitOptions = {}): Promise<Usage> {
    signal?.throwIfAborted();
    return this.charge(reservation);
  }

  /** Charges a reserved credit at once. */
  charge({ id, keyId }: Reservation): Usage {
    const held = this.#held.get(id);
    this.#held.delete(id);
    const now = monotonicMs();
    const pack = held && this.packToCharge(held, now);
    if (held === undefined || pack === undefined) return { requests_consumed: 0, requests_remaining: this.left(keyId) };
    pack.charged++;
    if (held.charge !== undefined) this.remember(held.charge, now);
    return { requests_consumed: 1, requests_remaining: this.left(keyId) };
  }

  async release({ id, keyId }: Reservation): Promise<Usage> {
    this.#held.delete(id);
    return { requests_consumed: 0, requests_remaining: this.left(keyId) };
  }

  async remaining(keyId: string): Promise<number> {
    return this.left(keyId);
  }

  async connections(keyId: string): Promise<number> {
    return this.most(keyId);
  }

  async close(): Promise<void> {}

  /** Removes reservations that lapsed long ago, and old charges. */
  private forget(now: number): void {
    for (const [id, { lapsesAt }] of this.#held) if (lapsesAt <= now - FORGET_LAPSED_MS) this.#held.delete(id);
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

  private packToCharge({ keyId, pack, charge, lapsesAt }: Held, now: number): Pack | undefined {
    if (pack === undefined || this.isCharged(charge)) return undefined;
    return lapsesAt <= now ? this.freePack(keyId) : pack;
  }

  private active(keyId: string): Pack[] {
    const now = this.#now();
    return this.#packs.filter((pack) => pack.keyId === keyId && isActive(pack, now));
  }

  private live(): Held[] {
    const now = monotonicMs();
    return [...this.#held.values()].filter(({ lapsesAt }) => lapsesAt > now);
  }

  private left(keyId: string): number {
    return this.active(keyId).reduce((sum, { requests, charged }) => sum + Math.max(0, requests - charged), 0);
  }

  private most(keyId: string): number {
    return Math.max(0, ...this.active(keyId).map(({ connections }) => connections));
  }

  /** The pack that the next credit comes from. */
  private freePack(keyId: string): Pack | undefined {
    const live = this.live();
    const reserved = (pack: Pack) => live.filter((held) => held.pack === pack).length;
    return this.active(keyId).find((pack) => pack.charged + reserved(pack) < pack.requests);
  }
}
