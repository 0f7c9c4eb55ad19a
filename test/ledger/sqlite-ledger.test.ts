import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { QuotaExceededError, UnavailableError } from '../../src/index.ts';
import { LOCAL_KEY, type NewPack, sqliteLedger } from '../../src/local.ts';
import { createKey, sqliteStore } from '../../src/service.ts';
import { freshFile } from './ledgers.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const UNTIL = NOW + 30 * 86_400_000;
const now = () => NOW;
const LEASE = { leaseMs: 1_000 };

const pack = (requests: number): NewPack => ({
  requests,
  purchasedAt: new Date(NOW),
  validDays: 30,
  connections: 10,
});

function writeFile(sql: string): string {
  const path = freshFile();
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return path;
}

describe('sqliteLedger', () => {
  it('never overdraws a file that two ledgers share', async () => {
    const path = freshFile();
    const [one, other] = [sqliteLedger(path, { now }), sqliteLedger(path, { now })];
    await one.addPack('a', pack(3));
    const [first] = [await other.reserve('a', LEASE), await one.reserve('a', LEASE), await other.reserve('a', LEASE)];
    await expect(one.reserve('a', LEASE)).rejects.toThrow(QuotaExceededError);
    await one.release(first);
    await one.commit(await one.reserve('a', LEASE));
    expect(await other.remaining('a')).toBe(2);
    await one.close();
    await other.close();
  });

  it('brings a usage file of an earlier release up to date: packs and charges stay', async () => {
    const path = writeFile(`
      CREATE TABLE packs (
        id TEXT PRIMARY KEY, requests INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL,
        connections INTEGER NOT NULL, charged INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE TABLE reservations (
        id INTEGER PRIMARY KEY, pack TEXT NOT NULL REFERENCES packs (id), process INTEGER NOT NULL, lapses_at INTEGER NOT NULL
      ) STRICT;
      INSERT INTO packs VALUES ('5/${NOW}/${UNTIL}/10#1', 5, ${NOW}, ${UNTIL}, 10, 2);
      INSERT INTO reservations VALUES (1, '5/${NOW}/${UNTIL}/10#1', 1, ${NOW + 3_600_000});
    `);
    const ledger = sqliteLedger(path, { now });
    expect(await ledger.listPacks(LOCAL_KEY)).toMatchObject([
      { requests: 5, charged: 2, validDays: 30, connections: 10 },
    ]);
    expect(await ledger.commit(await ledger.reserve(LOCAL_KEY, LEASE))).toMatchObject({ requests_remaining: 2 });
    await ledger.close();
    const again = sqliteLedger(path, { now });
    expect(await again.remaining(LOCAL_KEY)).toBe(2);
    await again.close();
  });

  it('shares a file with the store of a service', async () => {
    const path = freshFile();
    const ledger = sqliteLedger(path, { now });
    await ledger.addPack(LOCAL_KEY, pack(3));
    const store = sqliteStore(path, { now });
    await createKey(store, 'first', NOW);
    await store.ledger.commit(await store.ledger.reserve(LOCAL_KEY, LEASE));
    expect(await ledger.remaining(LOCAL_KEY)).toBe(2);
    await store.close();
    await ledger.close();
  });

  it('refuses a path without a folder, and a file that is not a database, with the path', () => {
    expect(() => sqliteLedger('/nowhere/credits.sqlite')).toThrow(/^\/nowhere\/credits\.sqlite: .*Use another path\.$/);
    const path = freshFile();
    writeFileSync(path, 'not a database, but longer than its header '.repeat(20));
    expect(() => sqliteLedger(path)).toThrow(UnavailableError);
    expect(() => sqliteLedger(path)).toThrow(`${path}: the SQLite file cannot be opened (file is not a database)`);
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
