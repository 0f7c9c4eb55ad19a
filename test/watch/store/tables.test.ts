import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { ColumnTypes } from '../../../src/watch/store/sql.ts';
import { COLUMNS, tableSteps } from '../../../src/watch/store/tables.ts';

const TYPES: ColumnTypes = {
  ...{ integer: 'INTEGER', real: 'REAL', text: 'TEXT', bytes: 'BLOB', counter: 'INTEGER PRIMARY KEY' },
  ...{ clustered: 'WITHOUT ROWID', table: '' },
};

it('a value that is added later has a column since a version of its own, with all rows kept', () => {
  const later: (typeof COLUMNS)[number] = ['sellers_new' as never, { kind: 'count', since: 2 }];
  const [first = '', second = '', ...others] = tableSteps(TYPES, [...COLUMNS, later]);
  expect(others).toEqual([]);
  expect(tableSteps(TYPES)).toEqual([first]);
  const database = new DatabaseSync(':memory:');
  database.exec(first);
  database.exec(`INSERT INTO watch_targets (no, id, endpoint, params, every_ms, pages, options, active, visits)
    VALUES (1, 'a', 'product', '{}', 1, 1, '{}', 1, 1);
    INSERT INTO watch_observations (target, item, first_at, last_at, looks, every_ms, is_last, found, none, price)
    VALUES (1, '', 5, 5, 1, 1, 1, 1, 0, 20)`);
  database.exec(second);
  const row = database.prepare('SELECT target, price, sellers_new FROM watch_observations').get();
  expect({ ...row }).toEqual({ target: 1, price: 20, sellers_new: null });
});
