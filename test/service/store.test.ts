import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UnavailableError, type Usage } from '../../src/index.ts';
import { createKey, revokeKey, rotateKey, verifyKey } from '../../src/service/keys.ts';
import { buyPack, packOffer } from '../../src/service/packs.ts';
import {
  memoryStore,
  type NewResponse,
  type RequestRecord,
  type ServiceStore,
  type StoreOptions,
  sqliteStore,
} from '../../src/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;
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

function writeDatabase(path: string, sql: string): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

const stores: [string, (options: StoreOptions) => ServiceStore][] = [
  ['memoryStore', memoryStore],
  ['sqliteStore', (options) => sqliteStore(join(folder, `${files++}.db`), options)],
];

function recordOf(keyId: string, changes: Partial<RequestRecord> = {}): RequestRecord {
  const record = { requestId: crypto.randomUUID(), keyId, endpoint: 'product', marketplace: 'us', status: 200 };
  return { ...record, code: null, outcome: 'found', consumed: 0, timingMs: 12, at: NOW, ...changes };
}

const LEASE = { leaseMs: 1_000 };

function responseOf(keyId: string, changes: Partial<NewResponse> = {}): NewResponse {
  const bodyFor = ({ requests_consumed, requests_remaining }: Usage) =>
    `consumed ${requests_consumed}, ${requests_remaining} left: \u4ef7\u683c`;
  const response = { keyId, idempotencyKey: 'key', fingerprint: 'call', requestId: 'a', found: true, bodyFor };
  return { ...response, expiresAt: NOW + 1_000, ...changes };
}

describe.each(stores)('%s', (_, open) => {
  async function setUp() {
    const store = open({ now: () => NOW });
    const { id, key } = await createKey(store, 'first', NOW);
    return { store, id, key };
  }

  it('verifies a key by its secret, and refuses other keys', async () => {
    const { store, id, key } = await setUp();
    expect(key).toMatch(/^bb_[0-9a-f]{12}_[\w-]{43}$/);
    expect(await verifyKey(store, key)).toMatchObject({ id, name: 'first', revokedAt: null });
    expect(JSON.stringify(await store.listKeys())).not.toContain(key.slice(16));
    for (const wrong of [undefined, '', 'bb_', `${key}x`, key.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')), id]) {
      expect(await verifyKey(store, wrong)).toBeUndefined();
    }
  });

  it('rotates a key: the old secret no longer works, credits stay', async () => {
    const { store, id, key } = await setUp();
    await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
    const next = await rotateKey(store, id);
    expect(await verifyKey(store, key)).toBeUndefined();
    expect(await verifyKey(store, next.key)).toMatchObject({ id });
    expect(await store.ledger.remaining(id)).toBe(5);
  });

  it('revokes a key for good', async () => {
    const { store, id, key } = await setUp();
    await revokeKey(store, id, NOW + 1);
    expect(await verifyKey(store, key)).toBeUndefined();
    expect(await store.listKeys()).toMatchObject([{ id, revokedAt: NOW + 1 }]);
    await expect(revokeKey(store, id, NOW + 2)).rejects.toThrow(`key: "${id}" is not a key of this store`);
    await expect(rotateKey(store, id)).rejects.toThrow('is not a key of this store');
    await expect(rotateKey(store, 'nobody')).rejects.toThrow('key: "nobody" is not a key of this store');
  });

  it('adds a pack to a key that it has, and to no other', async () => {
    const { store, id } = await setUp();
    const pack = await buyPack(store, id, packOffer('10000'), NOW);
    expect(pack).toMatchObject({
      keyId: id,
      requests: 10_000,
      charged: 0,
      priceUsd: 9,
      expiresAt: new Date(NOW + 30 * DAY),
    });
    expect(await store.ledger.listPacks(id)).toEqual([pack]);
    await expect(buyPack(store, 'nobody', packOffer('10000'), NOW)).rejects.toThrow('"nobody" is not a key');
  });

  it('charges a credit and stores the response in one step, once for each idempotency key', async () => {
    const { store, id } = await setUp();
    await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
    expect(await store.findResponse(id, 'key')).toBeUndefined();
    const first = await store.commitResponse(await store.ledger.reserve(id, LEASE), responseOf(id));
    expect(first).toEqual({
      fingerprint: 'call',
      requestId: 'a',
      found: true,
      body: 'consumed 1, 4 left: \u4ef7\u683c',
    });
    expect(await store.findResponse(id, 'key')).toEqual(first);
    expect(await store.findResponse('other', 'key')).toBeUndefined();
    const reservation = await store.ledger.reserve(id, LEASE);
    expect(await store.commitResponse(reservation, responseOf(id, { requestId: 'b', found: false }))).toEqual(first);
    expect(await store.ledger.release(reservation)).toEqual({ requests_consumed: 0, requests_remaining: 4 });
  });

  it('neither charges nor stores if the response cannot be written', async () => {
    const { store, id } = await setUp();
    await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
    const reservation = await store.ledger.reserve(id, LEASE);
    const bodyFor = () => {
      throw new Error('no body');
    };
    await expect(store.commitResponse(reservation, responseOf(id, { bodyFor }))).rejects.toThrow('no body');
    expect(await store.findResponse(id, 'key')).toBeUndefined();
  });

  it('does not store a response that was not charged', async () => {
    const { store, id } = await setUp();
    await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
    const unknown = { id: 'released', keyId: id };
    expect(await store.commitResponse(unknown, responseOf(id))).toMatchObject({
      body: expect.stringContaining('consumed 0'),
    });
    expect(await store.findResponse(id, 'key')).toBeUndefined();
  });

  it('forgets a response when it expires', async () => {
    const clock = { now: NOW };
    const store = open({ now: () => clock.now });
    const { id } = await createKey(store, 'first', NOW);
    await buyPack(store, id, packOffer('free', { requests: 5 }), NOW);
    await store.commitResponse(await store.ledger.reserve(id, LEASE), responseOf(id));
    clock.now += 1_000;
    expect(await store.findResponse(id, 'key')).toBeUndefined();
    const again = responseOf(id, { requestId: 'b', expiresAt: clock.now + 1_000 });
    await store.commitResponse(await store.ledger.reserve(id, LEASE), again);
    expect(await store.findResponse(id, 'key')).toMatchObject({ requestId: 'b' });
  });

  it('drops the oldest responses beyond its limit of bytes', async () => {
    const store = open({ now: () => NOW, responseBytes: 20_000 });
    const { id } = await createKey(store, 'first', NOW);
    await buyPack(store, id, packOffer('10000'), NOW);
    for (let call = 0; call < 200; call++) {
      const body = randomBytes(500).toString('hex');
      const response = responseOf(id, {
        idempotencyKey: `key-${call}`,
        expiresAt: NOW + 1_000 + call,
        bodyFor: () => body,
      });
      await store.commitResponse(await store.ledger.reserve(id, LEASE), response);
    }
    expect(await store.findResponse(id, 'key-0')).toBeUndefined();
    expect(await store.findResponse(id, 'key-99')).toBeUndefined();
    expect(await store.findResponse(id, 'key-195')).toBeDefined();
  });

  it('returns recent requests, newest first, and counts them by day, endpoint and outcome', async () => {
    const { store, id } = await setUp();
    const other = await createKey(store, 'other', NOW);
    await store.record(recordOf(id, { requestId: 'a', consumed: 1 }));
    await store.record(recordOf(id, { requestId: 'b', status: 400, code: 'INVALID_PARAMETER', outcome: 'rejected' }));
    await store.record(recordOf(other.id, { requestId: 'c', at: NOW - DAY }));
    await store.record(recordOf(other.id, { requestId: 'd', at: NOW }));
    expect((await store.recentRequests({ limit: 2 })).map(({ requestId }) => requestId)).toEqual(['d', 'c']);
    expect(await store.recentRequests({ keyId: id, limit: 9 })).toEqual([
      recordOf(id, { requestId: 'b', status: 400, code: 'INVALID_PARAMETER', outcome: 'rejected' }),
      recordOf(id, { requestId: 'a', consumed: 1 }),
    ]);
    expect(await store.dayCounts({ since: '2026-11-20' })).toEqual([
      { day: '2026-11-20', endpoint: 'product', outcome: 'found', requests: 2 },
      { day: '2026-11-20', endpoint: 'product', outcome: 'rejected', requests: 1 },
    ]);
    expect(await store.dayCounts({ keyId: other.id, since: '2026-11-01' })).toHaveLength(2);
  });
});

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

  it('brings files of earlier releases up to date, and keeps their content', async () => {
    for (const [version, tables] of [FIRST_SCHEMA, FIRST_SCHEMA + SECOND_SCHEMA].entries()) {
      const path = join(folder, `old-${version}.db`);
      writeDatabase(path, `${tables} ${OLD_ROWS} PRAGMA user_version = ${version + 1}`);
      const store = sqliteStore(path, { now: () => NOW });
      expect(await store.listKeys()).toMatchObject([{ id: 'abc', name: 'old' }]);
      expect(await store.ledger.listPacks('abc')).toMatchObject([{ id: 'p', requests: 10, charged: 4, priceUsd: 9 }]);
      await store.ledger.commit(await store.ledger.reserve('abc', { leaseMs: 1000 }));
      await store.record(recordOf('abc'));
      expect(await store.ledger.remaining('abc')).toBe(5);
      expect(await store.recentRequests({ limit: 9 })).toHaveLength(1);
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
    expect(() => sqliteStore(path)).toThrow('the service tables have version 99, and this release of buybox knows 3');
  });

  it('drops old requests, and keeps their counts', { timeout: 20_000 }, async () => {
    for (const store of [memoryStore(), sqliteStore(join(folder, 'many.db'))]) {
      const { id } = await createKey(store, 'first', NOW);
      for (let request = 0; request < 11_000; request++) await store.record(recordOf(id));
      expect(await store.recentRequests({ limit: 20_000 })).toHaveLength(10_000);
      expect(await store.dayCounts({ since: '2026-01-01' })).toMatchObject([{ requests: 11_000 }]);
      await store.close();
    }
  });
});
