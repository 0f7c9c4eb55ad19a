/** Credits in a file that several processes can share, and that survives a kill at any instant: Node's own SQLite. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Usage } from '../contract/envelope.ts';
import { QuotaExceededError } from '../contract/errors.ts';
import {
  DEFAULT_CONNECTIONS,
  type Pack,
  type Reservation,
  type UsageMeter,
  type UsageOptions,
  validityOf,
} from './usage.ts';

/** A reservation of another process is given up after this time: no call lasts so long. */
const LEASE_MS = 3_600_000;

const SCHEMA = `
  PRAGMA busy_timeout = 10000;
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS packs (
    id TEXT PRIMARY KEY, requests INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL,
    connections INTEGER NOT NULL, charged INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS reservations (
    id INTEGER PRIMARY KEY, pack TEXT NOT NULL REFERENCES packs (id), process INTEGER NOT NULL, lapses_at INTEGER NOT NULL
  ) STRICT;
`;

/**
 * A meter in a file. Packs are told by what they are: the same pack given again after a restart goes on where it was; packs that the file knows
 * count also when they are not given again. Reservations of a process that was killed are free again at once.
 *
 * @param path Made when it is not there.
 */
export function fileUsage(path: string, { packs = [], now = Date.now }: UsageOptions = {}): UsageMeter {
  // Loaded when it is used: the module warns that it is new on some versions of Node.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const ledger = new Ledger(new DatabaseSync(path), now);
  ledger.add(packs);
  return ledger;
}

class Ledger implements UsageMeter {
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
    database.exec(SCHEMA);
  }

  add(packs: readonly Pack[]): void {
    const seen = new Map<string, number>();
    this.transaction(() => {
      for (const [index, pack] of packs.entries()) {
        const { from, until } = validityOf(pack, index);
        const kind = [pack.requests, from, until, pack.connections].join('/');
        const ordinal = (seen.get(kind) ?? 0) + 1;
        seen.set(kind, ordinal);
        const sql =
          'INSERT INTO packs (id, requests, valid_from, valid_until, connections) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
        this.prepare(sql).run(`${kind}#${ordinal}`, pack.requests, from, until, pack.connections);
      }
    });
  }

  reserve(): Reservation {
    const reserved = this.transaction(() => {
      this.freeLapsed();
      const pack = this.prepare(
        `SELECT id FROM packs WHERE valid_from <= :now AND :now < valid_until
           AND charged + (SELECT count(*) FROM reservations WHERE pack = packs.id) < requests
         ORDER BY valid_until, id LIMIT 1`,
      ).get({ now: this.#now() });
      if (pack === undefined) return undefined;
      const row = this.prepare('INSERT INTO reservations (pack, process, lapses_at) VALUES (?, ?, ?) RETURNING id').get(
        String(pack.id),
        process.pid,
        this.#now() + LEASE_MS,
      );
      return { pack: String(pack.id), id: Number(row?.id) };
    });
    if (reserved !== undefined) return this.reservation(reserved.pack, reserved.id);
    if (this.isUnlimited()) return { commit: () => this.usage(1), release: () => this.usage(0) };
    throw new QuotaExceededError('no credit is left in the active packs; add a pack', { usage: this.usage(0) });
  }

  remaining(): number {
    if (this.isUnlimited()) return Number.MAX_SAFE_INTEGER;
    const sql =
      'SELECT coalesce(sum(requests - charged), 0) AS credits FROM packs WHERE valid_from <= :now AND :now < valid_until';
    return Number(this.prepare(sql).get({ now: this.#now() })?.credits);
  }

  connections(): number {
    if (this.isUnlimited()) return DEFAULT_CONNECTIONS;
    const sql =
      'SELECT coalesce(max(connections), 0) AS most FROM packs WHERE valid_from <= :now AND :now < valid_until';
    return Number(this.prepare(sql).get({ now: this.#now() })?.most);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  private reservation(pack: string, id: number): Reservation {
    let open = true;
    const settle = (charge: 0 | 1): Usage => {
      if (open) {
        open = false;
        this.transaction(() => {
          this.prepare('DELETE FROM reservations WHERE id = ?').run(id);
          if (charge === 1) this.prepare('UPDATE packs SET charged = charged + 1 WHERE id = ?').run(pack);
        });
      }
      return this.usage(charge);
    };
    return { commit: () => settle(1), release: () => settle(0) };
  }

  /** Reservations whose process is gone, or whose time is up. */
  private freeLapsed(): void {
    const processes = this.prepare('SELECT DISTINCT process FROM reservations').all();
    for (const { process: id } of processes) {
      if (!isAlive(Number(id))) this.prepare('DELETE FROM reservations WHERE process = ?').run(Number(id));
    }
    // This process knows its own calls; another one's number may have gone to a stranger.
    this.prepare('DELETE FROM reservations WHERE lapses_at <= ? AND process <> ?').run(this.#now(), process.pid);
  }

  private isUnlimited(): boolean {
    return this.prepare('SELECT 1 FROM packs LIMIT 1').get() === undefined;
  }

  private usage(requests_consumed: 0 | 1): Usage {
    return { requests_consumed, requests_remaining: this.remaining() };
  }

  /** All or nothing, and one writer at a time over all processes. */
  private transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  private prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of another user is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
