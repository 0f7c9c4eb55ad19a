/** The store in a file: Node's own SQLite, shared by processes of one machine, safe against a kill at any instant. */
import { randomUUID } from 'node:crypto';
import type { Usage } from '../contract/envelope.ts';
import type { StoreOptions } from './memory-store.ts';
import { Database } from './sqlite-database.ts';
import { migrate } from './sqlite-schema.ts';
import {
  type DayCount,
  dayOf,
  type HeldCredit,
  KEPT_REQUESTS,
  noCreditLeft,
  noSuchKey,
  type RequestRecord,
  type ServiceStore,
  type StoredKey,
  type StoredPack,
  tooManyCalls,
} from './store.ts';

/** Old requests are dropped once for so many new ones. */
const TRIM_EVERY = 1_000;

const KEY = 'id, name, hash, created_at AS createdAt, revoked_at AS revokedAt';
const PACK = `id, key_id AS keyId, requests, charged, price_usd AS priceUsd, connections,
  valid_from AS validFrom, valid_until AS validUntil`;
const REQUEST = `request_id AS requestId, key_id AS keyId, endpoint, marketplace, status, code, outcome, consumed,
  timing_ms AS timingMs, at`;
const IS_ACTIVE = 'key_id = :keyId AND valid_from <= :now AND :now < valid_until';

/**
 * A store in a SQLite file (write-ahead log, one writer at a time over all processes). Every transaction survives a kill of the process; the
 * last ones may be undone by a power cut, as the disk is not waited for.
 *
 * @param path Made when it is not there.
 * @throws UnavailableError for a file of a newer release
 */
export function sqliteStore(path: string, { now = Date.now }: StoreOptions = {}): ServiceStore {
  // Loaded when it is used: the module warns that it is new on some versions of Node.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path);
  database.exec(
    `PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;
     PRAGMA wal_autocheckpoint = 4000`,
  );
  migrate(database);
  return new SqliteStore(new Database(database), now);
}

class SqliteStore implements ServiceStore {
  readonly #database: Database;
  readonly #now: () => number;
  #written = 0;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  addKey({ id, name, hash, createdAt, revokedAt }: StoredKey): void {
    this.#database.run('INSERT INTO keys (id, name, hash, created_at, revoked_at) VALUES (?, ?, ?, ?, ?)', [
      id,
      name,
      hash,
      createdAt,
      revokedAt,
    ]);
  }

  findKey(id: string): StoredKey | undefined {
    return this.#database.get<StoredKey>(`SELECT ${KEY} FROM keys WHERE id = ?`, [id]);
  }

  listKeys(): StoredKey[] {
    return this.#database.all<StoredKey>(`SELECT ${KEY} FROM keys ORDER BY created_at, id`);
  }

  replaceHash(keyId: string, hash: string): boolean {
    return this.#database.run('UPDATE keys SET hash = ? WHERE id = ? AND revoked_at IS NULL', [hash, keyId]) === 1;
  }

  revokeKey(keyId: string, at: number): boolean {
    return this.#database.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', [at, keyId]) === 1;
  }

  addPack(pack: Omit<StoredPack, 'id' | 'charged'>): StoredPack {
    const stored = { ...pack, id: randomUUID(), charged: 0 };
    const { id, keyId, requests, priceUsd, connections, validFrom, validUntil } = stored;
    return this.#database.transaction(() => {
      if (this.findKey(keyId) === undefined) throw noSuchKey(keyId);
      this.#database.run(
        `INSERT INTO packs (id, key_id, requests, price_usd, connections, valid_from, valid_until)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        [id, keyId, requests, priceUsd, connections, validFrom, validUntil],
      );
      return stored;
    });
  }

  listPacks(keyId?: string): StoredPack[] {
    const order = 'ORDER BY valid_until, id';
    return keyId === undefined
      ? this.#database.all<StoredPack>(`SELECT ${PACK} FROM packs ${order}`)
      : this.#database.all<StoredPack>(`SELECT ${PACK} FROM packs WHERE key_id = ? ${order}`, [keyId]);
  }

  reserve(keyId: string, leaseMs: number): HeldCredit {
    const now = this.#now();
    return this.#database.transaction(() => {
      this.#database.run('DELETE FROM reservations WHERE lapses_at <= ?', [now]);
      const { remaining, connections } = this.account(keyId);
      const running = this.running(keyId);
      if (remaining > 0 && running >= connections) throw tooManyCalls(connections, remaining);
      const pack = this.#database.get<{ id: string }>(
        `SELECT id FROM packs WHERE ${IS_ACTIVE}
           AND charged + (SELECT count(*) FROM reservations WHERE key_id = packs.key_id AND pack_id = packs.id) < requests
         ORDER BY valid_until, id LIMIT 1`,
        { keyId, now },
      );
      if (pack === undefined) throw noCreditLeft(remaining);
      const id = randomUUID();
      const values = [id, keyId, pack.id, now + leaseMs];
      this.#database.run('INSERT INTO reservations (id, key_id, pack_id, lapses_at) VALUES (?, ?, ?, ?)', values);
      return { id, remaining };
    });
  }

  renew(reservationIds: readonly string[], leaseMs: number): void {
    const lapsesAt = this.#now() + leaseMs;
    this.#database.transaction(() => {
      for (const id of reservationIds)
        this.#database.run('UPDATE reservations SET lapses_at = ? WHERE id = ?', [lapsesAt, id]);
    });
  }

  commit(reservationId: string, record: RequestRecord): Usage {
    return this.#database.transaction(() => {
      const sql = 'DELETE FROM reservations WHERE id = ? RETURNING pack_id AS id';
      const held = this.#database.get<{ id: string }>(sql, [reservationId]);
      // A reservation that lapsed while its process stood still is charged as far as credits are left.
      const pack = held ?? this.packWithCredit(record.keyId);
      if (pack === undefined) return this.settled(record, 0);
      this.#database.run('UPDATE packs SET charged = min(requests, charged + 1) WHERE id = ?', [pack.id]);
      return this.settled(record, 1);
    });
  }

  release(reservationId: string, record: RequestRecord): Usage {
    return this.#database.transaction(() => {
      this.#database.run('DELETE FROM reservations WHERE id = ?', [reservationId]);
      return this.settled(record, 0);
    });
  }

  remaining(keyId: string): number {
    return this.account(keyId).remaining;
  }

  record(record: RequestRecord): void {
    this.#database.transaction(() => this.write(record));
  }

  recentRequests({ keyId, limit }: { keyId?: string | undefined; limit: number }): RequestRecord[] {
    const order = 'ORDER BY number DESC LIMIT ?';
    return keyId === undefined
      ? this.#database.all<RequestRecord>(`SELECT ${REQUEST} FROM requests ${order}`, [limit])
      : this.#database.all<RequestRecord>(`SELECT ${REQUEST} FROM requests WHERE key_id = ? ${order}`, [keyId, limit]);
  }

  dayCounts({ keyId, since }: { keyId?: string | undefined; since: string }): DayCount[] {
    const ofKey = keyId === undefined ? '' : 'AND key_id = ?';
    return this.#database.all<DayCount>(
      `SELECT day, endpoint, outcome, sum(requests) AS requests FROM day_counts WHERE day >= ? ${ofKey}
       GROUP BY day, endpoint, outcome ORDER BY day, endpoint, outcome`,
      keyId === undefined ? [since] : [since, keyId],
    );
  }

  close(): void {
    this.#database.close();
  }

  private account(keyId: string): { remaining: number; connections: number } {
    const account = this.#database.get<{ remaining: number; connections: number }>(
      `SELECT coalesce(sum(requests - charged), 0) AS remaining, coalesce(max(connections), 0) AS connections
       FROM packs WHERE ${IS_ACTIVE}`,
      { keyId, now: this.#now() },
    );
    return account ?? { remaining: 0, connections: 0 };
  }

  private running(keyId: string): number {
    const sql = 'SELECT count(*) AS running FROM reservations WHERE key_id = ?';
    return this.#database.get<{ running: number }>(sql, [keyId])?.running ?? 0;
  }

  private packWithCredit(keyId: string): { id: string } | undefined {
    const sql = `SELECT id FROM packs WHERE ${IS_ACTIVE} AND charged < requests ORDER BY valid_until, id LIMIT 1`;
    return this.#database.get(sql, { keyId, now: this.#now() });
  }

  private settled(record: RequestRecord, consumed: 0 | 1): Usage {
    this.write({ ...record, consumed });
    return { requests_consumed: consumed, requests_remaining: this.remaining(record.keyId) };
  }

  private write(record: RequestRecord): void {
    const { requestId, keyId, endpoint, marketplace, status, code, outcome, consumed, timingMs, at } = record;
    this.#database.run(
      `INSERT INTO requests (request_id, key_id, endpoint, marketplace, status, code, outcome, consumed, timing_ms, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [requestId, keyId, endpoint, marketplace, status, code, outcome, consumed, timingMs, at],
    );
    this.#database.run(
      `INSERT INTO day_counts (day, key_id, endpoint, outcome, requests) VALUES (?, ?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET requests = requests + 1`,
      [dayOf(at), keyId, endpoint, outcome],
    );
    if (++this.#written % TRIM_EVERY === 0) {
      this.#database.run('DELETE FROM requests WHERE number <= (SELECT max(number) FROM requests) - ?', [
        KEPT_REQUESTS,
      ]);
    }
  }
}
