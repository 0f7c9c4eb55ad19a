/** The clock of leases. It never jumps: neither when somebody sets the clock of the machine, nor between processes. */
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Database } from './database.ts';
import { monotonicMs } from './monotonic.ts';

/** The table of the clock. It has one row as soon as a credit is reserved. */
export const CLOCK_TABLE = `
  CREATE TABLE ledger_clock (
    id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL, machine TEXT NOT NULL, ticks INTEGER NOT NULL
  ) STRICT`;

interface Reading {
  at: number;
  /** Time of the monotonic clock. */
  ticks: number;
}

/**
 * The clock that the processes of a ledger share. It starts at the time of day, and then follows the monotonic clock of the machine. After a restart
 * of the machine, or on another machine, it continues where it was: it can be late, but never early, so that no lease lapses that is renewed.
 */
export class LedgerClock {
  readonly #database: Database;
  readonly #startsAt: () => number;
  #last: Reading | undefined;

  /** @param startsAt Returns the time of a new clock [milliseconds since the epoch]. */
  constructor(database: Database, startsAt: () => number) {
    this.#database = database;
    this.#startsAt = startsAt;
  }

  /** Returns the time [milliseconds]. */
  read(): number {
    return this.next(monotonicMs()) ?? this.#startsAt();
  }

  /** Returns the time, and stores it for other processes. Runs in a transaction of the caller. */
  tick(): number {
    const ticks = monotonicMs();
    const at = this.next(ticks) ?? Math.floor(this.#startsAt());
    const sql = 'INSERT OR REPLACE INTO ledger_clock (id, at, machine, ticks) VALUES (1, ?, ?, ?)';
    this.#database.run(sql, [at, MACHINE, ticks]);
    this.#last = { at, ticks };
    return at;
  }

  /** Returns the time by what other processes stored and by what this process knows: the later one. */
  private next(ticks: number): number | undefined {
    const sql = 'SELECT at, machine, ticks FROM ledger_clock';
    const stored = this.#database.get<Reading & { machine: string }>(sql);
    const known = [this.#last, stored].flatMap((reading) => {
      if (reading === undefined) return [];
      const isComparable = reading !== stored || stored.machine === MACHINE;
      return reading.at + (isComparable ? Math.max(0, ticks - reading.ticks) : 0);
    });
    return known.length === 0 ? undefined : Math.max(...known);
  }
}

/** Identifies what has a monotonic clock of its own: a start of the machine, and a namespace of Linux that changes its clock. */
const MACHINE = machineId();

function machineId(): string {
  const parts = [
    () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
    () => readlinkSync('/proc/self/ns/time'),
  ].flatMap((read) => {
    try {
      return read();
    } catch {
      return [];
    }
  });
  return parts.length === 0 ? hostname() : parts.join(' ');
}
