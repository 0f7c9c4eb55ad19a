/** The store in a SQLite file, which processes of one machine may share. */
import { Database, type FileKind, type Schema } from '../ledger/database.ts';
import type { Reservation } from '../ledger/ledger.ts';
import { COMMIT_WAIT_MS, LEDGER_SCHEMA, SqliteLedger } from '../ledger/sqlite-ledger.ts';
import { readOptions } from '../settings/table.ts';
import { RESPONSES_TABLE, SqliteResponses } from './sqlite-responses.ts';
import {
  type DayCount,
  type DayFilter,
  dayOf,
  KEPT_REQUESTS,
  type NewResponse,
  type RequestFilter,
  type RequestRecord,
  type ServiceStore,
  STORE_OPTIONS,
  type StoredKey,
  type StoredResponse,
  type StoreOptions,
} from './store.ts';

/** The log is trimmed once per so many new requests. */
const TRIM_EVERY = 1_000;

/** Keys, requests (so few that they need no index), counts and responses. The first tables exist already in the store of an earlier release. */
const SCHEMA: Schema = {
  name: 'service',
  steps: [
    `CREATE TABLE IF NOT EXISTS keys (
       id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE IF NOT EXISTS requests (
       number INTEGER PRIMARY KEY, request_id TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL,
       marketplace TEXT NOT NULL, status INTEGER NOT NULL, code TEXT, outcome TEXT NOT NULL, consumed INTEGER NOT NULL,
       timing_ms INTEGER NOT NULL, at INTEGER NOT NULL
     ) STRICT;
     CREATE TABLE IF NOT EXISTS day_counts (
       day TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL, outcome TEXT NOT NULL, requests INTEGER NOT NULL,
       PRIMARY KEY (day, key_id, endpoint, outcome)
     ) STRICT, WITHOUT ROWID`,
    RESPONSES_TABLE,
  ],
};

const STORE_FILE: FileKind = {
  schemas: [SCHEMA, LEDGER_SCHEMA],
  isWrong(tables) {
    const expected = 'the store of a service';
    if (tables.size === 0 || tables.has('keys')) return undefined;
    if (tables.has('packs')) return { is: 'a ledger', expected };
    return tables.has('schema_versions') ? undefined : { is: 'a database of another program', expected };
  },
};

const KEY = 'id, name, hash, created_at AS createdAt, revoked_at AS revokedAt';
const REQUEST = `request_id AS requestId, key_id AS keyId, endpoint, marketplace, status, code, outcome, consumed,
  timing_ms AS timingMs, at`;

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

class SqliteStore implements ServiceStore {
  readonly ledger: SqliteLedger;
  readonly #database: Database;
  readonly #responses: SqliteResponses;
  #written = 0;

  constructor(database: Database, { now = Date.now, responseBytes }: StoreOptions) {
    this.#database = database;
    this.ledger = new SqliteLedger(database, { now });
    this.#responses = new SqliteResponses(database, this.ledger, now, responseBytes);
  }

  async addKey({ id, name, hash, createdAt, revokedAt }: StoredKey): Promise<void> {
    const sql = 'INSERT INTO keys (id, name, hash, created_at, revoked_at) VALUES (?, ?, ?, ?, ?)';
    await this.#database.whenFree(() => this.#database.run(sql, [id, name, hash, createdAt, revokedAt]));
  }

  async findKey(id: string): Promise<StoredKey | undefined> {
    const sql = `SELECT ${KEY} FROM keys WHERE id = ?`;
    return this.#database.whenFree(() => this.#database.get<StoredKey>(sql, [id]));
  }

  async listKeys(): Promise<StoredKey[]> {
    const sql = `SELECT ${KEY} FROM keys ORDER BY created_at, id`;
    return this.#database.whenFree(() => this.#database.all<StoredKey>(sql));
  }

  async replaceHash(keyId: string, hash: string): Promise<boolean> {
    return this.changesKey('UPDATE keys SET hash = ? WHERE id = ? AND revoked_at IS NULL', [hash, keyId]);
  }

  async revokeKey(keyId: string, at: number): Promise<boolean> {
    return this.changesKey('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', [at, keyId]);
  }

  async findResponse(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined> {
    return this.#database.whenFree(() => this.#responses.find(keyId, idempotencyKey));
  }

  async commitResponse(reservation: Reservation, response: NewResponse): Promise<StoredResponse> {
    const commit = () => this.#database.transaction(() => this.#responses.commit(reservation, response));
    return this.#database.whenFree(commit, { waitMs: COMMIT_WAIT_MS });
  }

  async record(record: RequestRecord): Promise<void> {
    await this.#database.whenFree(() => this.#database.transaction(() => this.write(record)));
  }

  async recentRequests({ keyId, limit }: RequestFilter): Promise<RequestRecord[]> {
    const order = 'ORDER BY number DESC LIMIT ?';
    const [where, values] = keyId === undefined ? ['', [limit]] : ['WHERE key_id = ?', [keyId, limit]];
    const sql = `SELECT ${REQUEST} FROM requests ${where} ${order}`;
    return this.#database.whenFree(() => this.#database.all<RequestRecord>(sql, values));
  }

  async dayCounts({ keyId, since }: DayFilter): Promise<DayCount[]> {
    const ofKey = keyId === undefined ? '' : 'AND key_id = ?';
    const values = keyId === undefined ? [since] : [since, keyId];
    const sql = `SELECT day, endpoint, outcome, sum(requests) AS requests FROM day_counts WHERE day >= ? ${ofKey}
      GROUP BY day, endpoint, outcome ORDER BY day, endpoint, outcome`;
    return this.#database.whenFree(() => this.#database.all<DayCount>(sql, values));
  }

  async close(): Promise<void> {
    await this.ledger.close();
  }

  private changesKey(sql: string, values: (string | number)[]): Promise<boolean> {
    return this.#database.whenFree(() => this.#database.run(sql, values) === 1);
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
