/** The suites of the stores on PostgreSQL: each store has a schema of its own. */
import { Pool } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { postgresWatchStore } from '../../../src/entries/watch.ts';
import type { WatchStoreOptions } from '../../../src/watch/store/options.ts';
import { hasPostgres, startPostgres } from './postgres-server.ts';

const server = hasPostgres ? await startPostgres() : undefined;
const pool = new Pool({ connectionString: server?.url });
afterAll(async () => {
  await pool.end();
  await server?.stop();
});

let schemas = 0;
function open(options?: WatchStoreOptions) {
  return postgresWatchStore(pool, { ...options, schema: `suite_${schemas++}` });
}

vi.mock('../stores.ts', async (original) => ({
  ...(await original<typeof import('../stores.ts')>()),
  stores: hasPostgres ? { postgresWatchStore: open } : {},
}));
await import('./store.property.test.ts');
await import('./overview.test.ts');
await import('../history/history.test.ts');
await import('../history/export.long.test.ts');
await import('../history/import.test.ts');

describe.skipIf(!hasPostgres)('the suites', () => {
  it('ran on PostgreSQL', () => {
    expect(schemas).toBeGreaterThan(10);
  });
});
