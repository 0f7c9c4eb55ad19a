/** The ledger of a store in Redis, which can charge a credit together with a response. */
import type { Usage } from '../../contract/envelope.ts';
import type { CommitOptions, Reservation } from '../../ledger/ledger.ts';
import { RedisLedger } from '../../ledger/stores/redis-ledger.ts';
import type { RedisValue, Script } from '../../redis/script.ts';
import { RELEASE_RESPONSE } from './response-scripts.ts';

/** Keys and arguments of a script, behind those of the ledger. */
interface More {
  keys: readonly string[];
  args: readonly RedisValue[];
}

/** A ledger that knows which charges have a response. */
export class StoreLedger extends RedisLedger {
  /** Charges whose response from Redis was lost, with what {@link RELEASE_RESPONSE} needs. */
  readonly #unsure = new WeakMap<Reservation, More>();

  /** Charges a reservation with a script. If it fails, {@link release} takes back what it did. */
  async chargeWith<Result>(
    script: Script,
    reservation: Reservation,
    options: CommitOptions | undefined,
    more: More,
    unsure: More,
  ): Promise<Result> {
    this.#unsure.set(reservation, unsure);
    const result = await this.charge<Result>(script, reservation, options, more);
    this.#unsure.delete(reservation);
    return result;
  }

  override async release(reservation: Reservation): Promise<Usage> {
    const more = this.#unsure.get(reservation);
    if (more === undefined) return super.release(reservation);
    const usage = await this.free(RELEASE_RESPONSE, reservation, more);
    this.#unsure.delete(reservation);
    return usage;
  }
}
