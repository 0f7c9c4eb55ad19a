import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/entries/service.ts';
import { freshFile } from '../ledger/ledgers.ts';
import { fixturePages, marketplaceOf, setUpService } from './setup.ts';

const LANTERN = '/v1/product?asin=B0LANTERN1';

/** Locks a file as another process would. */
function lock(path: string) {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec('BEGIN EXCLUSIVE');
  return database;
}

/** Returns a store that another process locks when the first call has its credit, and the marketplace of the calls. */
function lockedDuringCall() {
  const path = freshFile();
  const inner = fixturePages();
  let other: ReturnType<typeof lock> | undefined;
  const marketplace = marketplaceOf((params, options) => {
    other ??= lock(path);
    return inner.product(params, options);
  });
  return { store: sqliteStore(path), marketplace, unlock: () => other?.close() };
}

describe('a store that another process has locked', () => {
  it('gives requests a response with status 503, and works when the lock ends', async () => {
    const path = freshFile();
    const store = sqliteStore(path);
    const { get, id } = await setUpService({ store }, { requests: 1 });
    const other = lock(path);
    const responses = await Promise.all([1, 2, 3].map(() => get(LANTERN)));
    for (const { status, body } of responses) {
      expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    }
    other.close();
    expect(await store.ledger.remaining(id)).toBe(1);
    expect((await get(LANTERN)).status).toBe(200);
    expect(await store.ledger.remaining(id)).toBe(0);
    await store.close();
  });

  it.each([{}, { 'idempotency-key': 'one' }])(
    'does not keep the credit of a call whose charge failed, with the headers %j',
    async (headers) => {
      const { store, marketplace, unlock } = lockedDuringCall();
      const { get, id } = await setUpService({ store, marketplace }, { requests: 1 });
      expect((await get(LANTERN, headers as Record<string, string>)).status).toBe(503);
      unlock();
      expect(await store.ledger.remaining(id)).toBe(1);
      // The only credit is free again, without a new process.
      await expect.poll(async () => (await get(LANTERN)).status, { interval: 500 }).toBe(200);
      expect(await store.ledger.remaining(id)).toBe(0);
      await store.close();
    },
  );

  it.each([{}, { 'idempotency-key': 'one' }])(
    'delays a charge no longer than the time limit of the call, with the headers %j',
    async (headers) => {
      const { store, marketplace, unlock } = lockedDuringCall();
      const { get, id, log } = await setUpService({ store, marketplace, timeoutMs: 500 }, { requests: 1 });
      const { status, body } = await get(LANTERN, headers as Record<string, string>);
      expect({ status, code: body.error.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
      expect(log[0]?.error).toContain('the store was locked until the call timed out (timeoutMs)');
      unlock();
      expect(await store.ledger.remaining(id)).toBe(1);
      await store.close();
    },
  );
});
