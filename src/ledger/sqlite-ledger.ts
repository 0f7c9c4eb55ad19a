/** The ledger in a SQLite file, which processes of one machine may share. */
import type { Usage } from '../contract/envelope.ts';
import { readOptions } from '../settings/table.ts';
import { Database, type FileKind, type Schema } from './database.ts';
import {
  type CommitOptions,
  FORGET_CHARGE_MS,
  FORGET_LAPSED_MS,
  LEDGER_OPTIONS,
  type Ledger,
  type LedgerOptions,
  noFreeCredit,
  type Reservation,
  type ReserveOptions,
  tooManyCalls,
} from './ledger.ts';
import { CLOCK_TABLE, LedgerClock } from './ledger-clock.ts';
import { DAY_MS, type NewPack, type Pack, storedPack } from './pack.ts';

/**
 * The tables of the ledger. Reservations are few: they need no index. A pack can get fewer requests than are charged already. The index of charges finds
 * those to forget.
 */
const TABLES = `
  CREATE TABLE packs (
    id TEXT PRIMARY KEY, key_id TEXT NOT NULL, requests INTEGER NOT NULL, charged INTEGER NOT NULL DEFAULT 0,
    price_usd REAL NOT NULL, connections INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX packs_of_key ON packs (key_id, valid_until);
  CREATE TABLE reservations (
    id TEXT PRIMARY KEY, key_id TEXT NOT NULL, pack_id TEXT NOT NULL, lapses_at INTEGER NOT NULL, charge_id TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE charges (
    key_id TEXT NOT NULL, charge_id TEXT NOT NULL, forget_at INTEGER NOT NULL, PRIMARY KEY (key_id, charge_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX charges_by_age ON charges (forget_at);
`;

/** The part of a file that is a ledger. */
export const LEDGER_SCHEMA: Schema = { name: 'ledger', steps: [`${TABLES} ${CLOCK_TABLE};`] };

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
 * @param path The file is created if it does not exist.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option, a path that cannot be opened, and a file that is not a ledger
 * @throws UnavailableError if a newer release of buybox has written the file
 */
export function sqliteLedger(path: string, options: LedgerOptions = {}): Ledger {
  const settings = readOptions('sqliteLedger', LEDGER_OPTIONS, options);
  return new SqliteLedger(new Database(path, LEDGER_FILE), settings);
}

const IS_ACTIVE = 'key_id = :keyId AND valid_from <= :now AND :now < valid_until';
const IS_FREE = `charged + (SELECT count(*) FROM reservations WHERE pack_id = packs.id AND lapses_at > :time) < requests`;

interface PackRow extends Pick<Pack, 'id' | 'keyId' | 'requests' | 'charged' | 'connections' | 'priceUsd'> {
  validFrom: number;
  validUntil: number;
}

interface HeldRow {
  packId: string;
  lapsesAt: number;
  chargeId: string | null;
}

/** The pack of a reservation that costs nothing, because its `chargeId` is charged already. */
const NO_PACK = '';

/** A ledger in the tables of {@link LEDGER_SCHEMA}. */
export class SqliteLedger implements Ledger {
  readonly #database: Database;
  readonly #now: () => number;
  /** The clock of leases, and of responses that are stored with a charge. */
  readonly clock: LedgerClock;

  constructor(database: Database, { now = Date.now }: LedgerOptions) {
    this.#database = database;
    this.#now = now;
    this.clock = new LedgerClock(database, now);
  }

  async addPack(keyId: string, pack: NewPack): Promise<Pack> {
    return this.#database.write(() => {
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
    return this.#database.read(() =>
      keyId === undefined ? this.packs('', []) : this.packs('WHERE key_id = ?', [keyId]),
    );
  }

  async reserve(keyId: string, { leaseMs, signal, chargeId }: ReserveOptions): Promise<Reservation> {
    return this.#database.write(
      () => {
        const time = this.clock.tick();
        this.#database.run('DELETE FROM reservations WHERE lapses_at <= ?', [time - FORGET_LAPSED_MS]);
        this.#database.run('DELETE FROM charges WHERE forget_at <= ?', [time]);
        const isCharged = this.isCharged(keyId, chargeId ?? null);
        const { remaining, connections } = this.account(keyId);
        const isLimited = remaining > 0 || (isCharged && connections > 0);
        if (isLimited && this.running(keyId, time) >= connections) throw tooManyCalls(connections, remaining);
        const packId = isCharged ? NO_PACK : this.freePack(keyId, time);
        if (packId === undefined) throw noFreeCredit(remaining);
        const id = crypto.randomUUID();
        const sql = 'INSERT INTO reservations (id, key_id, pack_id, lapses_at, charge_id) VALUES (?, ?, ?, ?, ?)';
        this.#database.run(sql, [id, keyId, packId, time + leaseMs, chargeId ?? null]);
        return { id, keyId };
      },
      { signal },
    );
  }

  async renew(
    reservations: readonly Reservation[],
    { leaseMs, signal }: Omit<ReserveOptions, 'chargeId'>,
  ): Promise<void> {
    const sql = 'UPDATE reservations SET lapses_at = ? WHERE id = ? AND lapses_at > ?';
    return this.#database.write(
      () => {
        const time = this.clock.tick();
        for (const { id } of reservations) this.#database.run(sql, [time + leaseMs, id, time]);
      },
      { signal },
    );
  }

  async commit(reservation: Reservation, { signal }: CommitOptions = {}): Promise<Usage> {
    return this.#database.write(() => this.charge(reservation), { waitMs: COMMIT_WAIT_MS, signal });
  }

  /** Charges a reserved credit as {@link commit} does. For callers that have begun a transaction. */
  charge({ id, keyId }: Reservation): Usage {
    const sql = `DELETE FROM reservations WHERE id = ?
      RETURNING pack_id AS packId, lapses_at AS lapsesAt, charge_id AS chargeId`;
    const held = this.#database.get<HeldRow>(sql, [id]);
    const time = this.clock.tick();
    if (held === undefined || held.packId === NO_PACK || this.isCharged(keyId, held.chargeId))
      return this.usage(keyId, 0);
    const packId = held.lapsesAt <= time ? this.freePack(keyId, time) : held.packId;
    if (packId === undefined) return this.usage(keyId, 0);
    this.#database.run('UPDATE packs SET charged = charged + 1 WHERE id = ?', [packId]);
    if (held.chargeId !== null) {
      const add = 'INSERT OR REPLACE INTO charges (key_id, charge_id, forget_at) VALUES (?, ?, ?)';
      this.#database.run(add, [keyId, held.chargeId, time + FORGET_CHARGE_MS]);
    }
    return this.usage(keyId, 1);
  }

  async release({ id, keyId }: Reservation): Promise<Usage> {
    return this.#database.write(() => {
      this.#database.run('DELETE FROM reservations WHERE id = ?', [id]);
      return this.usage(keyId, 0);
    });
  }

  async remaining(keyId: string): Promise<number> {
    return this.#database.read(() => this.account(keyId).remaining);
  }

  async connections(keyId: string): Promise<number> {
    return this.#database.read(() => this.account(keyId).connections);
  }

  async close(): Promise<void> {
    this.#database.close();
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

  private isCharged(keyId: string, chargeId: string | null): boolean {
    if (chargeId === null) return false;
    const sql = 'SELECT forget_at AS forgetAt FROM charges WHERE key_id = ? AND charge_id = ?';
    const row = this.#database.get<{ forgetAt: number }>(sql, [keyId, chargeId]);
    return row !== undefined && row.forgetAt > this.clock.read();
  }

  private running(keyId: string, time: number): number {
    const sql = 'SELECT count(*) AS running FROM reservations WHERE key_id = ? AND lapses_at > ?';
    return this.#database.get<{ running: number }>(sql, [keyId, time])?.running ?? 0;
  }

  /** The id of the pack that the next credit comes from. */
  private freePack(keyId: string, time: number): string | undefined {
    const sql = `SELECT id FROM packs WHERE ${IS_ACTIVE} AND ${IS_FREE} ORDER BY valid_until, id LIMIT 1`;
    return this.#database.get<{ id: string }>(sql, { keyId, now: this.#now(), time })?.id;
  }

  private usage(keyId: string, requests_consumed: 0 | 1): Usage {
    return { requests_consumed, requests_remaining: this.account(keyId).remaining };
  }
}
