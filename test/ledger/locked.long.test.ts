import { renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createMarketplace, MarketplaceError, UnavailableError } from '../../src/entries/index.ts';
import { LOCAL_KEY, type PageSource, sqliteLedger } from '../../src/entries/local.ts';
import { Database } from '../../src/sqlite/database.ts';
import { fileError } from '../../src/sqlite/file-errors.ts';
import { ASIN, productPage, sourceOf } from '../local/pages.ts';
import { freshFile } from './ledgers.ts';

const PACK = { requests: 1, validDays: 30, connections: 5 };
const BUSY = Object.assign(new Error('database is locked'), { errcode: 5 });

/** Locks a file as another process would: for writers, or for readers too. */
function lock(path: string, forReaders = false) {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  if (forReaders) database.exec('PRAGMA locking_mode = EXCLUSIVE');
  database.exec('BEGIN EXCLUSIVE');
  return database;
}

/** Returns what a fresh reader of the file sees. */
async function stateOf(path: string) {
  const ledger = sqliteLedger(path);
  const [pack] = await ledger.listPacks(LOCAL_KEY);
  const reservation = await ledger
    .reserve(LOCAL_KEY, { leaseMs: 1_000 })
    .catch((error: MarketplaceError) => error.code);
  if (typeof reservation === 'object') await ledger.release(reservation);
  await ledger.close();
  return { charged: pack?.charged, isFree: typeof reservation === 'object' };
}

describe('calls that wait for a lock', () => {
  const open = () => new Database(freshFile(), { schemas: [], table: 'keys' });

  it('try one at a time: a hundred of them try about as often as one', async () => {
    const database = open();
    let tries = 0;
    const work = () => {
      tries++;
      if (tries <= 10) throw BUSY;
      return tries;
    };
    const results = await Promise.all(Array.from({ length: 100 }, () => database.read(work, { waitMs: 30_000 })));
    expect(tries).toBe(110);
    // In the order of their arrival.
    expect(results).toEqual(results.toSorted((one, other) => one - other));
    database.close();
  });

  it('leave the line when they are aborted or wait for too long, and the others stay', async () => {
    const database = open();
    let isFree = false;
    const work = () => {
      if (!isFree) throw BUSY;
      return 'done';
    };
    const abort = new AbortController();
    const aborted = database.read(work, { signal: abort.signal });
    const impatient = database.read(work, { waitMs: 20 });
    const patient = database.read(work, { waitMs: 30_000 });
    abort.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    await expect(impatient).rejects.toThrow('another process has locked the file (waited 20 ms)');
    isFree = true;
    expect(await patient).toBe('done');
    database.close();
  });

  it('do not start with a signal that has aborted', async () => {
    const database = open();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(database.read(() => 'done', { signal })).rejects.toThrow('enough');
    database.close();
  });
});

describe('a locked ledger', () => {
  it.each([
    ['writers', false],
    ['readers and writers', true],
  ])('that is locked for %s ends a call within its time limit, and no credit stays reserved', async (_, forReaders) => {
    const path = freshFile();
    const setUp = sqliteLedger(path);
    await setUp.addPack(LOCAL_KEY, PACK);
    await setUp.close();
    const other = lock(path, forReaders);
    const pages = sourceOf(productPage());
    const marketplace = createMarketplace({ pages, ledger: sqliteLedger(path), retries: 0 });
    const timedOut = await marketplace.product({ asin: ASIN }, { timeoutMs: 200 }).catch((error: unknown) => error);
    expect(timedOut).toMatchObject({ name: 'TransportError', code: 'TIMEOUT' });
    const locked = await marketplace.product({ asin: ASIN }).catch((error: unknown) => error);
    expect(locked).toBeInstanceOf(UnavailableError);
    expect(String(locked)).toContain('another process has locked the file');
    expect(pages.requests).toEqual([]);
    other.close();
    expect(await stateOf(path)).toEqual({ charged: 0, isFree: true });
    expect(await marketplace.product({ asin: ASIN })).toMatchObject({ found: true });
    await marketplace.close();
  });

  it('that is locked after the reservation frees the credit as soon as the lock ends, and charges nothing', async () => {
    const path = freshFile();
    let other: ReturnType<typeof lock> | undefined;
    const inner = sourceOf(productPage());
    const pages: PageSource = (request) => {
      other ??= lock(path);
      return inner(request);
    };
    await using marketplace = createMarketplace({ pages, ledger: sqliteLedger(path), packs: [PACK], retries: 0 });
    const error = await marketplace.product({ asin: ASIN }, { timeoutMs: 300 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'TIMEOUT' });
    // Longer than a lease: the reservation of this process is not renewed either.
    await sleep(1_500);
    other?.close();
    await expect.poll(() => stateOf(path)).toEqual({ charged: 0, isFree: true });
    expect(await marketplace.product({ asin: ASIN })).toMatchObject({ meta: { usage: { requests_remaining: 0 } } });
  });

  it('charges a budget later for what was billed during the lock: the page is returned', async () => {
    const path = freshFile();
    const ledger = sqliteLedger(path);
    const commit = ledger.commit.bind(ledger);
    let isFree = false;
    ledger.commit = (...args) =>
      isFree ? commit(...args) : Promise.reject(new UnavailableError('the file is locked'));
    const marketplace = createMarketplace({
      pages: sourceOf(productPage()),
      ledger,
      budget: { credits: 5, per: 'total' },
      retries: 0,
    });
    expect(await marketplace.product({ asin: ASIN })).toMatchObject({ found: true });
    isFree = true;
    await marketplace.close();
    const again = sqliteLedger(path);
    expect(await again.listPacks('budget:total')).toMatchObject([{ charged: 1 }]);
    await again.close();
  });

  it('does not hold back close(): the credit of a running call is free at once', async () => {
    const path = freshFile();
    const started = Promise.withResolvers<void>();
    const pages: PageSource = () => {
      started.resolve();
      return new Promise(() => undefined);
    };
    const marketplace = createMarketplace({ pages, ledger: sqliteLedger(path), packs: [PACK] });
    const call = marketplace.product({ asin: ASIN }).catch((error: unknown) => error);
    await started.promise;
    await marketplace.close();
    expect(await call).toMatchObject({ message: 'the marketplace was closed while the call ran.' });
    expect(await stateOf(path)).toEqual({ charged: 0, isFree: true });
  });

  it('ends calls that wait for the lock when the marketplace is closed', async () => {
    const path = freshFile();
    await sqliteLedger(path).close();
    const other = lock(path);
    const marketplace = createMarketplace({
      pages: sourceOf(productPage()),
      ledger: sqliteLedger(path),
      packs: [PACK],
    });
    const calls = [1, 2, 3].map(() => marketplace.product({ asin: ASIN }).catch((error: unknown) => error));
    await marketplace.close();
    for (const error of await Promise.all(calls)) {
      expect(error).toMatchObject({ name: 'TransportError', retryable: false });
    }
    other.close();
  });

  it('refuses to write to a file that was removed or replaced, and continues when it is back', async () => {
    const path = freshFile();
    const ledger = sqliteLedger(path);
    await ledger.addPack(LOCAL_KEY, PACK);
    renameSync(path, `${path}.away`);
    const error = await ledger.reserve(LOCAL_KEY, { leaseMs: 1_000 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', retryable: false });
    expect(String(error)).toContain(`${path}: the file was removed or replaced while it was open.`);
    renameSync(`${path}.away`, path);
    expect(await ledger.commit(await ledger.reserve(LOCAL_KEY, { leaseMs: 1_000 }))).toMatchObject({
      requests_consumed: 1,
    });
    await ledger.close();
    rmSync(path);
  });

  it.each([
    [13, 'database or disk is full', UnavailableError, true, 'Check the disk.'],
    [10 + 256 * 15, 'disk I/O error', UnavailableError, true, 'Check the disk.'],
    [21, 'bad parameter or other API misuse', UnavailableError, false, 'Restart the program'],
    [8, 'attempt to write a readonly database', MarketplaceError, false, 'may read and write'],
  ])('reports the result code %i of SQLite with an error of the library', (errcode, why, kind, retryable, advice) => {
    const path = freshFile();
    const error = fileError(path, Object.assign(new Error(why), { errcode }));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ retryable });
    expect(String(error)).toContain(`${path}: the file `);
    expect(String(error)).toContain(`(${why})`);
    expect(String(error)).toContain(advice);
  });
});
