/** The ledger in a SQLite file, which processes of one machine may share. */
import { monotonicMs } from '../../options/runtime.ts';
import { readOptions } from '../../options/table.ts';
import { COMMIT_WAIT_MS, Database, type FileKind, type Schema, steadyTime } from '../../sqlite/database.ts';
import { type Account, AccountLedger, type AccountStore, type Held, type Reserved, type Step } from '../credits.ts';
import { FORGET_CHARGE_MS, FORGET_LAPSED_MS, LEDGER_OPTIONS, type Ledger, type LedgerOptions } from '../ledger.ts';
import { DAY_MS, type Pack } from '../pack.ts';

/** The part of a file that is a ledger. The index of charges finds those to forget. */
export const LEDGER_SCHEMA: Schema = {
  name: 'ledger',
  steps: [
    `CREATE TABLE packs (
       id TEXT PRIMARY KEY, key_id TEXT NOT NULL, requests INTEGER NOT NULL, charged INTEGER NOT NULL,
       price_usd REAL NOT NULL, connections INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX packs_of_key ON packs (key_id);
     CREATE TABLE reservations (
       key_id TEXT NOT NULL, id TEXT NOT NULL, pack_id TEXT, lease_ms INTEGER NOT NULL, lapses_at INTEGER NOT NULL,
       PRIMARY KEY (key_id, id)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE charges (
       key_id TEXT NOT NULL, charge_id TEXT NOT NULL, forget_at INTEGER NOT NULL, PRIMARY KEY (key_id, charge_id)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX charges_by_age ON charges (forget_at);`,
  ],
};

const LEDGER_FILE: FileKind = { table: 'packs', schemas: [LEDGER_SCHEMA] };

/**
 * Returns a ledger in a SQLite file. All processes that open the file count the same credits, and a process that is killed at any time loses none.
 *
 * @param path The file is created if it does not exist.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, a path that cannot be opened, and a file that is not a ledger
 * @throws UnavailableError if a newer release of buybox has written the file
 */
export function sqliteLedger(path: string, options: LedgerOptions = {}): Ledger {
  const { now } = readOptions('sqliteLedger', LEDGER_OPTIONS, options);
  return new AccountLedger(new SqliteAccounts(new Database(path, LEDGER_FILE), now));
}

interface PackRow extends Omit<Pack, 'purchasedAt' | 'validDays' | 'expiresAt'> {
  validFrom: number;
  validUntil: number;
}

/** Accounts in the tables of {@link LEDGER_SCHEMA}. */
export class SqliteAccounts implements AccountStore {
  readonly now: () => number;
  readonly #database: Database;

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.now = now;
  }

  step<T>(kind: Step, work: () => T, signal?: AbortSignal): Promise<T> {
    if (kind === 'read') return this.#database.read(work);
    return this.#database.write(work, { signal, waitMs: kind === 'charge' ? COMMIT_WAIT_MS : undefined });
  }

  update<T>(keyId: string, chargeId: string | undefined, change: (account: Account) => T): T {
    const known = new Map(this.packs(keyId).map((pack) => [pack.id, pack]));
    const isCharged = chargeId !== undefined && this.isCharged(keyId, chargeId);
    const [packs, held] = [new Map(known), new SqliteReserved(this.#database, keyId)];
    const account: Account = { now: this.now(), time: monotonicMs(), packs, held, isCharged };
    const result = change(account);
    for (const [id, pack] of packs) if (known.get(id) !== pack) this.writePack(pack);
    if (chargeId !== undefined && account.isCharged && !isCharged) this.writeCharge(keyId, chargeId);
    return result;
  }

  packs(keyId?: string): Pack[] {
    return keyId === undefined ? this.select('', []) : this.select('WHERE key_id = ?', [keyId]);
  }

  pack(id: string): Pack | undefined {
    return this.select('WHERE id = ?', [id])[0];
  }

  close(): void {
    this.#database.close();
  }

  private select(where: string, values: string[]): Pack[] {
    const rows = this.#database.all<PackRow>(
      `SELECT id, key_id AS keyId, requests, charged, price_usd AS priceUsd, connections, valid_from AS validFrom, valid_until AS validUntil
       FROM packs ${where}`,
      values,
    );
    return rows.map(({ validFrom, validUntil, ...row }) => ({
      ...row,
      purchasedAt: new Date(validFrom),
      validDays: (validUntil - validFrom) / DAY_MS,
      expiresAt: new Date(validUntil),
    }));
  }

  private isCharged(keyId: string, chargeId: string): boolean {
    const sql = 'SELECT 1 FROM charges WHERE key_id = ? AND charge_id = ? AND forget_at > ?';
    return this.#database.all(sql, [keyId, chargeId, steadyTime()]).length > 0;
  }

  private writePack({ id, keyId, requests, charged, priceUsd, connections, purchasedAt, expiresAt }: Pack): void {
    this.#database.run(
      `INSERT OR REPLACE INTO packs (id, key_id, requests, charged, price_usd, connections, valid_from, valid_until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [id, keyId, requests, charged, priceUsd, connections, purchasedAt.getTime(), expiresAt.getTime()],
    );
  }

  private writeCharge(keyId: string, chargeId: string): void {
    const time = steadyTime();
    this.#database.run('DELETE FROM charges WHERE forget_at <= ?', [time]);
    const sql = 'INSERT OR REPLACE INTO charges (key_id, charge_id, forget_at) VALUES (?, ?, ?)';
    this.#database.run(sql, [keyId, chargeId, time + FORGET_CHARGE_MS]);
  }
}

class SqliteReserved implements Reserved {
  readonly #database: Database;
  readonly #keyId: string;

  constructor(database: Database, keyId: string) {
    this.#database = database;
    this.#keyId = keyId;
  }

  get(id: string): Held | undefined {
    return this.#database.get<Held>(
      `SELECT pack_id AS packId, lease_ms AS leaseMs, lapses_at AS lapsesAt FROM reservations WHERE key_id = ? AND id = ?`,
      [this.#keyId, id],
    );
  }

  set(id: string, { packId, leaseMs, lapsesAt }: Held): void {
    const sql = 'INSERT OR REPLACE INTO reservations (key_id, id, pack_id, lease_ms, lapses_at) VALUES (?, ?, ?, ?, ?)';
    this.#database.run(sql, [this.#keyId, id, packId, leaseMs, lapsesAt]);
  }

  delete(id: string): void {
    this.#database.run('DELETE FROM reservations WHERE key_id = ? AND id = ?', [this.#keyId, id]);
  }

  live(time: number): Map<string | null, number> {
    this.#database.run('DELETE FROM reservations WHERE key_id = ? AND lapses_at <= ?', [
      this.#keyId,
      time - FORGET_LAPSED_MS,
    ]);
    const begin = 'UPDATE reservations SET lapses_at = ? + lease_ms WHERE key_id = ? AND lapses_at - lease_ms > ?';
    this.#database.run(begin, [time, this.#keyId, time]);
    const rows = this.#database.all<{ packId: string | null; number: number }>(
      'SELECT pack_id AS packId, count(*) AS number FROM reservations WHERE key_id = ? AND lapses_at > ? GROUP BY pack_id',
      [this.#keyId, time],
    );
    return new Map(rows.map(({ packId, number }) => [packId, number]));
  }
}
