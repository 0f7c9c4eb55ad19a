/** A process that charges credits as fast as it can, and says so after each; run by usage.long.test.ts. */
import { writeSync } from 'node:fs';
import { QuotaExceededError } from '../../src/contract/errors.ts';
import { fileUsage } from '../../src/local/file-usage.ts';
import type { Reservation } from '../../src/local/usage.ts';

const [path = '', requests = '0'] = process.argv.slice(2);
const meter = fileUsage(path, {
  packs: [{ requests: Number(requests), purchasedAt: new Date(0), validDays: 100_000, connections: 10 }],
});
for (let call = 0; (await meter.remaining()) > 0; call++) {
  const reservation = await reserve();
  if (reservation === undefined) continue;
  // Every third call fails.
  if (call % 3 === 2) await reservation.release();
  else {
    await reservation.commit();
    writeSync(1, 'c');
  }
}

/** Other processes can have set the last credits aside. */
async function reserve(): Promise<Reservation | undefined> {
  try {
    return await meter.reserve();
  } catch (error) {
    if (error instanceof QuotaExceededError) return undefined;
    throw error;
  }
}
