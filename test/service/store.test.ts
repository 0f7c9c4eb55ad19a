import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/entries/index.ts';
import { memoryStore, sqliteStore } from '../../src/entries/service.ts';
import { buyPack, createFirstKey, createKey, packOffer, verifyKey } from '../../src/service/keys.ts';
import { NOW, recordOf } from './records.ts';
import { describeStore } from './store-suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

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

  it('refuses a file of a newer release', () => {
    const path = join(folder, 'newer.db');
    writeDatabase(
      path,
      `CREATE TABLE schema_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
       INSERT INTO schema_versions VALUES ('service', 99)`,
    );
    expect(() => sqliteStore(path)).toThrow(UnavailableError);
    expect(() => sqliteStore(path)).toThrow('the service tables have version 99, and this release of buybox knows 2');
  });

  it('continues a file of version 1, whose keys and packs it keeps', async () => {
    const path = join(folder, 'first-version.db');
    const before = sqliteStore(path, { now: () => NOW });
    const { id, key } = await createKey(before, 'first', NOW);
    await buyPack(before, id, packOffer('5'), NOW);
    await before.close();
    writeDatabase(
      path,
      `DROP TABLE counts; DROP TABLE requests; UPDATE schema_versions SET version = 1 WHERE name = 'service';
       CREATE TABLE requests (number INTEGER PRIMARY KEY, details TEXT) STRICT;
       CREATE TABLE request_counts (unit TEXT) STRICT; CREATE TABLE code_counts (unit TEXT) STRICT`,
    );
    const store = sqliteStore(path, { now: () => NOW });
    await store.record(recordOf(id));
    expect(await verifyKey(store, key)).toMatchObject({ id });
    expect(await store.ledger.remaining(id)).toBe(5);
    expect((await store.recentRequests({ limit: 9 })).requests).toHaveLength(1);
    await store.close();
  });

  it('drops old requests, and keeps their counts', async () => {
    const store = sqliteStore(':memory:', { now: () => NOW });
    const { id } = await createKey(store, 'first', NOW);
    for (let request = 0; request < 11_000; request++) await store.record(recordOf(id));
    expect((await store.recentRequests({ limit: 20_000 })).requests).toHaveLength(10_000);
    expect(await store.counts({ since: NOW, until: NOW })).toMatchObject([{ found: 11_000 }]);
    await store.close();
  });
});
