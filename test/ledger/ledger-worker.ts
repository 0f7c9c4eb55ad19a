/** A process that charges credits as fast as it can, and prints a letter after each; run by the kill tests. */
import { writeSync } from 'node:fs';
import { MarketplaceError } from '../../src/contract/errors.ts';
import { type Lease, Leases } from '../../src/ledger/leases.ts';
import { LOCAL_KEY } from '../../src/ledger/ledger.ts';
import { redisLedger } from '../../src/ledger/stores/redis-ledger.ts';
import { sqliteLedger } from '../../src/ledger/stores/sqlite-ledger.ts';

const [where = ''] = process.argv.slice(2);
const ledger = where.startsWith('redis:') ? redisLedger(where, { waitMs: 30_000 }) : sqliteLedger(where);
const leases = new Leases(ledger);
for (let call = 0; (await ledger.remaining(LOCAL_KEY)) > 0; call++) {
  const lease = await reserve();
  if (lease === undefined) continue;
  // Every third call fails.
  if (call % 3 === 2) await lease.release();
  else {
    await lease.commit();
    writeSync(1, 'c');
  }
}

await ledger.close();

/** Returns `undefined` while other processes have reserved the last credits or connections. */
async function reserve(): Promise<Lease | undefined> {
  try {
    return await leases.reserve(LOCAL_KEY);
  } catch (error) {
    if (error instanceof MarketplaceError) return undefined;
    throw error;
  }
}
