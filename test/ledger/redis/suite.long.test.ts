import { afterAll, beforeAll, describe } from 'vitest';
import type { Ledger, LedgerOptions } from '../../../src/entries/local.ts';
import { RedisLedger } from '../../../src/ledger/stores/redis-ledger.ts';
import { readLedgerOptions } from '../../../src/ledger/stores/redis-options.ts';
import { monotonicMs } from '../../../src/options/runtime.ts';
import { redisConnection } from '../../../src/redis/connection.ts';
import { hasRedis, type RedisServer, startRedis } from '../../redis/server.ts';
import { reopened } from '../ledgers.ts';
import { ledgerSuite } from '../suite.ts';

let server: RedisServer;
beforeAll(async () => {
  if (hasRedis) server = await startRedis();
});
afterAll(() => server?.stop());

let ledgers = 0;
const opened: Ledger[] = [];
afterAll(() => Promise.all(opened.map((ledger) => ledger.close())));

/** Opens a ledger whose leases follow the clock of the tests. */
function open(prefix: string, options: LedgerOptions): Ledger {
  const { now } = readLedgerOptions(options);
  const ledger = new RedisLedger(redisConnection(server.url, { prefix }), { now, leaseNow: monotonicMs });
  opened.push(ledger);
  return ledger;
}

describe.skipIf(!hasRedis)('redisLedger', () => ledgerSuite((options) => open(`ledger-${ledgers++}`, options)));

describe.skipIf(!hasRedis)('redisLedger, opened again for each call', () =>
  ledgerSuite((options) => {
    const prefix = `ledger-${ledgers++}`;
    return reopened(() => open(prefix, options));
  }),
);
