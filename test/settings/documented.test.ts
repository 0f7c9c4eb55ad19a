import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MARKETPLACE_OPTIONS } from '../../src/config.ts';
import { type OptionRow, variableOf } from '../../src/settings/table.ts';

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
});
