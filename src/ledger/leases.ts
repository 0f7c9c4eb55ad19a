/** Keeps the reservations of running calls alive, as long as this process is. */
import type { Usage } from '../contract/envelope.ts';
import { MarketplaceError, TransportError } from '../contract/errors.ts';
import { inBackground } from '../options/runtime.ts';
import type { CommitOptions, Ledger, Reservation } from './ledger.ts';

/** Milliseconds after which the reservations of a killed process are free again. */
export const LEASE_MS = 5_000;

/** A reserved credit that is renewed until the call ends. */
export interface Lease {
  /** Charges the credit. If that fails, or the signal aborts first, the credit is freed: later, if the store is locked. */
  commit(options?: CommitOptions): Promise<Usage>;
  /** Frees the credit: later, if the store is locked. */
  release(): Promise<Usage>;
}

/** A lease whose credit can also be charged in other ways. */
export interface OpenLease extends Lease {
  /** Ends the lease with a function that charges or frees the credit, such as one that also stores the response. If it fails, the credit is freed. */
  settle<T>(charge: (reservation: Reservation) => Promise<T>): Promise<T>;
  /** Charges the credit: later, if the store is locked. */
  charge(): Promise<void>;
}

/** The reservations that this process holds in a ledger. It renews all of them with one timer. */
export class Leases {
  readonly #ledger: Ledger;
  readonly #leaseMs: number;
  readonly #open = new Set<Reservation>();
  /** Commits and releases to repeat, for reservations whose calls ended while the store was locked. */
  readonly #owed = new Map<Reservation, () => Promise<unknown>>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  constructor(ledger: Ledger, leaseMs: number = LEASE_MS) {
    this.#ledger = ledger;
    this.#leaseMs = leaseMs;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Reserves a credit of a key, and renews the reservation until it is charged or freed. @throws as {@link Ledger.reserve} does */
  async reserve(keyId: string, signal?: AbortSignal, chargeId?: string): Promise<OpenLease> {
    const ledger = this.#ledger;
    const reservation = await ledger.reserve(keyId, { leaseMs: this.#leaseMs, signal, chargeId });
    if (this.#isClosed) {
      await ledger.release(reservation).catch(() => undefined);
      throw new TransportError('the marketplace was closed while the call ran.', { retryable: false });
    }
    this.#open.add(reservation);
    this.#timer ??= inBackground(setInterval(() => this.renew(), this.#leaseMs / 3));
    const release = () => ledger.release(reservation);
    const commit = () => ledger.commit(reservation);
    return {
      commit: (options) => this.end(reservation, () => ledger.commit(reservation, options), release),
      release: () => this.end(reservation, release, release),
      settle: (charge) => this.end(reservation, () => charge(reservation), release),
      charge: async () => {
        await this.end(reservation, commit, commit).catch((error: unknown) => {
          if (!isLocked(error)) throw error;
        });
      },
    };
  }

  /** Frees the credits of calls that still run, and does what the store's lock has held back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const last = [...this.#open].map(
      (reservation) => this.#owed.get(reservation) ?? (() => this.#ledger.release(reservation)),
    );
    await Promise.allSettled(last.map((settle) => settle()));
    for (const reservation of this.#open) this.forget(reservation);
  }

  /** @param otherwise What is done later if `settle` fails. */
  private async end<T>(
    reservation: Reservation,
    settle: () => Promise<T>,
    otherwise: () => Promise<unknown>,
  ): Promise<T> {
    try {
      const result = await settle();
      this.forget(reservation);
      return result;
    } catch (error) {
      // The caller of a call that has ended does not wait for the store.
      this.#owed.set(reservation, otherwise);
      void this.settleOwed(reservation, otherwise);
      throw error;
    }
  }

  private async settleOwed(reservation: Reservation, settle: () => Promise<unknown>): Promise<void> {
    try {
      await settle();
    } catch (error) {
      if (isLocked(error)) return;
    }
    if (this.#owed.get(reservation) === settle) this.forget(reservation);
  }

  private forget(reservation: Reservation): void {
    this.#open.delete(reservation);
    this.#owed.delete(reservation);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  private renew(): void {
    // A ledger that fails here also fails when the calls charge or free their credits, and those errors are reported.
    this.#ledger.renew([...this.#open], { leaseMs: this.#leaseMs }).catch(() => undefined);
    for (const [reservation, settle] of this.#owed) void this.settleOwed(reservation, settle);
  }
}

/** Whether a ledger failed for a reason that passes: its file is locked, or its disk is full. */
const isLocked = (error: unknown): boolean => error instanceof MarketplaceError && error.retryable;
