/** The options of the ledger in Redis. */
import { REDIS_OPTIONS, type RedisOptions, WAIT_MS } from '../../redis/target.ts';
import { invalidSetting, milliseconds, wholeNumber } from '../../settings/checks.ts';
import { type OptionTable, readOptions } from '../../settings/table.ts';
import { LEDGER_OPTIONS, type LedgerOptions } from '../ledger.ts';

/** Options of `redisLedger`. `now` replaces the server's clock, which decides when packs are valid. */
export interface RedisLedgerOptions extends LedgerOptions, RedisOptions {
  /**
   * Number of replicas that must have a charge before the call that it belongs to succeeds. If fewer have it in time, the call fails with an
   * `UnavailableError` and is not charged. @default 0
   */
  waitReplicas?: number | undefined;
  /** Milliseconds that a charge waits for replicas, at most half of `waitMs`. @default 1000 */
  replicaTimeoutMs?: number | undefined;
}

/** The checks of the options. */
export const REDIS_LEDGER_OPTIONS: OptionTable<RedisLedgerOptions> = {
  ...LEDGER_OPTIONS,
  ...REDIS_OPTIONS,
  waitReplicas: { check: (setting) => wholeNumber(setting, 0, 100) },
  replicaTimeoutMs: { check: (setting) => milliseconds(setting) },
};

/** The default of {@link RedisLedgerOptions.replicaTimeoutMs}. */
export const REPLICA_TIMEOUT_MS = 1_000;

/** Returns the checked options. @throws BadRequestError `INVALID_CONFIGURATION` */
export function readLedgerOptions(given: RedisLedgerOptions): RedisLedgerOptions {
  return withTimeForReplicas(readOptions('redisLedger', REDIS_LEDGER_OPTIONS, given));
}

/** Returns the options. @throws BadRequestError `INVALID_CONFIGURATION` if a charge waits for replicas for so long that it cannot be sent again */
export function withTimeForReplicas<Options extends RedisLedgerOptions>(options: Options): Options {
  const { waitReplicas = 0, replicaTimeoutMs = REPLICA_TIMEOUT_MS, waitMs = WAIT_MS } = options;
  if (waitReplicas === 0 || replicaTimeoutMs <= waitMs / 2) return options;
  const why = `is too long: expected at most half of waitMs, ${Math.floor(waitMs / 2)}. Raise waitMs, or lower replicaTimeoutMs.`;
  throw invalidSetting('replicaTimeoutMs', replicaTimeoutMs, why);
}
