import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/index.ts';
import { createFirstKey, createKey, verifyKey } from '../../src/service/keys.ts';
import { buyPack, packOffer } from '../../src/service/packs.ts';
import { memoryStore, sqliteStore } from '../../src/service.ts';
import { DAY, NOW, recordOf } from './records.ts';
import { describeStore } from './store-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** The tables of the store's first version, which reservations and packs shared with keys. */
const FIRST_SCHEMA = `
  CREATE TABLE keys (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE packs (
    id TEXT PRIMARY KEY, key_id TEXT NOT NULL REFERENCES keys (id), requests INTEGER NOT NULL, charged INTEGER NOT NULL DEFAULT 0,
    price_usd REAL NOT NULL, connections INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL,
    CHECK (charged BETWEEN 0 AND requests)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX packs_of_key ON packs (key_id, valid_until);
  CREATE TABLE reservations (
    id TEXT PRIMARY KEY, key_id TEXT NOT NULL, pack_id TEXT NOT NULL REFERENCES packs (id), lapses_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;`;

/** What the second version added. */
const SECOND_SCHEMA = `
  CREATE TABLE requests (
    number INTEGER PRIMARY KEY, request_id TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL,
    marketplace TEXT NOT NULL, status INTEGER NOT NULL, code TEXT, outcome TEXT NOT NULL, consumed INTEGER NOT NULL,
    timing_ms INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE day_counts (
    day TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL, outcome TEXT NOT NULL, requests INTEGER NOT NULL,
    PRIMARY KEY (day, key_id, endpoint, outcome)
  ) STRICT, WITHOUT ROWID;`;

const OLD_ROWS = `
  INSERT INTO keys VALUES ('abc', 'old', 'hash', 1, NULL);
  INSERT INTO packs VALUES ('p', 'abc', 10, 4, 9, 10, ${NOW}, ${NOW + 30 * DAY});`;

const SECOND_ROWS = `
  INSERT INTO requests VALUES (1, 'old', 'abc', 'product', 'us', 200, NULL, 'found', 1, 800, ${NOW - DAY});
  INSERT INTO day_counts VALUES ('2026-11-19', 'abc', 'product', 'found', 7), ('2026-11-19', 'abc', 'product', 'failed', 2);`;

function writeDatabase(path: string, sql: string): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describeStore('memoryStore', memoryStore);
describeStore('sqliteStore', (options) => sqliteStore(join(folder, `${files++}.db`), options));

describe('sqliteStore', () => {
  it('continues where it was after it was closed, and shares its file', async () => {
    const path = join(folder, 'shared.db');
    const first = sqliteStore(path, { now: () => NOW });
    const { id, key } = await createKey(first, 'first', NOW);
    await buyPack(first, id, packOffer('free', { requests: 2 }), NOW);
    const second = sqliteStore(path, { now: () => NOW });
    await second.ledger.commit(await first.ledger.reserve(id, { leaseMs: 1000 }));
    await first.close();
    await second.close();
    const third = sqliteStore(path, { now: () => NOW });
    expect(await verifyKey(third, key)).toMatchObject({ id });
    expect(await third.ledger.remaining(id)).toBe(1);
    await third.close();
  });

  it('gives one of the processes that start at once its first key', async () => {
    const path = join(folder, 'first-key.db');
    const stores = Array.from({ length: 4 }, () => sqliteStore(path));
    const made = await Promise.all(stores.map((store) => createFirstKey(store, 'first', NOW)));
    expect(made.filter((key) => key !== undefined)).toHaveLength(1);
    for (const store of stores) await store.close();
  });

  it('brings files of earlier releases up to date, and keeps their content', async () => {
    for (const [version, tables] of [FIRST_SCHEMA, FIRST_SCHEMA + SECOND_SCHEMA + SECOND_ROWS].entries()) {
      const path = join(folder, `old-${version}.db`);
      writeDatabase(path, `${tables} ${OLD_ROWS} PRAGMA user_version = ${version + 1}`);
      const store = sqliteStore(path, { now: () => NOW });
      expect(await store.listKeys()).toMatchObject([{ id: 'abc', name: 'old' }]);
      expect(await store.ledger.listPacks('abc')).toMatchObject([{ id: 'p', requests: 10, charged: 4, priceUsd: 9 }]);
      await store.ledger.commit(await store.ledger.reserve('abc', { leaseMs: 1000 }));
      await store.record(recordOf('abc', { requestId: 'new' }));
      expect(await store.ledger.remaining('abc')).toBe(5);
      const { requests } = await store.recentRequests({ limit: 9 });
      expect(requests.map(({ requestId, attempts }) => [requestId, attempts])).toEqual(
        version === 0
          ? [['new', 1]]
          : [
              ['new', 1],
              ['old', 0],
            ],
      );
      expect(
        await store.counts({ unit: 'day', since: NOW - DAY, until: NOW, by: ['period', 'marketplace'] }),
      ).toMatchObject([
        ...(version === 0 ? [] : [{ period: '2026-11-19', marketplace: '', counters: { found: 7, failed: 2 } }]),
        { period: '2026-11-20', marketplace: 'us', counters: { found: 1 } },
      ]);
      await store.close();
    }
  });

  it('refuses a file of a newer release', () => {
    const path = join(folder, 'newer.db');
    writeDatabase(
      path,
      `CREATE TABLE schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
       INSERT INTO schema_versions VALUES ('service', 99)`,
    );
    expect(() => sqliteStore(path)).toThrow(UnavailableError);
    expect(() => sqliteStore(path)).toThrow('the service tables have version 99, and this release of buybox knows 4');
  });

  it('drops old requests, and keeps their counts', async () => {
    for (const store of [memoryStore(), sqliteStore(join(folder, 'many.db'))]) {
      const { id } = await createKey(store, 'first', NOW);
      for (let request = 0; request < 11_000; request++) await store.record(recordOf(id));
      expect((await store.recentRequests({ limit: 20_000 })).requests).toHaveLength(10_000);
      const counts = await store.counts({ unit: 'day', since: NOW, until: NOW, by: [] });
      expect(counts).toMatchObject([{ counters: { found: 11_000 } }]);
      await store.close();
    }
  });
});
