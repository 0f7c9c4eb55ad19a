import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BadRequestError, RateLimitError, UnavailableError } from '../../src/entries/index.ts';
import { type NewPack, sqliteLedger } from '../../src/entries/local.ts';
import { sqliteStore } from '../../src/entries/service.ts';
import { sqliteWatchStore } from '../../src/entries/watch.ts';
import { freshFile } from './ledgers.ts';
import { monotonicClock } from './monotonic.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const now = () => NOW;
const LEASE = { leaseMs: 1_000 };

const pack = (requests: number): NewPack => ({ requests, purchasedAt: new Date(NOW), validDays: 30, connections: 10 });

function writeFile(sql: string): string {
  const path = freshFile();
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

function textFile(): string {
  const path = freshFile();
  writeFileSync(path, 'not a database, but longer than its header '.repeat(20));
  return path;
}

/** A file with the header of a database, and nothing sensible after it. */
function damagedFile(): string {
  const path = writeFile('CREATE TABLE packs (id TEXT); CREATE TABLE keys (id TEXT)');
  writeFileSync(path, readFileSync(path).fill(7, 100));
  return path;
}

/** Locks a file as another process would. */
function lock(path: string) {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec('BEGIN EXCLUSIVE');
  return database;
}

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('sqliteLedger', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('begins leases from before a restart of the machine anew', async () => {
    const later = monotonicClock();
    const ledger = sqliteLedger(freshFile(), { now });
    await ledger.addPack('a', pack(2));
    const [before, killed] = [await ledger.reserve('a', LEASE), await ledger.reserve('a', LEASE)];
    // The monotonic clock of a machine starts with the machine.
    later(-9_000_000);
    await expect(ledger.reserve('a', LEASE)).rejects.toThrow(RateLimitError);
    later(999);
    await ledger.renew([before, killed], LEASE);
    later(999);
    await expect(ledger.reserve('a', LEASE)).rejects.toThrow(RateLimitError);
    later(1);
    expect(await ledger.commit(await ledger.reserve('a', LEASE))).toMatchObject({ requests_consumed: 1 });
    await ledger.close();
  });

  it('never overdraws a file that two ledgers share', async () => {
    const path = freshFile();
    const [one, other] = [sqliteLedger(path, { now }), sqliteLedger(path, { now })];
    await one.addPack('a', pack(3));
    const [first] = [await other.reserve('a', LEASE), await one.reserve('a', LEASE), await other.reserve('a', LEASE)];
    await expect(one.reserve('a', LEASE)).rejects.toThrow(RateLimitError);
    await one.release(first);
    await one.commit(await one.reserve('a', LEASE));
    expect(await other.remaining('a')).toBe(2);
    await one.close();
    await other.close();
  });

  it.each([
    ['a path in a folder that does not exist', () => '/nowhere/credits.sqlite', 'the folder /nowhere does not exist'],
    ['the path of a folder', () => dirname(freshFile()), 'this is a folder'],
    ['a file that is not a database', () => textFile(), 'the file is not a database'],
    ['a damaged database', () => damagedFile(), 'the file is damaged'],
    [
      'a database of another program',
      () => writeFile('CREATE TABLE songs (title TEXT)'),
      'a database of another program',
    ],
  ])('refuses %s, with the path and what to do', (_, create, why) => {
    const path = create();
    for (const open of [sqliteLedger, sqliteStore]) {
      const error = failureOf(() => open(path));
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'path' });
      expect(String(error)).toContain(`${path}: `);
      expect(String(error)).toContain(why);
      expect(String(error)).toMatch(/[uU]se another path/);
    }
  });

  it.each([undefined, null, '', 'a\0b', 42])('refuses %j instead of a path', (path) => {
    const error = failureOf(() => sqliteLedger(path as string));
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'path' });
  });

  it('refuses the store of a service and the file of a watch, and these refuse a ledger', async () => {
    const [ledgerFile, storeFile, watchFile] = [freshFile(), freshFile(), freshFile()];
    await sqliteLedger(ledgerFile).close();
    await sqliteStore(storeFile).close();
    await sqliteWatchStore(watchFile).close();
    for (const open of [sqliteLedger, sqliteStore])
      expect(() => open(watchFile)).toThrow(`${watchFile}: the file is the file of a watch: expected`);
    expect(() => sqliteWatchStore(ledgerFile)).toThrow(`${ledgerFile}: the file is a ledger: expected`);
    expect(() => sqliteWatchStore(storeFile)).toThrow(`${storeFile}: the file is the store of a service: expected`);
    expect(() => sqliteLedger(storeFile)).toThrow(
      `${storeFile}: the file is the store of a service: expected a ledger`,
    );
    expect(() => sqliteStore(ledgerFile)).toThrow(
      `${ledgerFile}: the file is a ledger: expected the store of a service`,
    );
    // Neither has changed the other's file.
    await sqliteLedger(ledgerFile).close();
    await sqliteStore(storeFile).close();
    await sqliteWatchStore(watchFile).close();
  });

  it('reports a file that is damaged while it is open', async () => {
    const path = freshFile();
    const ledger = sqliteLedger(path, { now });
    await ledger.addPack('a', pack(3));
    await ledger.close();
    const again = sqliteLedger(path, { now });
    writeFileSync(path, readFileSync(path).fill(7, 4_096));
    await expect(again.reserve('a', LEASE)).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'path' });
    await again.close();
  });

  it('waits for a file that another process has locked without blocking the event loop', async () => {
    const path = freshFile();
    const ledger = sqliteLedger(path, { now });
    await ledger.addPack('a', pack(3));
    const other = lock(path);
    const reserved = ledger.reserve('a', LEASE);
    // A timer fires while the ledger waits, and frees the file.
    setTimeout(() => other.close(), 100);
    expect(await ledger.commit(await reserved)).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    await ledger.close();
  });

  it('is opened while another process holds the lock, even if its tables do not exist yet', async () => {
    const path = freshFile();
    const other = lock(path);
    const ledger = sqliteLedger(path, { now });
    const added = ledger.addPack('a', pack(3));
    setTimeout(() => other.close(), 100);
    expect(await added).toMatchObject({ requests: 3 });
    await ledger.close();
  });

  it('fails with the path when the file stays locked, and at once when the caller aborts', async () => {
    const path = freshFile();
    const ledger = sqliteLedger(path, { now });
    await ledger.addPack('a', pack(3));
    const other = lock(path);
    const aborting = new AbortController();
    const aborted = ledger.reserve('a', { ...LEASE, signal: aborting.signal });
    aborting.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    const error = await ledger.reserve('a', LEASE).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ retryable: true });
    expect(String(error)).toContain(`${path}: another process has locked the file`);
    other.close();
    await ledger.close();
  });

  it('fails with the path after it is closed', async () => {
    const path = freshFile();
    const ledger = sqliteLedger(path, { now });
    await ledger.close();
    await expect(ledger.remaining('a')).rejects.toThrow(`${path}: the file is closed.`);
  });

  it('refuses a file of a newer release', () => {
    const path = writeFile(`
      CREATE TABLE schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
      INSERT INTO schema_versions VALUES ('ledger', 99);
    `);
    expect(() => sqliteLedger(path)).toThrow(UnavailableError);
    expect(() => sqliteLedger(path)).toThrow(`${path}: the ledger tables have version 99`);
  });
});
