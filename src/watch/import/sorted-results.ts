/** Results in the order of their targets and times, in a temporary file. */
import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { NewTarget } from '../targets/stored-target.ts';
import type { TargetResult } from './read-result.ts';

/** A result as it is kept. */
interface Row {
  target: string;
  at: number;
  body: Uint8Array;
}

/** Keeps results until all are there. SQLite removes the file when it is closed, also by a kill. */
export class SortedResults {
  readonly #database: DatabaseSync;
  readonly #add;

  constructor() {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    // Without a name: a temporary file of its own.
    this.#database = new DatabaseSync('');
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      CREATE TABLE targets (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE results (target TEXT NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
      BEGIN`);
    this.#add = {
      target: this.#database.prepare('INSERT INTO targets (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING'),
      result: this.#database.prepare('INSERT INTO results (target, at, body) VALUES (?, ?, ?)'),
    };
  }

  add({ target, at, envelope }: TargetResult): void {
    this.#add.target.run(target.id, JSON.stringify(target));
    this.#add.result.run(target.id, at, deflateRawSync(JSON.stringify(envelope), { level: 1 }));
  }

  /** Returns the results in chunks of one target, in the order of targets, times and lines. */
  *chunks(most: number): Generator<{ target: NewTarget; results: Omit<TargetResult, 'target'>[] }> {
    this.#database.exec('CREATE INDEX results_in_order ON results (target, at)');
    const targetOf = this.#database.prepare('SELECT body FROM targets WHERE id = ?');
    const rows = this.#database.prepare('SELECT target, at, body FROM results ORDER BY target, at, rowid').iterate();
    let id: string | undefined;
    let results: Omit<TargetResult, 'target'>[] = [];
    // This class wrote the rows.
    const chunk = () => ({ target: JSON.parse(String(targetOf.get(id ?? '')?.body)) as NewTarget, results });
    for (const { target, at, body } of rows as Iterable<object> as Iterable<Row>) {
      if (results.length > 0 && (target !== id || results.length === most)) {
        yield chunk();
        results = [];
      }
      id = target;
      results.push({ at, envelope: JSON.parse(inflateRawSync(body).toString()) as AnyEnvelope });
    }
    if (results.length > 0) yield chunk();
  }

  close(): void {
    this.#database.close();
  }
}
