/** A process that reserves, charges and frees credits when it is asked to; run by process-number.long.test.ts. */
import { RateLimitError } from '../../src/contract/errors.ts';
import { type Lease, Leases } from '../../src/ledger/leases.ts';
import { LOCAL_KEY } from '../../src/ledger/ledger.ts';
import { sqliteLedger } from '../../src/ledger/stores/sqlite-ledger.ts';

const [path = '', leaseMs = ''] = process.argv.slice(2);
const leases = new Leases(sqliteLedger(path), Number(leaseMs));
const open: Lease[] = [];

const answers: Record<string, () => Promise<boolean | number>> = {
  reserve,
  commit: async () => (await open.shift()?.commit())?.requests_consumed ?? 0,
  release: async () => (await open.shift()?.release())?.requests_consumed ?? 0,
};
process.on('message', async (request) => process.send?.((await answers[String(request)]?.()) ?? 0));
process.send?.(process.pid);

async function reserve(): Promise<boolean> {
  try {
    open.push(await leases.reserve(LOCAL_KEY));
    return true;
  } catch (error) {
    if (error instanceof RateLimitError) return false;
    throw error;
  }
}
