/** Keeps the credits of running calls set aside, for as long as this process lives. */
import type { ServiceStore } from './store.ts';

/** After a kill, the credits that were set aside are free again when this time is over. */
export const LEASE_MS = 5_000;

/** The reservations of the calls that run; they are renewed while there are any. */
export class Leases {
  readonly #store: ServiceStore;
  readonly #open = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: ServiceStore) {
    this.#store = store;
  }

  /** How many calls run. */
  get size(): number {
    return this.#open.size;
  }

  add(reservationId: string): void {
    this.#open.add(reservationId);
    this.#timer ??= setInterval(() => this.renew(), LEASE_MS / 3).unref();
  }

  delete(reservationId: string): void {
    this.#open.delete(reservationId);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  private renew(): void {
    // A store that fails here fails the calls' own commits too, which say so.
    Promise.resolve()
      .then(() => this.#store.renew([...this.#open], LEASE_MS))
      .catch(() => undefined);
  }
}
