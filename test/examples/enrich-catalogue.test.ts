import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Enrichment, enrichCatalogue } from '../../examples/enrich-catalogue.ts';
import { fixtureMarketplace } from '../../examples/fixtures.ts';
import type { AnyMarketplace } from '../../src/entries/index.ts';

const CATALOGUE = join(import.meta.dirname, '../../examples/catalogue.csv');
const fields = ['title', 'brand.name', 'bb_price'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'buybox-catalogue-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const output = () => join(folder, 'enriched.csv');
const rows = (delimiter = ','): Record<string, string>[] =>
  parse(readFileSync(output()), { columns: true, delimiter, relax_column_count: false });

/** Enriches a catalogue and returns the requested products. */
async function enrich(
  given: Partial<Enrichment> = {},
  change: (site: AnyMarketplace) => Partial<AnyMarketplace> = () => ({}),
) {
  await using marketplace = await fixtureMarketplace({ retries: 0 });
  const asked: string[] = [];
  const product: AnyMarketplace['product'] = (...call) => {
    asked.push(call[0].asin);
    return (change(marketplace).product ?? marketplace.product)(...call);
  };
  const enrichment = { input: CATALOGUE, output: output(), fields, ...given };
  const summary = await enrichCatalogue({ ...marketplace, product }, enrichment);
  return { summary, asked: asked.sort() };
}

describe('enrich-catalogue', () => {
  it('adds columns, keeps the others, and has a status for each row', async () => {
    const { summary, asked } = await enrich();
    expect(summary).toEqual({ found: 4, 'not found': 1, 'no ASIN': 1, failed: 1 });
    // Once for each product, also if the catalogue repeats it.
    expect(asked).toEqual(['B0BOTTLE01', 'B0CAPTCHA1', 'B0HAMMOCK1', 'B0LANTERN1', 'B0NOTFOUND']);
    const before: Record<string, string>[] = parse(readFileSync(CATALOGUE), { columns: true });
    expect(rows()).toMatchObject(before);
    expect(rows().map(({ buybox_status, buybox_bb_price }) => [buybox_status, buybox_bb_price])).toEqual([
      ['found', '34.99'],
      ['found', ''],
      ['not found', ''],
      ['no ASIN', ''],
      [expect.stringMatching(/^failed, CAPTCHA: /), ''],
      ['found', '34.99'],
      ['found', '18'],
    ]);
    expect(rows()[0]).toMatchObject({
      buybox_title: expect.stringMatching(/^Larkmoor/),
      'buybox_brand.name': 'Larkmoor',
    });
  });

  it('requests only missing products in a second run, and none for other fields', async () => {
    await enrich();
    const again = await enrich({ fields: ['rating', 'feature_bullets', 'dimensions'] });
    expect(again.asked).toEqual(['B0CAPTCHA1']);
    const [lantern] = rows();
    expect(lantern?.buybox_rating).toBe('4.6');
    expect(lantern?.buybox_feature_bullets?.split(' | ').length).toBeGreaterThan(1);
    expect(JSON.parse(lantern?.buybox_dimensions ?? '')).toHaveProperty('unit');
    // A response of another marketplace is not used.
    const elsewhere = await enrich({ place: 'de' });
    expect(elsewhere.asked).toHaveLength(5);
  });

  it('loses nothing when it is killed while writing a response', async () => {
    await enrich();
    const results = `${output()}.ndjson`;
    const lines = readFileSync(results, 'utf8').trimEnd().split('\n');
    const torn = JSON.parse(lines.at(-1) ?? '').request.params.asin;
    writeFileSync(results, `${lines.slice(0, -1).join('\n')}\n${lines.at(-1)?.slice(0, 200)}`);
    expect((await enrich()).asked).toEqual(['B0CAPTCHA1', torn].sort());
    expect((await enrich()).asked).toEqual(['B0CAPTCHA1']);
  });

  it('stays within the credits', async () => {
    const { summary, asked } = await enrich({ maxCredits: 2 });
    expect(asked).toHaveLength(2);
    expect(summary).toMatchObject({ 'not asked': expect.any(Number) });
  });

  it('reads semicolons, a byte order mark, short rows and repeated headings', async () => {
    const input = join(folder, 'german.csv');
    writeFileSync(input, '\ufeffArtikel;ASIN;Preis;Preis\r\n1;B0LANTERN1;"1,50";2\r\n2;B0NOTFOUND\r\n');
    await enrich({ input, fields: ['bb_price'] });
    expect(readFileSync(output(), 'utf8').split('\n')).toEqual([
      'Artikel;ASIN;Preis;Preis;buybox_status;buybox_bb_price',
      '1;B0LANTERN1;1,50;2;found;34.99',
      '2;B0NOTFOUND;;;not found;',
      '',
    ]);
  });

  it('escapes formulas', async () => {
    await enrich({}, (site) => ({
      product: async (...call) => {
        const envelope = await site.product(...call);
        if (envelope.found) envelope.data.title = '=HYPERLINK("https://example.com")';
        return envelope;
      },
    }));
    expect(rows()[0]?.buybox_title).toBe('\'=HYPERLINK("https://example.com")');
  });

  it('reports problems of a file', async () => {
    await expect(enrich({ column: 'sku of theirs' })).rejects.toThrow(
      /catalogue\.csv has no column "sku of theirs"; it has sku, asin, name, cost, note$/,
    );
    const input = join(folder, 'empty.csv');
    appendFileSync(input, '');
    await expect(enrich({ input })).rejects.toThrow('empty.csv is empty');
  });
});
