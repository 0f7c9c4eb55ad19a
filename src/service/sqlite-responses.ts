/** Responses for idempotency keys, in a SQLite file. */
import { gunzipSync, gzipSync } from 'node:zlib';
import type { AccountLedger } from '../ledger/account.ts';
import type { Reservation } from '../ledger/ledger.ts';
import { type Database, steadyTime } from '../sqlite/database.ts';
import type { CommittedResponse, NewResponse, StoredResponse } from './store.ts';

/** The table of the responses. Expiries and sizes are in an index, so that no body is read to find what to drop. */
export const RESPONSES_TABLE = `
  CREATE TABLE responses (
    key_id TEXT NOT NULL, idempotency_key TEXT NOT NULL, fingerprint TEXT NOT NULL, request_id TEXT NOT NULL,
    found INTEGER NOT NULL, expires_at INTEGER NOT NULL, size INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (key_id, idempotency_key)
  ) STRICT;
  CREATE INDEX responses_by_expiry ON responses (expires_at, size)`;

/** Responses are dropped once per so many new ones. */
const TRIM_EVERY = 100;

/** Largest decompressed response [bytes]: a file that another program damaged must not fill the memory. */
export const LARGEST_BODY = 256 * 2 ** 20;

interface ResponseRow {
  fingerprint: string;
  requestId: string;
  found: number;
  body: Uint8Array;
}

/** The responses of a {@link sqliteStore}. Its methods run in a transaction of the caller. */
export class SqliteResponses {
  readonly #database: Database;
  readonly #ledger: AccountLedger;
  readonly #mostBytes: number;
  #written = 0;

  constructor(database: Database, ledger: AccountLedger, mostBytes = 256 * 2 ** 20) {
    this.#database = database;
    this.#ledger = ledger;
    this.#mostBytes = mostBytes;
  }

  /** Implements `findResponse` of the store. */
  find(keyId: string, idempotencyKey: string): StoredResponse | undefined {
    const row = this.#database.get<ResponseRow>(
      `SELECT fingerprint, request_id AS requestId, found, body FROM responses
       WHERE key_id = ? AND idempotency_key = ? AND expires_at > ?`,
      [keyId, idempotencyKey, steadyTime()],
    );
    if (row === undefined) return undefined;
    const body = gunzipSync(row.body, { maxOutputLength: LARGEST_BODY }).toString();
    return { ...row, found: row.found === 1, body };
  }

  /** Implements `commitResponse` of the store. */
  commit(reservation: Reservation, given: NewResponse): CommittedResponse {
    const { keyId, idempotencyKey, fingerprint, requestId, found, keepMs } = given;
    const known = this.find(keyId, idempotencyKey);
    if (known !== undefined) return known;
    const usage = this.#ledger.charge(reservation);
    const body = given.bodyFor(usage);
    if (usage.requests_consumed > 0) {
      const bytes = gzipSync(body);
      const expiresAt = steadyTime() + keepMs;
      this.#database.run(
        `INSERT OR REPLACE INTO responses (key_id, idempotency_key, fingerprint, request_id, found, expires_at, size, body)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [keyId, idempotencyKey, fingerprint, requestId, found ? 1 : 0, expiresAt, bytes.byteLength, bytes],
      );
      if (++this.#written % TRIM_EVERY === 0) this.trim();
    }
    return { fingerprint, requestId, found, body, usage };
  }

  private trim(): void {
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
}
