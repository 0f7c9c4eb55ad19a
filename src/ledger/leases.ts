/** Keeps the reservations of running calls alive, as long as this process is. */
import type { Usage } from '../contract/envelope.ts';
import type { Ledger, Reservation } from './ledger.ts';

/** Milliseconds after which the reservations of a killed process are free again. */
export const LEASE_MS = 5_000;

/** A reserved credit that is renewed until the call ends. */
export interface Lease {
  /** Charges the credit. */
  commit(): Promise<Usage>;
  /** Frees the credit. */
  release(): Promise<Usage>;
}

/** A lease whose credit can also be charged together with something else. */
export interface OpenLease extends Lease {
  /** Ends the lease with a function that charges or frees the credit, such as one that also stores the response. */
  settle<T>(charge: (reservation: Reservation) => Promise<T>): Promise<T>;
}

/** The reservations that this process holds in a ledger. It renews all of them with one timer. */
export class Leases {
  readonly #ledger: Ledger;
  readonly #leaseMs: number;
  readonly #open = new Set<Reservation>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ledger: Ledger, leaseMs: number = LEASE_MS) {
    this.#ledger = ledger;
    this.#leaseMs = leaseMs;
  }

  /** Number of reservations that are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Reserves a credit of a key, and renews the reservation until it is charged or freed.
   *
   * @throws RateLimitError @throws QuotaExceededError as {@link Ledger.reserve} does
   */
  async reserve(keyId: string, signal?: AbortSignal): Promise<OpenLease> {
    const reservation = await this.#ledger.reserve(keyId, { leaseMs: this.#leaseMs, signal });
    this.#open.add(reservation);
    this.#timer ??= setInterval(() => this.renew(), this.#leaseMs / 3).unref();
    return {
      commit: () => this.end(reservation, this.#ledger.commit(reservation)),
      release: () => this.end(reservation, this.#ledger.release(reservation)),
      settle: (charge) => this.end(reservation, charge(reservation)),
    };
  }

  private async end<T>(reservation: Reservation, settled: Promise<T>): Promise<T> {
    try {
      return await settled;
    } finally {
      this.#open.delete(reservation);
      if (this.#open.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  private renew(): void {
    // A ledger that fails here also fails when the calls charge or free their credits, and those errors are reported.
    this.#ledger.renew([...this.#open], { leaseMs: this.#leaseMs }).catch(() => undefined);
  }
}
