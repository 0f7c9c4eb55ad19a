import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { QuotaExceededError, RateLimitError } from '../../src/index.ts';
import { createKey, revokeKey, rotateKey, verifyKey } from '../../src/service/keys.ts';
import { buyPack, packOffer } from '../../src/service/packs.ts';
import { MIGRATIONS } from '../../src/service/sqlite-schema.ts';
import {
  memoryStore,
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

const stores: [string, (options: StoreOptions) => ServiceStore][] = [
  ['memoryStore', memoryStore],
  ['sqliteStore', (options) => sqliteStore(join(folder, `${files++}.db`), options)],
];

function recordOf(keyId: string, changes: Partial<RequestRecord> = {}): RequestRecord {
  const record = { requestId: crypto.randomUUID(), keyId, endpoint: 'product', marketplace: 'us', status: 200 };
  return { ...record, code: null, outcome: 'found', consumed: 0, timingMs: 12, at: NOW, ...changes };
}

describe.each(stores)('%s', (_, open) => {
  async function setUp(...packs: { requests: number; validDays?: number; connections?: number }[]) {
    const clock = { now: NOW };
    const store = open({ now: () => clock.now });
    const { id, key } = await createKey(store, 'first', NOW);
    for (const pack of packs) await buyPack(store, id, packOffer('free', pack), NOW);
    return { clock, store, id, key };
  }

  it('verifies a key by its secret, and no other', async () => {
    const { store, id, key } = await setUp();
    expect(key).toMatch(/^bb_[0-9a-f]{12}_[\w-]{43}$/);
    expect(await verifyKey(store, key)).toMatchObject({ id, name: 'first', revokedAt: null });
    expect(JSON.stringify(await store.listKeys())).not.toContain(key.slice(16));
    for (const wrong of [undefined, '', 'bb_', `${key}x`, key.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')), id]) {
      expect(await verifyKey(store, wrong)).toBeUndefined();
    }
  });

  it('rotates a key: the old secret is refused, credits stay', async () => {
    const { store, id, key } = await setUp({ requests: 5 });
    const next = await rotateKey(store, id);
    expect(await verifyKey(store, key)).toBeUndefined();
    expect(await verifyKey(store, next.key)).toMatchObject({ id });
    expect(await store.remaining(id)).toBe(5);
  });

  it('revokes a key for good', async () => {
    const { store, id, key } = await setUp();
    await revokeKey(store, id, NOW + 1);
    expect(await verifyKey(store, key)).toBeUndefined();
    expect(await store.listKeys()).toMatchObject([{ id, revokedAt: NOW + 1 }]);
    await expect(revokeKey(store, id, NOW + 2)).rejects.toThrow(`key: "${id}" is no key`);
    await expect(rotateKey(store, id)).rejects.toThrow('is no key of this store');
    await expect(rotateKey(store, 'nobody')).rejects.toThrow('key: "nobody" is no key of this store');
  });

  it('refuses packs of a key that it does not know', async () => {
    const { store } = await setUp();
    await expect(async () => buyPack(store, 'nobody', packOffer('10000'), NOW)).rejects.toThrow('"nobody" is no key');
  });

  it('charges a credit for an answer and none for a failure', async () => {
    const { store, id } = await setUp({ requests: 3 });
    const held = await store.reserve(id, 1000);
    expect(held.remaining).toBe(3);
    expect(await store.commit(held.id, recordOf(id))).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    const other = await store.reserve(id, 1000);
    expect(await store.release(other.id, recordOf(id))).toEqual({ requests_consumed: 0, requests_remaining: 2 });
  });

  it('sums credits over active packs and charges the one that expires first', async () => {
    const { store, id, clock } = await setUp({ requests: 5, validDays: 60 }, { requests: 2, validDays: 30 });
    expect(await store.remaining(id)).toBe(7);
    for (let call = 0; call < 3; call++) await store.commit((await store.reserve(id, 1000)).id, recordOf(id));
    expect((await store.listPacks(id)).map(({ requests, charged }) => [requests, charged])).toEqual([
      [2, 2],
      [5, 1],
    ]);
    clock.now = NOW + 60 * DAY - 1;
    expect(await store.remaining(id)).toBe(4);
    clock.now = NOW + 60 * DAY;
    expect(await store.remaining(id)).toBe(0);
    await expect(async () => store.reserve(id, 1000)).rejects.toThrow(QuotaExceededError);
  });

  it('never overdraws: a credit that is set aside is not given twice', async () => {
    const { store, id } = await setUp({ requests: 2 });
    const first = await store.reserve(id, 1000);
    await store.reserve(id, 1000);
    await expect(async () => store.reserve(id, 1000)).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      usage: { requests_consumed: 0, requests_remaining: 2 },
    });
    await store.release(first.id, recordOf(id));
    await store.reserve(id, 1000);
  });

  it('limits calls at once to the largest connections of the packs', async () => {
    const { store, id } = await setUp({ requests: 50, connections: 2 }, { requests: 50, connections: 3 });
    const held = await Promise.all([1, 2, 3].map(() => store.reserve(id, 1000)));
    await expect(async () => store.reserve(id, 1000)).rejects.toThrow(RateLimitError);
    await expect(async () => store.reserve(id, 1000)).rejects.toMatchObject({
      retryAfterMs: 1000,
      usage: { requests_remaining: 100 },
    });
    await store.commit(held[0]?.id ?? '', recordOf(id));
    await store.reserve(id, 1000);
  });

  it("keeps one key's calls and credits apart from another's", async () => {
    const { store, id } = await setUp({ requests: 5, connections: 1 });
    const other = await createKey(store, 'other', NOW);
    await store.reserve(id, 1000);
    await expect(async () => store.reserve(other.id, 1000)).rejects.toThrow(QuotaExceededError);
    await buyPack(store, other.id, packOffer('10000'), NOW);
    await store.reserve(other.id, 1000);
    expect(await store.remaining(id)).toBe(5);
  });

  it('frees reservations that lapsed, and keeps those that are renewed', async () => {
    const { store, id, clock } = await setUp({ requests: 2 });
    const kept = await store.reserve(id, 1000);
    const lost = await store.reserve(id, 1000);
    clock.now += 999;
    await store.renew([kept.id], 1000);
    await expect(async () => store.reserve(id, 1000)).rejects.toThrow(QuotaExceededError);
    clock.now += 1;
    await store.reserve(id, 1000);
    await expect(async () => store.reserve(id, 1000)).rejects.toThrow(QuotaExceededError);
    expect(await store.remaining(id)).toBe(2);
    // A call that outlived its reservation is charged while credits are left, never beyond them.
    for (const each of [kept, lost, kept]) await store.commit(each.id, recordOf(id));
    expect(await store.remaining(id)).toBe(0);
    expect(await store.listPacks(id)).toMatchObject([{ requests: 2, charged: 2 }]);
  });

  it('charges a reservation to its own pack, also when that expires meanwhile', async () => {
    const { store, id, clock } = await setUp({ requests: 2, validDays: 1 }, { requests: 2, validDays: 2 });
    clock.now = NOW + DAY - 1;
    const held = await store.reserve(id, 60_000);
    clock.now = NOW + DAY;
    expect(await store.commit(held.id, recordOf(id))).toEqual({ requests_consumed: 1, requests_remaining: 2 });
    expect(await store.listPacks(id)).toMatchObject([{ charged: 1 }, { charged: 0 }]);
  });

  it('remembers recent requests, newest first, and counts them by day, endpoint and outcome', async () => {
    const { store, id } = await setUp({ requests: 2 });
    const other = await createKey(store, 'other', NOW);
    await store.commit((await store.reserve(id, 1000)).id, recordOf(id, { requestId: 'a' }));
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

  it('keeps its promise over a thousand random steps', async () => {
    const { store, id, clock } = await setUp({ requests: 40, connections: 7 }, { requests: 30, validDays: 1 });
    const open = new Set<string>();
    let charged = 0;
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const reserve = async () => store.reserve(id, 1e9);
    for (let step = 0; step < 1000; step++) {
      if (random() < 0.5) {
        const held = await reserve().catch(() => undefined);
        if (held !== undefined) open.add(held.id);
      } else {
        const [first] = open;
        if (first === undefined) continue;
        open.delete(first);
        if (random() < 0.3) charged += (await store.commit(first, recordOf(id))).requests_consumed;
        else await store.release(first, recordOf(id));
      }
      clock.now += 1;
      expect(open.size).toBeLessThanOrEqual(10);
    }
    const packs = await store.listPacks(id);
    expect(packs.reduce((sum, pack) => sum + pack.charged, 0)).toBe(charged);
  });
});

describe('sqliteStore', () => {
  it('goes on where it was after it was closed, and shares its file', async () => {
    const path = join(folder, 'shared.db');
    const first = sqliteStore(path, { now: () => NOW });
    const { id, key } = await createKey(first, 'first', NOW);
    await buyPack(first, id, packOffer('free', { requests: 2 }), NOW);
    const second = sqliteStore(path, { now: () => NOW });
    const held = await first.reserve(id, 1000);
    await second.reserve(id, 1000);
    await expect(async () => second.reserve(id, 1000)).rejects.toThrow(QuotaExceededError);
    await first.commit(held.id, recordOf(id));
    await first.close();
    await second.close();
    const third = sqliteStore(path, { now: () => NOW + 1000 });
    expect(await verifyKey(third, key)).toMatchObject({ id });
    expect(await third.remaining(id)).toBe(1);
    await third.reserve(id, 1000);
    await third.close();
  });

  it('brings a file of the first schema up to date, and keeps what is in it', async () => {
    const path = join(folder, 'old.db');
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const old = new DatabaseSync(path);
    old.exec(MIGRATIONS[0] ?? '');
    old.exec("PRAGMA user_version = 1; INSERT INTO keys VALUES ('abc', 'old', 'hash', 1, NULL)");
    old.close();
    const store = sqliteStore(path);
    expect(await store.listKeys()).toMatchObject([{ id: 'abc', name: 'old' }]);
    expect(await store.recentRequests({ limit: 1 })).toEqual([]);
    await store.close();
  });

  it('refuses a file of a newer release', () => {
    const path = join(folder, 'newer.db');
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 99');
    newer.close();
    expect(() => sqliteStore(path)).toThrow('the store has schema 99, this release knows 2; use a newer release');
  });

  it('drops old requests one by one, and keeps their counts', { timeout: 20_000 }, async () => {
    for (const store of [memoryStore(), sqliteStore(join(folder, 'many.db'))]) {
      const { id } = await createKey(store, 'first', NOW);
      for (let request = 0; request < 11_000; request++) await store.record(recordOf(id));
      expect(await store.recentRequests({ limit: 20_000 })).toHaveLength(10_000);
      expect(await store.dayCounts({ since: '2026-01-01' })).toMatchObject([{ requests: 11_000 }]);
      await store.close();
    }
  });
});
