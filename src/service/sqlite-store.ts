/** The store in a SQLite file, which processes of one machine may share. */
import { AccountLedger } from '../ledger/account.ts';
import type { CommitOptions, Reservation } from '../ledger/ledger.ts';
import { LEDGER_SCHEMA, SqliteAccounts } from '../ledger/stores/sqlite-ledger.ts';
import { readOptions } from '../options/table.ts';
import { COMMIT_WAIT_MS, Database, type FileKind, type Schema } from '../sqlite/database.ts';
import type { CountFilter, CountRow } from './request-counts.ts';
import type { RequestFilter, RequestPage, RequestRecord } from './request-record.ts';
import { COUNT_TABLES, SqliteCounts } from './sqlite-counts.ts';
import { SqliteRequests } from './sqlite-requests.ts';
import { RESPONSES_TABLE, SqliteResponses } from './sqlite-responses.ts';
import {
  type CommittedResponse,
  type NewResponse,
  type ServiceStore,
  STORE_OPTIONS,
  type StoredKey,
  type StoredResponse,
  type StoreOptions,
} from './store.ts';

/** Keys, requests, counts and responses. Members that the log is filtered by have a column, the others are one JSON text. */
const SCHEMA: Schema = {
  name: 'service',
  steps: [
    `CREATE TABLE keys (
       id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE requests (
       number INTEGER PRIMARY KEY, request_id TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL,
       marketplace TEXT NOT NULL, status INTEGER NOT NULL, code TEXT, outcome TEXT NOT NULL, consumed INTEGER NOT NULL,
       timing_ms INTEGER NOT NULL, at INTEGER NOT NULL, details TEXT NOT NULL
     ) STRICT;
     ${RESPONSES_TABLE}; ${COUNT_TABLES}`,
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
const NEW_KEY = 'INSERT INTO keys (id, name, hash, created_at, revoked_at)';

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
  readonly ledger: AccountLedger;
  readonly #database: Database;
  readonly #responses: SqliteResponses;
  readonly #requests: SqliteRequests;
  readonly #counts: SqliteCounts;

  constructor(database: Database, { now = Date.now, responseBytes }: StoreOptions) {
    this.#database = database;
    this.ledger = new AccountLedger(new SqliteAccounts(database, now));
    this.#responses = new SqliteResponses(database, this.ledger, responseBytes);
    this.#requests = new SqliteRequests(database);
    this.#counts = new SqliteCounts(database, now);
  }

  async addKey(key: StoredKey): Promise<void> {
    await this.changesKey(`${NEW_KEY} VALUES (?, ?, ?, ?, ?)`, valuesOf(key));
  }

  async addFirstKey(key: StoredKey): Promise<boolean> {
    return this.changesKey(`${NEW_KEY} SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM keys)`, valuesOf(key));
  }

  async findKey(id: string): Promise<StoredKey | undefined> {
    const sql = `SELECT ${KEY} FROM keys WHERE id = ?`;
    return this.#database.read(() => this.#database.get<StoredKey>(sql, [id]));
  }

  async listKeys(): Promise<StoredKey[]> {
    const sql = `SELECT ${KEY} FROM keys ORDER BY created_at, id`;
    return this.#database.read(() => this.#database.all<StoredKey>(sql));
  }

  async replaceHash(keyId: string, hash: string): Promise<boolean> {
    return this.changesKey('UPDATE keys SET hash = ? WHERE id = ? AND revoked_at IS NULL', [hash, keyId]);
  }

  async revokeKey(keyId: string, at: number): Promise<boolean> {
    return this.changesKey('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', [at, keyId]);
  }

  async findResponse(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined> {
    return this.#database.read(() => this.#responses.find(keyId, idempotencyKey));
  }

  async commitResponse(
    reservation: Reservation,
    response: NewResponse,
    { signal }: CommitOptions = {},
  ): Promise<CommittedResponse> {
    const wait = { waitMs: COMMIT_WAIT_MS, signal };
    return this.#database.write(() => this.#responses.commit(reservation, response), wait);
  }

  async record(record: RequestRecord): Promise<void> {
    await this.#database.write(() => {
      this.#requests.add(record);
      this.#counts.add(record);
    });
  }

  async recentRequests(filter: RequestFilter): Promise<RequestPage> {
    return this.#database.read(() => this.#requests.page(filter));
  }

  async counts(filter: CountFilter): Promise<CountRow[]> {
    return this.#database.read(() => this.#counts.sums(filter));
  }

  async close(): Promise<void> {
    await this.ledger.close();
  }

  private changesKey(sql: string, values: (string | number | null)[]): Promise<boolean> {
    return this.#database.write(() => this.#database.run(sql, values) === 1);
  }
}

/** Returns the values for {@link NEW_KEY}. */
function valuesOf({ id, name, hash, createdAt, revokedAt }: StoredKey): (string | number | null)[] {
  return [id, name, hash, createdAt, revokedAt];
}
