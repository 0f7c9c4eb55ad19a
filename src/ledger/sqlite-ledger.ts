/** The ledger in a SQLite file, which processes of one machine may share. */
import type { Usage } from '../contract/envelope.ts';
import { readOptions } from '../settings/table.ts';
import { Database, type FileKind, type Schema, type WaitOptions } from './database.ts';
import {
  FORGET_LAPSED_MS,
  LEDGER_OPTIONS,
  type Ledger,
  type LedgerOptions,
  LOCAL_KEY,
  noCreditLeft,
  type Reservation,
  type ReserveOptions,
  tooManyCalls,
} from './ledger.ts';
import { DAY_MS, type NewPack, type Pack, packIdOf, storedPack } from './pack.ts';

/** The tables of the ledger. Reservations are few: they need no index. */
export const LEDGER_SCHEMA: Schema = { name: 'ledger', steps: [createTables, nameLocalPacks] };

const LEDGER_FILE: FileKind = {
  schemas: [LEDGER_SCHEMA],
  isWrong(tables) {
    const expected = 'a ledger of buybox';
    if (tables.has('keys')) return { is: 'the store of a service', expected };
    const isOwn = tables.size === 0 || tables.has('packs') || tables.has('schema_versions');
    return isOwn ? undefined : { is: 'a database of another program', expected };
  },
};

/** Milliseconds that a charge waits for a file that another process has locked. What the call fetched would be lost. */
export const COMMIT_WAIT_MS = 10_000;

/**
 * Returns a ledger in a SQLite file. All processes that open the file count the same credits, and a process that is killed at any time loses none.
 *
 * @param path The file is created if it does not exist. A usage file of an earlier release is brought up to date.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, a path that cannot be opened, and a file that is not a ledger
 * @throws UnavailableError if a newer release of buybox has written the file
 */
export function sqliteLedger(path: string, options: LedgerOptions = {}): Ledger {
  const settings = readOptions('sqliteLedger', LEDGER_OPTIONS, options);
  return new SqliteLedger(new Database(path, LEDGER_FILE), settings);
}

const IS_ACTIVE = 'key_id = :keyId AND valid_from <= :now AND :now < valid_until';
const IS_FREE = `charged + (SELECT count(*) FROM reservations WHERE pack_id = packs.id AND lapses_at > :now) < requests`;

interface PackRow extends Pick<Pack, 'id' | 'keyId' | 'requests' | 'charged' | 'connections' | 'priceUsd'> {
  validFrom: number;
  validUntil: number;
}

/** A ledger in the tables of {@link LEDGER_SCHEMA}. */
export class SqliteLedger implements Ledger {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, { now = Date.now }: LedgerOptions) {
    this.#database = database;
    this.#now = now;
  }

  async addPack(keyId: string, pack: NewPack): Promise<Pack> {
    return this.#write(() => {
      const known = pack.id === undefined ? undefined : this.packs('WHERE id = ?', [pack.id])[0];
      const stored = storedPack(keyId, pack, known, this.#now());
      const { id, requests, priceUsd, connections, purchasedAt, expiresAt } = stored;
      this.#database.run(
        `INSERT INTO packs (id, key_id, requests, price_usd, connections, valid_from, valid_until)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET requests = excluded.requests, price_usd = excluded.price_usd,
           connections = excluded.connections, valid_from = excluded.valid_from, valid_until = excluded.valid_until`,
        [id, keyId, requests, priceUsd, connections, purchasedAt.getTime(), expiresAt.getTime()],
      );
      return stored;
    });
  }

  async listPacks(keyId?: string): Promise<Pack[]> {
    return this.#read(() => (keyId === undefined ? this.packs('', []) : this.packs('WHERE key_id = ?', [keyId])));
  }

  async reserve(keyId: string, { leaseMs, signal }: ReserveOptions): Promise<Reservation> {
    return this.#write(
      () => {
        const now = this.#now();
        this.#database.run('DELETE FROM reservations WHERE lapses_at <= ?', [now - FORGET_LAPSED_MS]);
        const { remaining, connections } = this.account(keyId);
        if (remaining > 0 && this.running(keyId) >= connections) throw tooManyCalls(connections, remaining);
        const packId = this.freePack(keyId);
        if (packId === undefined) throw noCreditLeft(remaining);
        const id = crypto.randomUUID();
        const values = [id, keyId, packId, now + leaseMs];
        this.#database.run('INSERT INTO reservations (id, key_id, pack_id, lapses_at) VALUES (?, ?, ?, ?)', values);
        return { id, keyId };
      },
      { signal },
    );
  }

  async renew(reservations: readonly Reservation[], { leaseMs, signal }: ReserveOptions): Promise<void> {
    const sql = 'UPDATE reservations SET lapses_at = ? WHERE id = ? AND lapses_at > ?';
    return this.#write(
      () => {
        const now = this.#now();
        for (const { id } of reservations) this.#database.run(sql, [now + leaseMs, id, now]);
      },
      { signal },
    );
  }

  async commit(reservation: Reservation): Promise<Usage> {
    return this.#write(() => this.charge(reservation), { waitMs: COMMIT_WAIT_MS });
  }

  /** Charges a reserved credit as {@link commit} does. For callers that have begun a transaction. */
  charge({ id, keyId }: Reservation): Usage {
    const sql = 'DELETE FROM reservations WHERE id = ? RETURNING pack_id AS packId, lapses_at AS lapsesAt';
    const held = this.#database.get<{ packId: string; lapsesAt: number }>(sql, [id]);
    const isLapsed = held !== undefined && held.lapsesAt <= this.#now();
    const packId = isLapsed ? this.freePack(keyId) : held?.packId;
    if (packId === undefined) return this.usage(keyId, 0);
    this.#database.run('UPDATE packs SET charged = charged + 1 WHERE id = ?', [packId]);
    return this.usage(keyId, 1);
  }

  async release({ id, keyId }: Reservation): Promise<Usage> {
    return this.#write(() => {
      this.#database.run('DELETE FROM reservations WHERE id = ?', [id]);
      return this.usage(keyId, 0);
    });
  }

  async remaining(keyId: string): Promise<number> {
    return this.#read(() => this.account(keyId).remaining);
  }

  async connections(keyId: string): Promise<number> {
    return this.#read(() => this.account(keyId).connections);
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #read<T>(work: () => T): Promise<T> {
    return this.#database.whenFree(work);
  }

  #write<T>(work: () => T, wait?: WaitOptions): Promise<T> {
    return this.#database.whenFree(() => this.#database.transaction(work), wait);
  }

  private packs(where: string, values: string[]): Pack[] {
    const rows = this.#database.all<PackRow>(
      `SELECT id, key_id AS keyId, requests, charged, price_usd AS priceUsd, connections, valid_from AS validFrom, valid_until AS validUntil
       FROM packs ${where} ORDER BY valid_until, id`,
      values,
    );
    return rows.map(({ validFrom, validUntil, ...row }) => ({
      ...row,
      purchasedAt: new Date(validFrom),
      validDays: (validUntil - validFrom) / DAY_MS,
      expiresAt: new Date(validUntil),
    }));
  }

  private account(keyId: string): { remaining: number; connections: number } {
    const sql = `SELECT coalesce(sum(max(requests - charged, 0)), 0) AS remaining, coalesce(max(connections), 0) AS connections
       FROM packs WHERE ${IS_ACTIVE}`;
    return this.#database.get(sql, { keyId, now: this.#now() }) ?? { remaining: 0, connections: 0 };
  }

  private running(keyId: string): number {
    const sql = 'SELECT count(*) AS running FROM reservations WHERE key_id = ? AND lapses_at > ?';
    return this.#database.get<{ running: number }>(sql, [keyId, this.#now()])?.running ?? 0;
  }

  /** The id of the pack that the next credit comes from. */
  private freePack(keyId: string): string | undefined {
    const sql = `SELECT id FROM packs WHERE ${IS_ACTIVE} AND ${IS_FREE} ORDER BY valid_until, id LIMIT 1`;
    return this.#database.get<{ id: string }>(sql, { keyId, now: this.#now() })?.id;
  }

  private usage(keyId: string, requests_consumed: 0 | 1): Usage {
    return { requests_consumed, requests_remaining: this.account(keyId).remaining };
  }
}

function createTables(database: Database): void {
  const columns = database.all<{ name: string }>("SELECT name FROM pragma_table_info('packs')");
  const isUsageFile = columns.length > 0 && !columns.some(({ name }) => name === 'key_id');
  if (isUsageFile) database.exec('DROP TABLE reservations; ALTER TABLE packs RENAME TO usage_packs');
  database.exec(TABLES);
  if (!isUsageFile) return;
  // Usage files of earlier releases have packs without keys, all of the local backend.
  database.exec(
    `INSERT INTO packs (id, key_id, requests, charged, price_usd, connections, valid_from, valid_until)
       SELECT id, '${LOCAL_KEY}', requests, charged, 0, connections, valid_from, valid_until FROM usage_packs;
     DROP TABLE usage_packs`,
  );
}

/** The service's store of earlier releases has these tables already. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS packs (
    id TEXT PRIMARY KEY, key_id TEXT NOT NULL, requests INTEGER NOT NULL, charged INTEGER NOT NULL DEFAULT 0,
    price_usd REAL NOT NULL, connections INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL,
    CHECK (charged BETWEEN 0 AND requests)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS packs_of_key ON packs (key_id, valid_until);
  CREATE TABLE IF NOT EXISTS reservations (
    id TEXT PRIMARY KEY, key_id TEXT NOT NULL, pack_id TEXT NOT NULL REFERENCES packs (id), lapses_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** Packs in a program's settings got an id from their numbers in earlier releases. Now their position is their id. */
const DERIVED_ID = /^\d+\/-?\d+\/-?\d+\/\d+#\d+$/;

function nameLocalPacks(database: Database): void {
  database.exec(TABLES_WITHOUT_LIMIT);
  const sql = 'SELECT id FROM packs WHERE key_id = ? ORDER BY valid_from, valid_until, id';
  const derived = database.all<{ id: string }>(sql, [LOCAL_KEY]).filter(({ id }) => DERIVED_ID.test(id));
  for (const [index, { id }] of derived.entries()) {
    const name = packIdOf({}, index);
    database.run('UPDATE packs SET id = ? WHERE id = ?', [name, id]);
    database.run('UPDATE reservations SET pack_id = ? WHERE pack_id = ?', [name, id]);
  }
}

/** A pack can get fewer requests than are charged already, so there is no check of both. */
const TABLES_WITHOUT_LIMIT = `
  DROP INDEX packs_of_key;
  ALTER TABLE packs RENAME TO limited_packs;
  ALTER TABLE reservations RENAME TO limited_reservations;
  CREATE TABLE packs (
    id TEXT PRIMARY KEY, key_id TEXT NOT NULL, requests INTEGER NOT NULL, charged INTEGER NOT NULL DEFAULT 0,
    price_usd REAL NOT NULL, connections INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX packs_of_key ON packs (key_id, valid_until);
  CREATE TABLE reservations (
    id TEXT PRIMARY KEY, key_id TEXT NOT NULL, pack_id TEXT NOT NULL, lapses_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO packs SELECT id, key_id, requests, charged, price_usd, connections, valid_from, valid_until FROM limited_packs;
  INSERT INTO reservations SELECT id, key_id, pack_id, lapses_at FROM limited_reservations;
  DROP TABLE limited_reservations;
  DROP TABLE limited_packs;
`;
