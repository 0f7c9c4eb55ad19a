import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REDIS_LEDGER_OPTIONS } from '../../src/ledger/stores/redis-options.ts';
import { MARKETPLACE_OPTIONS } from '../../src/marketplace/options.ts';
import { type OptionRow, variableOf } from '../../src/options/table.ts';
import { REDIS_STORE_OPTIONS } from '../../src/service/redis/redis-store.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');

/** The tables of `createMarketplace`; those of queues and workers follow. */
const [marketplaceTables = ''] = page.split('## Queues and workers');

/** Option and variable of each row of the tables. */
const documented = Object.fromEntries(
  [...marketplaceTables.matchAll(/^\| `(\w+)` \| (?:`(\w+)`)?[^|]*\|/gm)].map(([, option = '', variable]) => [
    option,
    variable,
  ]),
);

describe('docs/settings.md', () => {
  it('has every option with its environment variable', () => {
    const rows = Object.entries<OptionRow<unknown>>(MARKETPLACE_OPTIONS);
    const expected = rows.map(([option, { fromText }]) => [
      option,
      fromText === undefined ? undefined : variableOf(option),
    ]);
    expect(documented).toEqual(Object.fromEntries(expected));
  });

  it('has every option of a ledger and a store in Redis', () => {
    const [, table = ''] = page.split(/^## (?=Redis$)/m);
    const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)];
    const of = (which: string) =>
      rows.filter(([, , text]) => text === 'both' || text === which).map(([, name]) => name);
    expect(of('`redisLedger`').sort()).toEqual(Object.keys(REDIS_LEDGER_OPTIONS).sort());
    expect(of('`redisStore`').sort()).toEqual(Object.keys(REDIS_STORE_OPTIONS).sort());
  });
});
