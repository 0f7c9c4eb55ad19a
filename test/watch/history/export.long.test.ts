import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnyEnvelope } from '../../../src/contract/marketplace.ts';
import { arbitraries } from '../../../src/entries/testing.ts';
import { csvLine } from '../../../src/tables/csv.ts';
import type { Look } from '../../../src/watch/look.ts';
import { lookAt } from '../../../src/watch/looks/look-at.ts';
import type { HistoryStore } from '../../../src/watch/sql-store.ts';
import { sqliteWatchStore } from '../../../src/watch/sqlite-store.ts';
import type { StoredTarget } from '../../../src/watch/store/store.ts';
import { NONE } from '../../../src/watch/store/tables.ts';
import { freshFile, stores } from '../stores.ts';
import { HOUR, look, START, target, visit } from '../visits.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

type Row = Record<string, unknown>;

async function readParquet(path: string) {
  const file = await asyncBufferFromFile(path);
  const { schema, row_groups } = await parquetMetadataAsync(file);
  const types = schema.slice(1).map(({ name, type, converted_type }) => [name, converted_type ?? type] as const);
  return { types: Object.fromEntries(types), groups: row_groups.length, rows: await parquetReadObjects({ file }) };
}

const readCsv = (path: string): Record<string, string>[] => parse(readFileSync(path), { columns: true });

const TARGETS = {
  product: target('a product'),
  offers: target('b offers', { endpoint: 'offers' }),
  search: target('c search', { endpoint: 'search', params: { keyword: 'lantern', marketplace: 'de', language: 'de' } }),
  bestseller: target('d list', {
    endpoint: 'scrape',
    params: { url: 'https://www.amazon.co.uk/gp/bestsellers/garden', language: 'en' },
  }),
} as const;
type Kind = keyof typeof TARGETS;
const kinds = Object.keys(TARGETS) as Kind[];

const PLACES: Readonly<Record<Kind, Row>> = {
  product: { target: 'a product', endpoint: 'product', marketplace: 'us', asin: 'B0LANTERN1' },
  offers: { target: 'b offers', endpoint: 'offers', marketplace: 'us', asin: 'B0LANTERN1' },
  search: { target: 'c search', endpoint: 'search', marketplace: 'de', asin: null },
  bestseller: { target: 'd list', endpoint: 'scrape', marketplace: 'uk', asin: null },
};

/** Looks at each target, an hour apart. */
const histories = fc.record(
  Object.fromEntries(
    kinds.map((kind) => [
      kind,
      fc.array(
        (arbitraries.envelopes[kind] as fc.Arbitrary<AnyEnvelope>).map((one) =>
          lookAt(TARGETS[kind] as StoredTarget, [one]),
        ),
        { maxLength: 4 },
      ),
    ]),
  ) as Record<Kind, fc.Arbitrary<Look[]>>,
);

async function recorded(store: HistoryStore, history: Record<Kind, Look[]>): Promise<void> {
  await store.add(Object.values(TARGETS));
  for (const kind of kinds)
    for (const [index, one] of history[kind].entries())
      await store.record(visit(TARGETS[kind].id, index + 1, { ...one, at: START + index * HOUR }));
}

/** The result of the history itself, in the form of rows. */
async function expectedRows(store: HistoryStore, history: Record<Kind, Look[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of kinds) {
    const { id } = TARGETS[kind];
    const name = kind === 'offers' ? 'offer' : 'asin';
    const items = history[kind].flatMap(({ offers, entries }) => Object.keys(offers ?? entries ?? {}));
    for (const item of ['', ...new Set(items)].sort((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    )) {
      const query = item === '' ? { target: id } : { target: id, [name]: item };
      for await (const { first_at, last_at, looks, found, values } of store.observations(query)) {
        const { seller, ...others } = values;
        const none = Object.keys(NONE).filter((one) => values[one as keyof typeof values] === null);
        rows.push({
          ...{ offer: null, ...PLACES[kind], ...(item !== '' && { [name]: item }) },
          ...{ first_at: new Date(first_at), last_at: new Date(last_at), looks, found },
          ...Object.fromEntries(VALUES.map((value) => [value, others[value] ?? null])),
          ...{ seller_id: seller?.id ?? null, seller_name: seller?.name ?? null },
          none: none.length === 0 ? null : none,
        });
      }
    }
  }
  return rows;
}

const VALUES = [
  ...(['price', 'currency', 'shipping_price', 'list_price', 'new_from_price', 'is_suppressed', 'in_stock'] as const),
  ...(['stock_qty', 'sellers_all', 'rank', 'rating', 'reviews', 'deal', 'coupon'] as const),
];

const plain = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

const cell = (value: unknown) => (parse(`${csvLine([value])}\n`)[0] as string[] | undefined)?.[0] ?? '';

describe.each(Object.entries(stores))('an export of %s', (kind, open) => {
  it('has the rows that the history returns, as CSV and as Parquet', async () => {
    const [csv, parquet] = [at(`${kind}.csv`), at(`${kind}.parquet`)];
    const property = fc.asyncProperty(histories, async (history) => {
      const store = open({ envelopes: 'none' });
      await recorded(store, history);
      const rows = await expectedRows(store, history);
      expect(await store.export(csv)).toBe(rows.length);
      expect(await store.export(parquet)).toBe(rows.length);
      expect((await readParquet(parquet)).rows.map(plain)).toEqual(rows);
      const asText = (row: Row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)]));
      expect(readCsv(csv)).toEqual(rows.map(asText));
      await store.close();
    });
    await fc.assert(property, { numRuns: 12 });
  });

  it('has only the product, the marketplace, the target or the period that is asked for', async () => {
    const store = open();
    const entry = (price: number) => ({ B0LANTERN1: { price }, B0WASSERK1: { price } });
    await store.add(Object.values(TARGETS));
    for (const [index, price] of [20, 21, 22].entries()) {
      const time = START + index * HOUR;
      await store.record(visit('a product', index + 1, look(time, { price })));
      const list = { page_type: 'search', entries: entry(price), is_complete: true } as const;
      await store.record(visit('c search', index + 1, look(time, {}, list)));
    }
    const asked = async (query: Parameters<HistoryStore['export']>[1]) => {
      await store.export(at('some.csv'), query);
      return readCsv(at('some.csv')).map(({ target, asin, price }) => [target, asin, price].join(' '));
    };
    const product = ['a product B0LANTERN1 20', 'a product B0LANTERN1 21', 'a product B0LANTERN1 22'];
    const inList = [20, 21, 22].map((price) => `c search B0LANTERN1 ${price}`);
    expect(await asked({ asin: 'B0LANTERN1' })).toEqual([...product, ...inList]);
    expect(await asked({ asin: 'B0LANTERN1', marketplace: 'us' })).toEqual(product);
    expect(await asked({ asin: 'B0LANTERN1', target: 'c search', from: START + 1, to: START + 2 * HOUR })).toEqual([
      'c search B0LANTERN1 21',
    ]);
    expect(await asked({ asin: 'B0NOTHING1' })).toEqual([]);
    // The list itself, its two entries.
    expect(await asked({ target: 'c search' })).toHaveLength(7);
    await expect(asked({ target: 'x' })).rejects.toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'target' });
    await store.close();
  });
});

describe('the file of an export', () => {
  const open = () => sqliteWatchStore(undefined, { envelopes: 'none' });

  it('has typed columns, and more rows than are read or written at once', async () => {
    const store = open();
    await store.add([target('a'), target('b', { endpoint: 'offers' })]);
    const offers = (count: number, price: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `A${index}/new`,
          { seller: { id: `A${index}` }, condition: 'new', price },
        ]),
      );
    for (const [index, price] of [5, 6, 7, 8].entries())
      await store.record(
        visit('b', index + 1, look(START + index * HOUR, {}, { page_type: 'offers', offers: offers(3_000, price) })),
      );
    expect(await store.export(at('many.parquet'))).toBe(12_001);
    const { types, groups, rows } = await readParquet(at('many.parquet'));
    expect(types).toMatchObject({
      ...{ first_at: 'TIMESTAMP_MILLIS', looks: 'INT64', price: 'DOUBLE', found: 'BOOLEAN', none: 'JSON' },
      ...{ target: 'UTF8', asin: 'UTF8', reviews: 'INT64', rating: 'DOUBLE' },
    });
    expect(groups).toBeGreaterThan(1);
    expect(new Set(rows.map(({ offer, price }) => `${offer} ${price}`)).size).toBe(12_001);
    await store.close();
  });

  it('has its columns also without rows', async () => {
    const store = open();
    expect(await store.export(at('none.parquet'))).toBe(0);
    const { types, rows } = await readParquet(at('none.parquet'));
    expect([Object.keys(types).length, rows]).toEqual([26, []]);
    await store.close();
  });

  it('is csv or parquet, and can be written', async () => {
    const store = open();
    for (const path of [at('x.xlsx'), at('csv'), '', 5 as never])
      await expect(store.export(path)).rejects.toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'path' });
    await expect(store.export(join(folder, 'no such', 'x.csv'))).rejects.toMatchObject({
      parameter: 'path',
      message: expect.stringMatching(
        /^path: .*x\.csv cannot be written: the folder .*no such does not exist; create it$/,
      ),
    });
    await store.close();
  });

  it('names a row that is damaged', async () => {
    const file = freshFile();
    const store = sqliteWatchStore(file);
    await store.add([target('a')]);
    await store.record(visit('a', 1, look(START, { coupon: null })));
    const database = new DatabaseSync(file);
    database.exec("UPDATE watch_observations SET coupon = '{'");
    database.close();
    await expect(store.export(at('damaged.csv'))).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining(`watch_observations.coupon (target = 1 AND item = '' AND first_at = ${START})`),
    });
    expect(existsSync(at('damaged.csv'))).toBe(false);
    await store.close();
  });

  it.each(['.csv', '.parquet'])('is whole or the one of before: %s', async (ending) => {
    const store = open();
    await store.add([target('a')]);
    for (const [index, price] of [1, 2].entries())
      await store.record(visit('a', index + 1, look(START + index * HOUR, { price })));
    const path = at(`kept${ending}`);
    writeFileSync(path, 'before');
    const writing = store.export(path);
    // The store is closed while its rows are read.
    await store.close();
    await expect(writing).rejects.toMatchObject({ name: 'UnavailableError' });
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(existsSync(`${path}.part`)).toBe(false);
  });
});
