/** The log of requests in a SQLite file. */
import type { SQLInputValue } from 'node:sqlite';
import type { Database } from '../sqlite/database.ts';
import { EQUAL_FILTERS, pageOf, type RequestFilter, type RequestPage, type RequestRecord } from './request-record.ts';
import { KEPT_REQUESTS, unknownPosition } from './store.ts';

/** The log is trimmed once per so many new requests. */
const TRIM_EVERY = 1_000;

type Details = Omit<RequestRecord, keyof Columns>;
type Columns = Pick<
  RequestRecord,
  'requestId' | 'keyId' | 'endpoint' | 'marketplace' | 'status' | 'code' | 'outcome' | 'consumed' | 'timingMs' | 'at'
>;
type Row = Columns & { number: number; details: string };

const REQUEST = `number, request_id AS requestId, key_id AS keyId, endpoint, marketplace, status, code, outcome, consumed,
  timing_ms AS timingMs, at, details`;

const COLUMN: Record<(typeof EQUAL_FILTERS)[number], string> = {
  keyId: 'key_id',
  endpoint: 'endpoint',
  marketplace: 'marketplace',
  outcome: 'outcome',
  code: 'code',
  requestId: 'request_id',
};

/** The log of a `sqliteStore`. */
export class SqliteRequests {
  readonly #database: Database;
  #written = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds a record. Runs in a transaction of the caller. */
  add(record: RequestRecord): void {
    const { requestId, keyId, endpoint, marketplace, status, code, outcome, consumed, timingMs, at, ...details } =
      record;
    this.#database.run(
      `INSERT INTO requests (request_id, key_id, endpoint, marketplace, status, code, outcome, consumed, timing_ms, at, details)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [requestId, keyId, endpoint, marketplace, status, code, outcome, consumed, timingMs, at, JSON.stringify(details)],
    );
    if (++this.#written % TRIM_EVERY === 0) {
      this.#database.run('DELETE FROM requests WHERE number <= (SELECT max(number) FROM requests) - ?', [
        KEPT_REQUESTS,
      ]);
    }
  }

  /** Implements `recentRequests` of the store. */
  page(filter: RequestFilter): RequestPage {
    const { limit } = filter;
    const [conditions, values] = conditionsOf(filter);
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    const sql = `SELECT ${REQUEST} FROM requests ${where} ORDER BY number DESC LIMIT ?`;
    const rows = this.#database.all<Row>(sql, [...values, limit + 1]);
    return pageOf(rows, limit, recordOf, ({ number }) => String(number));
  }
}

function conditionsOf(filter: RequestFilter): [string[], SQLInputValue[]] {
  const { since, until, after } = filter;
  if (after !== undefined && !/^\d{1,15}$/.test(after)) throw unknownPosition(after);
  const conditions: [string, SQLInputValue | undefined][] = [
    ...EQUAL_FILTERS.map((name): [string, string | undefined] => [`${COLUMN[name]} = ?`, filter[name]]),
    ['at >= ?', since],
    ['at < ?', until],
    ['number < ?', after === undefined ? undefined : Number(after)],
  ];
  const set = conditions.filter((condition): condition is [string, SQLInputValue] => condition[1] !== undefined);
  return [set.map(([sql]) => sql), set.map(([, value]) => value)];
}

function recordOf({ number: _, details, ...columns }: Row): RequestRecord {
  return { ...columns, ...(JSON.parse(details) as Details) };
}
