/** The options of the ledger in Redis. */
import { type Checked, type OptionTable, readOptions } from '../../options/table.ts';
import { REDIS_OPTIONS, type RedisOptions } from '../../redis/target.ts';
import { LEDGER_OPTIONS, type LedgerOptions } from '../ledger.ts';

/** Options of `redisLedger`. `now` replaces the server's clock, which decides when packs are valid. */
export interface RedisLedgerOptions extends LedgerOptions, RedisOptions {}

/** The checks of the options. */
export const REDIS_LEDGER_OPTIONS: OptionTable<RedisLedgerOptions> = { ...LEDGER_OPTIONS, ...REDIS_OPTIONS };

/** Returns the checked options. @throws BadRequestError `INVALID_CONFIGURATION` */
export const readLedgerOptions = (given: RedisLedgerOptions): Checked<RedisLedgerOptions> =>
  readOptions('redisLedger', REDIS_LEDGER_OPTIONS, given);
