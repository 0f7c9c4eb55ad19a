/** The store in a SQLite file, which processes of one machine may share. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { AccountLedger } from '../ledger/credits.ts';
import type { CommitOptions, Reservation } from '../ledger/ledger.ts';
import { LEDGER_SCHEMA, SqliteAccounts } from '../ledger/stores/sqlite-ledger.ts';
import { readOptions } from '../options/table.ts';
import { COMMIT_WAIT_MS, Database, type FileKind, type Schema, steadyTime } from '../sqlite/database.ts';
import {
  addedTo,
  type CallCounts,
  type CountFilter,
  HOUR_MS,
  HOURS_KEPT,
  type HourCounts,
  hourOf,
  NO_CALLS,
  pageOf,
  type RequestFilter,
  type RequestPage,
  type RequestRecord,
} from './request-record.ts';
import {
  type CommittedResponse,
  KEPT_REQUESTS,
  type KeyChanges,
  type KeyFilter,
  LARGEST_BODY,
  type NewResponse,
  type ServiceStore,
  STORE_OPTIONS,
  type StoredKey,
  type StoredResponse,
  type StoreOptions,
  unknownPosition,
} from './store.ts';

/**
 * Records and counts are a JSON text: a new member needs no new step. The key '' of the counts is all keys together. Expiries and sizes of responses are in an
 * index, so that no body is read to find what to drop.
 */
const SCHEMA: Schema = {
  name: 'service',
  steps: [
    `CREATE TABLE keys (
       id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE responses (
       key_id TEXT NOT NULL, idempotency_key TEXT NOT NULL, fingerprint TEXT NOT NULL, request_id TEXT NOT NULL,
       found INTEGER NOT NULL, expires_at INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL,
       PRIMARY KEY (key_id, idempotency_key)
     ) STRICT;
     CREATE INDEX responses_by_expiry ON responses (expires_at, size)`,
    // The first step made other tables for the log and its counts.
    `DROP TABLE IF EXISTS requests; DROP TABLE IF EXISTS request_counts; DROP TABLE IF EXISTS code_counts;
     CREATE TABLE requests (
       number INTEGER PRIMARY KEY, request_id TEXT NOT NULL, key_id TEXT NOT NULL, record TEXT NOT NULL
     ) STRICT;
     CREATE TABLE counts (
       hour TEXT NOT NULL, key_id TEXT NOT NULL, counts TEXT NOT NULL, PRIMARY KEY (hour, key_id)
     ) STRICT, WITHOUT ROWID`,
  ],
};

const STORE_FILE: FileKind = { table: 'keys', schemas: [SCHEMA, LEDGER_SCHEMA] };

/** The log is trimmed once per so many new requests, the responses once per so many new ones. */
const TRIM_EVERY = { requests: 1_000, responses: 100 };
/** Bytes of all responses. */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * Returns a store in a SQLite file. A process that is killed at any time leaves a file that is whole; a power cut can undo the last changes.
 *
 * @param path The file is created if it does not exist.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, a path that cannot be opened, and a file that is not a store
 * @throws UnavailableError if a newer release of buybox has written the file
 */
export function sqliteStore(path: string, options: StoreOptions = {}): ServiceStore {
  const settings = readOptions('sqliteStore', STORE_OPTIONS, options);
  return new SqliteStore(new Database(path, STORE_FILE), settings);
}

/** Returns a store in memory: SQLite without a file. Its content ends with the process. @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option */
export function memoryStore(options: StoreOptions = {}): ServiceStore {
  const settings = readOptions('memoryStore', STORE_OPTIONS, options);
  return new SqliteStore(new Database(':memory:', STORE_FILE), settings);
}

class SqliteStore implements ServiceStore {
  readonly ledger: AccountLedger;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #mostBytes: number;
  #recorded = 0;
  #stored = 0;

  constructor(database: Database, { now = Date.now, responseBytes = MOST_BYTES }: StoreOptions) {
    this.#database = database;
    this.#now = now;
    this.#mostBytes = responseBytes;
    this.ledger = new AccountLedger(new SqliteAccounts(database, now));
  }

  async addKey({ id, name, hash, createdAt, revokedAt }: StoredKey, { isFirst = false } = {}): Promise<boolean> {
    return this.changesOne(
      `INSERT INTO keys SELECT ?, ?, ?, ?, ? ${isFirst ? 'WHERE NOT EXISTS (SELECT 1 FROM keys)' : ''}`,
      [id, name, hash, createdAt, revokedAt],
    );
  }

  async listKeys({ id, skip = 0, limit = -1 }: KeyFilter = {}): Promise<StoredKey[]> {
    const sql = `SELECT id, name, hash, created_at AS createdAt, revoked_at AS revokedAt FROM keys
      ${id === undefined ? 'ORDER BY created_at, id' : 'WHERE id = ?'} LIMIT ? OFFSET ?`;
    const values = [...(id === undefined ? [] : [id]), limit, skip];
    return this.#database.read(() => this.#database.all<StoredKey>(sql, values));
  }

  async changeKey(keyId: string, { hash, revokedAt }: KeyChanges): Promise<boolean> {
    const sql = 'UPDATE keys SET hash = coalesce(?, hash), revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
    return this.changesOne(sql, [hash ?? null, revokedAt ?? null, keyId]);
  }

  async findResponse(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined> {
    return this.#database.read(() => this.responseFor(keyId, idempotencyKey));
  }

  async commitResponse(
    reservation: Reservation,
    response: NewResponse,
    { signal }: CommitOptions = {},
  ): Promise<CommittedResponse> {
    const { keyId, idempotencyKey, fingerprint, requestId, found, keepMs, bodyFor } = response;
    const commit = () => {
      const known = this.responseFor(keyId, idempotencyKey);
      if (known !== undefined) return known;
      const usage = this.ledger.charge(reservation);
      const body = bodyFor(usage);
      if (usage.requests_consumed > 0) {
        const bytes = gzipSync(body);
        const expiresAt = steadyTime() + keepMs;
        this.#database.run(
          `INSERT OR REPLACE INTO responses (key_id, idempotency_key, fingerprint, request_id, found, expires_at, size, body)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
          [keyId, idempotencyKey, fingerprint, requestId, found ? 1 : 0, expiresAt, bytes.byteLength, bytes],
        );
        if (++this.#stored % TRIM_EVERY.responses === 0) this.trimResponses();
      }
      return { fingerprint, requestId, found, body, usage };
    };
    return this.#database.write(commit, { waitMs: COMMIT_WAIT_MS, signal });
  }

  async record(record: RequestRecord): Promise<void> {
    const { requestId, keyId, at } = record;
    await this.#database.write(() => {
      const values = [requestId, keyId, JSON.stringify(record)];
      this.#database.run('INSERT INTO requests (request_id, key_id, record) VALUES (?, ?, ?)', values);
      for (const id of [keyId, '']) {
        const group = [hourOf(at), id];
        const known = this.#database.get<Row>('SELECT counts AS text FROM counts WHERE hour = ? AND key_id = ?', group);
        const counts = addedTo(known === undefined ? NO_CALLS : (JSON.parse(known.text) as CallCounts), record);
        this.#database.run('INSERT OR REPLACE INTO counts VALUES (?, ?, ?)', [...group, JSON.stringify(counts)]);
      }
      if (++this.#recorded % TRIM_EVERY.requests !== 0) return;
      this.#database.run('DELETE FROM counts WHERE hour < ?', [hourOf(this.#now() - HOURS_KEPT * HOUR_MS)]);
      const old = 'DELETE FROM requests WHERE number <= (SELECT max(number) FROM requests) - ?';
      this.#database.run(old, [KEPT_REQUESTS]);
    });
  }

  async recentRequests({ keyId, requestId, after, limit }: RequestFilter): Promise<RequestPage> {
    if (after !== undefined && !/^\d{1,15}$/.test(after)) throw unknownPosition(after);
    const sql = `SELECT number, record AS text FROM requests WHERE number < ? AND key_id = coalesce(?, key_id)
      AND request_id = coalesce(?, request_id) ORDER BY number DESC LIMIT ?`;
    const values = [Number(after ?? Number.MAX_SAFE_INTEGER), keyId ?? null, requestId ?? null, limit + 1];
    const rows = await this.#database.read(() => this.#database.all<Row & { number: number }>(sql, values));
    const found = rows.map(({ text, number }) => ({
      record: JSON.parse(text) as RequestRecord,
      position: String(number),
    }));
    return pageOf(found, limit);
  }

  async counts({ since, until, keyId = '' }: CountFilter): Promise<HourCounts[]> {
    const sql = 'SELECT hour, counts AS text FROM counts WHERE hour BETWEEN ? AND ? AND key_id = ? ORDER BY hour';
    const values = [hourOf(since), hourOf(until), keyId];
    const rows = await this.#database.read(() => this.#database.all<Row & { hour: string }>(sql, values));
    return rows.map(({ hour, text }) => ({ hour, ...(JSON.parse(text) as CallCounts) }));
  }

  async close(): Promise<void> {
    await this.ledger.close();
  }

  private responseFor(keyId: string, idempotencyKey: string): StoredResponse | undefined {
    const row = this.#database.get<Omit<StoredResponse, 'found' | 'body'> & { found: number; body: Uint8Array }>(
      `SELECT fingerprint, request_id AS requestId, found, body FROM responses
       WHERE key_id = ? AND idempotency_key = ? AND expires_at > ?`,
      [keyId, idempotencyKey, steadyTime()],
    );
    if (row === undefined) return undefined;
    const body = gunzipSync(row.body, { maxOutputLength: LARGEST_BODY }).toString();
    return { ...row, found: row.found === 1, body };
  }

  private trimResponses(): void {
    this.#database.run('DELETE FROM responses WHERE expires_at <= ?', [steadyTime()]);
    const sql = 'SELECT coalesce(sum(size), 0) AS bytes FROM responses';
    if ((this.#database.get<{ bytes: number }>(sql)?.bytes ?? 0) <= this.#mostBytes) return;
    this.#database.run(
      `DELETE FROM responses WHERE rowid IN (
         SELECT rowid FROM (SELECT rowid, sum(size) OVER (ORDER BY expires_at DESC, rowid DESC) AS newer FROM responses)
         WHERE newer > ?)`,
      [this.#mostBytes],
    );
  }

  private changesOne(sql: string, values: (string | number | null)[]): Promise<boolean> {
    return this.#database.write(() => this.#database.run(sql, values) === 1);
  }
}

/** A row with a JSON text. */
interface Row {
  text: string;
}
