/** The counts of requests in a SQLite file: one row for each period, key, endpoint and marketplace. */
import type { Database } from '../sqlite/database.ts';
import {
  CODE_COUNTER,
  COUNTERS,
  type Counters,
  type CountFilter,
  type CountGroup,
  type CountRow,
  type CountUnit,
  countedMarketplace,
  countersOf,
  EQUAL_COUNT_FILTERS,
  firstKeptHour,
  periodOf,
} from './request-counts.ts';
import type { RequestRecord } from './request-record.ts';

/** The tables. The columns are those of `COUNTERS`: a new counter needs a new step. */
export const COUNT_TABLES = `
  CREATE TABLE request_counts (
    unit TEXT NOT NULL, period TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL, marketplace TEXT NOT NULL,
    found INTEGER NOT NULL DEFAULT 0, not_found INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
    replayed INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, blocks INTEGER NOT NULL DEFAULT 0, gaps INTEGER NOT NULL DEFAULT 0,
    credits INTEGER NOT NULL DEFAULT 0, ms_1 INTEGER NOT NULL DEFAULT 0, ms_2 INTEGER NOT NULL DEFAULT 0, ms_3 INTEGER NOT NULL DEFAULT 0,
    ms_4 INTEGER NOT NULL DEFAULT 0, ms_5 INTEGER NOT NULL DEFAULT 0, ms_6 INTEGER NOT NULL DEFAULT 0, ms_8 INTEGER NOT NULL DEFAULT 0,
    ms_10 INTEGER NOT NULL DEFAULT 0, ms_13 INTEGER NOT NULL DEFAULT 0, ms_16 INTEGER NOT NULL DEFAULT 0, ms_20 INTEGER NOT NULL DEFAULT 0,
    ms_25 INTEGER NOT NULL DEFAULT 0, ms_32 INTEGER NOT NULL DEFAULT 0, ms_40 INTEGER NOT NULL DEFAULT 0, ms_50 INTEGER NOT NULL DEFAULT 0,
    ms_63 INTEGER NOT NULL DEFAULT 0, ms_80 INTEGER NOT NULL DEFAULT 0, ms_100 INTEGER NOT NULL DEFAULT 0, ms_125 INTEGER NOT NULL DEFAULT 0,
    ms_160 INTEGER NOT NULL DEFAULT 0, ms_200 INTEGER NOT NULL DEFAULT 0, ms_250 INTEGER NOT NULL DEFAULT 0, ms_320 INTEGER NOT NULL DEFAULT 0,
    ms_400 INTEGER NOT NULL DEFAULT 0, ms_500 INTEGER NOT NULL DEFAULT 0, ms_630 INTEGER NOT NULL DEFAULT 0, ms_800 INTEGER NOT NULL DEFAULT 0,
    ms_1000 INTEGER NOT NULL DEFAULT 0, ms_1250 INTEGER NOT NULL DEFAULT 0, ms_1600 INTEGER NOT NULL DEFAULT 0, ms_2000 INTEGER NOT NULL DEFAULT 0,
    ms_2500 INTEGER NOT NULL DEFAULT 0, ms_3200 INTEGER NOT NULL DEFAULT 0, ms_4000 INTEGER NOT NULL DEFAULT 0, ms_5000 INTEGER NOT NULL DEFAULT 0,
    ms_6300 INTEGER NOT NULL DEFAULT 0, ms_8000 INTEGER NOT NULL DEFAULT 0, ms_10000 INTEGER NOT NULL DEFAULT 0, ms_12500 INTEGER NOT NULL DEFAULT 0,
    ms_16000 INTEGER NOT NULL DEFAULT 0, ms_20000 INTEGER NOT NULL DEFAULT 0, ms_25000 INTEGER NOT NULL DEFAULT 0,
    ms_32000 INTEGER NOT NULL DEFAULT 0, ms_40000 INTEGER NOT NULL DEFAULT 0, ms_50000 INTEGER NOT NULL DEFAULT 0,
    ms_63000 INTEGER NOT NULL DEFAULT 0, ms_80000 INTEGER NOT NULL DEFAULT 0, ms_100000 INTEGER NOT NULL DEFAULT 0,
    ms_125000 INTEGER NOT NULL DEFAULT 0, ms_more INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (unit, period, key_id, endpoint, marketplace)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE code_counts (
    unit TEXT NOT NULL, period TEXT NOT NULL, key_id TEXT NOT NULL, endpoint TEXT NOT NULL, marketplace TEXT NOT NULL, code TEXT NOT NULL,
    requests INTEGER NOT NULL, PRIMARY KEY (unit, period, key_id, endpoint, marketplace, code)
  ) STRICT, WITHOUT ROWID;
`;

const GROUP = ['unit', 'period', 'key_id', 'endpoint', 'marketplace'];

const ADD_COUNTS = `INSERT INTO request_counts (${[...GROUP, ...COUNTERS].join(', ')})
  VALUES (${[...GROUP, ...COUNTERS].map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${COUNTERS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

const ADD_CODE = `INSERT INTO code_counts (${GROUP.join(', ')}, code, requests) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`;

const SUMS = COUNTERS.map((name) => `sum(${name}) AS ${name}`).join(', ');

const COLUMN: Record<CountGroup, string> = {
  period: 'period',
  keyId: 'key_id',
  endpoint: 'endpoint',
  marketplace: 'marketplace',
};

/** The counts of a `sqliteStore`. */
export class SqliteCounts {
  readonly #database: Database;
  readonly #now: () => number;
  #hour = '';

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Counts a request. Runs in a transaction of the caller. */
  add(record: RequestRecord): void {
    const counters = countersOf(record);
    for (const unit of ['hour', 'day'] as const) this.increase(unit, record, counters);
    const hour = firstKeptHour(this.#now());
    if (hour === this.#hour) return;
    this.#hour = hour;
    for (const table of ['request_counts', 'code_counts']) {
      this.#database.run(`DELETE FROM ${table} WHERE unit = 'hour' AND period < ?`, [hour]);
    }
  }

  /** Implements `counts` of the store. */
  sums(filter: CountFilter): CountRow[] {
    const { unit, since, until, by } = filter;
    const equal = EQUAL_COUNT_FILTERS.filter((name) => filter[name] !== undefined);
    const where = `WHERE unit = ? AND period BETWEEN ? AND ? ${equal.map((name) => `AND ${COLUMN[name]} = ?`).join(' ')}`;
    const values = [unit, periodOf(unit, since), periodOf(unit, until), ...equal.map((name) => filter[name] ?? '')];
    const groups = by.map((name) => `${COLUMN[name]} AS ${name}`);
    const numbers = by.map((_, index) => index + 1);
    // Without groups there is one row, also if nothing is counted.
    const grouped = by.length === 0 ? 'HAVING count(*) > 0' : `GROUP BY ${numbers} ORDER BY ${numbers}`;
    const sums = this.#database.all<SumRow>(
      `SELECT ${[...groups, SUMS].join(', ')} FROM request_counts ${where} ${grouped}`,
      values,
    );
    const codes = this.#database.all<SumRow>(
      `SELECT ${[...groups, 'code', 'sum(requests) AS requests'].join(', ')} FROM code_counts ${where}
       GROUP BY ${[...numbers, by.length + 1].join(', ')}`,
      values,
    );
    return withCodes(sums, codes, by);
  }

  private increase(unit: CountUnit, record: RequestRecord, counters: Counters): void {
    const { keyId, endpoint, at } = record;
    const group = [unit, periodOf(unit, at), keyId, endpoint, countedMarketplace(record)];
    this.#database.run(ADD_COUNTS, [...group, ...COUNTERS.map((name) => counters[name] ?? 0)]);
    for (const [name, requests] of Object.entries(counters)) {
      if (name.startsWith(CODE_COUNTER))
        this.#database.run(ADD_CODE, [...group, name.slice(CODE_COUNTER.length), requests]);
    }
  }
}

type SumRow = Record<string, string | number>;

function withCodes(sums: readonly SumRow[], codes: readonly SumRow[], by: readonly CountGroup[]): CountRow[] {
  const idOf = (row: SumRow) => JSON.stringify(by.map((name) => row[name]));
  const codesOf = Map.groupBy(codes, idOf);
  return sums.map((row) => {
    const counted = COUNTERS.map((name): [string, number] => [name, Number(row[name])]);
    const failed = (codesOf.get(idOf(row)) ?? []).map(({ code, requests }): [string, number] => [
      `${CODE_COUNTER}${code}`,
      Number(requests),
    ]);
    return {
      ...Object.fromEntries(by.map((name) => [name, row[name]])),
      counters: Object.fromEntries([...counted, ...failed].filter(([, count]) => count > 0)),
    };
  });
}
