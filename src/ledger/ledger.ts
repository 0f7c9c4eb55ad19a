/** The ledger: packs of credits by key, and the credits that running calls reserve. */
import type { Usage } from '../contract/envelope.ts';
import { QuotaExceededError, RateLimitError } from '../contract/errors.ts';
import { clock } from '../options/checks.ts';
import type { OptionTable } from '../options/table.ts';
import { DAY_MS, type NewPack, type Pack } from './pack.ts';

/** A credit that is reserved for a running call. */
export interface Reservation {
  /** Identifies the reservation in its ledger. */
  id: string;
  /** The key whose credit is reserved. */
  keyId: string;
}

/** Options of {@link Ledger.reserve}. */
export interface ReserveOptions {
  /** Milliseconds until the reservation lapses, unless it is renewed. */
  leaseMs: number;
  /** Ends a wait for the store. */
  signal?: AbortSignal | undefined;
  /**
   * Identifies the call. Reservations of one key with the same `chargeId` are charged once: after one of them is charged, the others cost
   * nothing, even if no credit is left. Until then each of them holds a credit. Forgotten 7 days after the charge.
   */
  chargeId?: string | undefined;
}

/** Options of {@link Ledger.commit}. */
export interface CommitOptions {
  /** Ends a wait for the store. The credit is not charged then. */
  signal?: AbortSignal | undefined;
}

/**
 * Counts the credits of keys. Several processes may share a ledger; each method is atomic.
 *
 * The packs of a key add up. A credit is taken from the valid pack that expires first, and is charged to that pack, even if the pack expires
 * while the call runs. A reservation lapses when its lease is over, so that the credits of a killed process are free again soon. Leases are measured
 * with a monotonic clock: setting the clock of the machine neither ends nor extends them.
 */
export interface Ledger {
  /**
   * Adds a pack to a key, and returns it. If the key has a pack of this id already, the pack gets the new numbers and keeps what is charged. A
   * pack with fewer `requests` than are charged has no credits left.
   */
  addPack(keyId: string, pack: NewPack): Promise<Pack>;
  /** Returns the packs of a key, or of all keys. The pack that expires first comes first. */
  listPacks(keyId?: string): Promise<Pack[]>;

  /**
   * Reserves one credit of a key; none for a `chargeId` that is charged already.
   *
   * @throws RateLimitError with `retryAfterMs` if as many calls run as the key's packs allow, or if they hold all credits that are left
   * @throws QuotaExceededError if the credits are used up
   * @throws UnavailableError, retryable, if the store is busy for too long
   */
  reserve(keyId: string, options: ReserveOptions): Promise<Reservation>;
  /** Makes reservations last for `leaseMs` from now. Reservations that have lapsed stay lapsed. */
  renew(reservations: readonly Reservation[], options: Omit<ReserveOptions, 'chargeId'>): Promise<void>;
  /**
   * Charges a reserved credit. A reservation that has lapsed is charged only if another credit is free, so that a pack is never overdrawn.
   * A reservation that is already charged or released is not charged again, and neither is one whose `chargeId` is charged.
   */
  commit(reservation: Reservation, options?: CommitOptions): Promise<Usage>;
  /** Frees a reserved credit. */
  release(reservation: Reservation): Promise<Usage>;

  /** Returns the number of credits that are not charged yet, over the key's valid packs. */
  remaining(keyId: string): Promise<number>;
  /** Returns how many calls of the key may run at once: the largest `connections` of its valid packs, `0` without one. */
  connections(keyId: string): Promise<number>;

  /** Closes files and connections that the ledger holds. */
  close(): Promise<void>;
}

/** Options of the ledgers and of the service's stores. */
export interface LedgerOptions {
  /** A clock, in milliseconds since the epoch, which decides when packs are valid. @default Date.now */
  now?: (() => number) | undefined;
}

/** The checks of the options. */
export const LEDGER_OPTIONS: OptionTable<LedgerOptions> = { now: { check: clock } };

/** The key that the packs of the local backend belong to. */
export const LOCAL_KEY = 'local';

/** Milliseconds after which a ledger forgets a reservation that lapsed: until then a late {@link Ledger.commit} is still charged. */
export const FORGET_LAPSED_MS = 3_600_000;

/** Milliseconds after which a ledger forgets that a `chargeId` was charged: 7 days. */
export const FORGET_CHARGE_MS = 7 * DAY_MS;

const RETRY_AFTER_MS = 1_000;

/** Returns the error for a call beyond the connections of the key's packs. */
export function tooManyCalls(connections: number, remaining: number): RateLimitError {
  const message = `${connections} calls of this key are running: its packs allow no more at once. Wait for one to end.`;
  return new RateLimitError(message, { retryAfterMs: RETRY_AFTER_MS, usage: freeUsage(remaining) });
}

/** Returns the error for a call of a key that has no free credit: running calls hold those that remain, or all are used up. */
export function noFreeCredit(remaining: number): RateLimitError | QuotaExceededError {
  const usage = freeUsage(remaining);
  if (remaining === 0) return new QuotaExceededError('no credits left in the active packs. Add a pack.', { usage });
  const last = remaining === 1 ? 'the last credit' : `the last ${remaining} credits`;
  const message = `running calls hold ${last} of this key. Wait for one to end.`;
  return new RateLimitError(message, { retryAfterMs: RETRY_AFTER_MS, usage });
}

const freeUsage = (requests_remaining: number): Usage => ({ requests_consumed: 0, requests_remaining });
