/** The tables of the SQLite store, and how an older file becomes a current one. */
import type { DatabaseSync } from 'node:sqlite';
import { UnavailableError } from '../contract/errors.ts';

/** One step a version (reservations and requests are few, and pay for no index): what stands here is never changed, only added to. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE keys (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE packs (
     id TEXT PRIMARY KEY, key_id TEXT NOT NULL REFERENCES keys (id), requests INTEGER NOT NULL, charged INTEGER NOT NULL DEFAULT 0,
     price_usd REAL NOT NULL, connections INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_until INTEGER NOT NULL,
     CHECK (charged BETWEEN 0 AND requests)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX packs_of_key ON packs (key_id, valid_until);
   CREATE TABLE reservations (
     id TEXT PRIMARY KEY, key_id TEXT NOT NULL, pack_id TEXT NOT NULL REFERENCES packs (id), lapses_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE requests (
     number INTEGER PRIMARY KEY, request_id TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL,
     marketplace TEXT NOT NULL, status INTEGER NOT NULL, code TEXT, outcome TEXT NOT NULL, consumed INTEGER NOT NULL,
     timing_ms INTEGER NOT NULL, at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE day_counts (
     day TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL, outcome TEXT NOT NULL, requests INTEGER NOT NULL,
     PRIMARY KEY (day, key_id, endpoint, outcome)
   ) STRICT, WITHOUT ROWID;`,
];

/** The version of the schema that this release writes. */
export const SCHEMA_VERSION: number = MIGRATIONS.length;

/**
 * Brings a file to the current schema, all steps in one transaction.
 *
 * @throws UnavailableError for a file of a newer release
 */
export function migrate(database: DatabaseSync): void {
  if (versionOf(database) === SCHEMA_VERSION) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it while this one waited for the lock.
    const version = versionOf(database);
    if (version > SCHEMA_VERSION) {
      throw new UnavailableError(
        `the store has schema ${version}, this release knows ${SCHEMA_VERSION}; use a newer release of buybox`,
        { retryable: false },
      );
    }
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version);
}
