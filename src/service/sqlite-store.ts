/** The store in a SQLite file, which processes of one machine may share. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { AccountLedger } from '../ledger/credits.ts';
import { LEDGER_SCHEMA, SqliteAccounts } from '../ledger/stores/sqlite-ledger.ts';
import { readOptions } from '../options/table.ts';
import { COMMIT_WAIT_MS, Database, type FileKind, type Schema, steadyTime } from '../sqlite/database.ts';
import {
  addedTo,
  type CallCounts,
  HOUR_MS,
  HOURS_KEPT,
  hourOf,
  NO_CALLS,
  pageOf,
  type RequestRecord,
} from './request-record.ts';
import {
  KEPT_REQUESTS,
  LARGEST_BODY,
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
  return storeIn(new Database(path, STORE_FILE), settings);
}

/** Returns a store in memory: SQLite without a file. Its content ends with the process. @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option */
export function memoryStore(options: StoreOptions = {}): ServiceStore {
  const settings = readOptions('memoryStore', STORE_OPTIONS, options);
  return storeIn(new Database(':memory:', STORE_FILE), settings);
}

function storeIn(database: Database, { now = Date.now, responseBytes = MOST_BYTES }: StoreOptions): ServiceStore {
  const ledger = new AccountLedger(new SqliteAccounts(database, now));
  let recorded = 0;
  let stored = 0;

  function responseFor(keyId: string, idempotencyKey: string): StoredResponse | undefined {
    const row = database.get<Omit<StoredResponse, 'found' | 'body'> & { found: number; body: Uint8Array }>(
      `SELECT fingerprint, request_id AS requestId, found, body FROM responses
       WHERE key_id = ? AND idempotency_key = ? AND expires_at > ?`,
      [keyId, idempotencyKey, steadyTime()],
    );
    if (row === undefined) return undefined;
    const body = gunzipSync(row.body, { maxOutputLength: LARGEST_BODY }).toString();
    return { ...row, found: row.found === 1, body };
  }

  function trimResponses(): void {
    database.run('DELETE FROM responses WHERE expires_at <= ?', [steadyTime()]);
    const sql = 'SELECT coalesce(sum(size), 0) AS bytes FROM responses';
    if ((database.get<{ bytes: number }>(sql)?.bytes ?? 0) <= responseBytes) return;
    database.run(
      `DELETE FROM responses WHERE rowid IN (
         SELECT rowid FROM (SELECT rowid, sum(size) OVER (ORDER BY expires_at DESC, rowid DESC) AS newer FROM responses)
         WHERE newer > ?)`,
      [responseBytes],
    );
  }

  function changesOne(sql: string, values: (string | number | null)[]): Promise<boolean> {
    return database.write(() => database.run(sql, values) === 1);
  }

  return {
    ledger,
    async addKey({ id, name, hash, createdAt, revokedAt }, { isFirst = false } = {}) {
      return changesOne(
        `INSERT INTO keys SELECT ?, ?, ?, ?, ? ${isFirst ? 'WHERE NOT EXISTS (SELECT 1 FROM keys)' : ''}`,
        [id, name, hash, createdAt, revokedAt],
      );
    },
    async listKeys({ id, skip = 0, limit = -1 } = {}) {
      const sql = `SELECT id, name, hash, created_at AS createdAt, revoked_at AS revokedAt FROM keys
        ${id === undefined ? 'ORDER BY created_at, id' : 'WHERE id = ?'} LIMIT ? OFFSET ?`;
      const values = [...(id === undefined ? [] : [id]), limit, skip];
      return database.read(() => database.all<StoredKey>(sql, values));
    },
    async changeKey(keyId, { hash, revokedAt }) {
      const sql = 'UPDATE keys SET hash = coalesce(?, hash), revoked_at = ? WHERE id = ? AND revoked_at IS NULL';
      return changesOne(sql, [hash ?? null, revokedAt ?? null, keyId]);
    },
    async findResponse(keyId, idempotencyKey) {
      return database.read(() => responseFor(keyId, idempotencyKey));
    },
    async commitResponse(reservation, response, { signal } = {}) {
      const { keyId, idempotencyKey, fingerprint, requestId, found, keepMs, bodyFor } = response;
      const commit = () => {
        const known = responseFor(keyId, idempotencyKey);
        if (known !== undefined) return known;
        const usage = ledger.charge(reservation);
        const body = bodyFor(usage);
        if (usage.requests_consumed > 0) {
          const bytes = gzipSync(body);
          const expiresAt = steadyTime() + keepMs;
          database.run(
            `INSERT OR REPLACE INTO responses (key_id, idempotency_key, fingerprint, request_id, found, expires_at, size, body)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
            [keyId, idempotencyKey, fingerprint, requestId, found ? 1 : 0, expiresAt, bytes.byteLength, bytes],
          );
          if (++stored % TRIM_EVERY.responses === 0) trimResponses();
        }
        return { fingerprint, requestId, found, body, usage };
      };
      return database.write(commit, { waitMs: COMMIT_WAIT_MS, signal });
    },
    async record(record) {
      const { requestId, keyId, at } = record;
      await database.write(() => {
        const values = [requestId, keyId, JSON.stringify(record)];
        database.run('INSERT INTO requests (request_id, key_id, record) VALUES (?, ?, ?)', values);
        for (const id of [keyId, '']) {
          const group = [hourOf(at), id];
          const known = database.get<Row>('SELECT counts AS text FROM counts WHERE hour = ? AND key_id = ?', group);
          const counts = addedTo(known === undefined ? NO_CALLS : (JSON.parse(known.text) as CallCounts), record);
          database.run('INSERT OR REPLACE INTO counts VALUES (?, ?, ?)', [...group, JSON.stringify(counts)]);
        }
        if (++recorded % TRIM_EVERY.requests !== 0) return;
        database.run('DELETE FROM counts WHERE hour < ?', [hourOf(now() - HOURS_KEPT * HOUR_MS)]);
        const old = 'DELETE FROM requests WHERE number <= (SELECT max(number) FROM requests) - ?';
        database.run(old, [KEPT_REQUESTS]);
      });
    },
    async recentRequests({ keyId, requestId, after, limit }) {
      if (after !== undefined && !/^\d{1,15}$/.test(after)) throw unknownPosition(after);
      const sql = `SELECT number, record AS text FROM requests WHERE number < ? AND key_id = coalesce(?, key_id)
        AND request_id = coalesce(?, request_id) ORDER BY number DESC LIMIT ?`;
      const values = [Number(after ?? Number.MAX_SAFE_INTEGER), keyId ?? null, requestId ?? null, limit + 1];
      const rows = await database.read(() => database.all<Row & { number: number }>(sql, values));
      const found = rows.map(({ text, number }) => ({
        record: JSON.parse(text) as RequestRecord,
        position: String(number),
      }));
      return pageOf(found, limit);
    },
    async counts({ since, until, keyId = '' }) {
      const sql = 'SELECT hour, counts AS text FROM counts WHERE hour BETWEEN ? AND ? AND key_id = ? ORDER BY hour';
      const values = [hourOf(since), hourOf(until), keyId];
      const rows = await database.read(() => database.all<Row & { hour: string }>(sql, values));
      return rows.map(({ hour, text }) => ({ hour, ...(JSON.parse(text) as CallCounts) }));
    },
    close: () => ledger.close(),
  };
}

/** A row with a JSON text. */
interface Row {
  text: string;
}
