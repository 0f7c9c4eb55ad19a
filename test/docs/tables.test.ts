import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ContestantName } from '../../bench/contestants.ts';
import { generatedPart, withGeneratedParts } from '../../scripts/generated-parts.ts';
import { runtimesTable } from '../../scripts/runtimes.ts';
import { documentedSizes } from '../../scripts/sizes.ts';
import { librariesTable, savedTimes, type Times, timesTable } from '../../scripts/times.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const document = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

/** Figures of a run. Their contestants and entries are those of the benchmarks. */
function figures(): Times {
  const contestants = [
    'parse5.parse, no field',
    'buybox, all fields',
    'buybox, five fields',
    'buybox, one field',
    'cheerio, 20 fields',
    'htmlparser2 + css-select, 20 fields',
    'linkedom, 20 fields',
    'node-html-parser, 20 fields',
  ] as const;
  const start = { milliseconds: { import: 100, firstCall: 20 }, ratios: { import: 0.5, together: 2 } };
  const source = generatedPart(document('measured/speed.md'), 'times').includes('real pages')
    ? 'real pages'
    : 'generated pages';
  return {
    machine: { date: '2026-11-01', node: '24.0.0', processors: 2 },
    parse: {
      source,
      rounds: 7,
      types: (['product', 'search'] as const).map((type) => ({
        type,
        pages: 4,
        figures: figuresOf(contestants),
        collected: figuresOf(contestants.slice(0, 4)),
      })),
    },
    remote: { concurrency: 25, bareGot: 5_000, client: 4_500, share: 0.9 },
    cold: { got: start, buybox: start, 'buybox/local': start, 'buybox/remote': start },
  };
}

const figuresOf = (contestants: readonly ContestantName[]) =>
  contestants.map((contestant, index) => ({
    contestant,
    ms: 100 / (index + 1),
    ratio: 1 / (index + 1),
    mbPerSecond: 20,
    pagesPerSecond: 10,
  }));

/** Returns a table without its figures and the widths of its columns. */
const form = (table: string) =>
  table
    .replace(/\d+(?:[.,:-]\d+)*/g, '0')
    .replace(/ +/g, ' ')
    .replace(/-+/g, '-');

describe('the measured tables of the documentation (npm run docs:tables writes them)', () => {
  it('have the runtimes and versions that the tests run', () => {
    expect(generatedPart(document('installing.md'), 'runtimes')).toBe(runtimesTable());
  });

  it('have a size for each row', () => {
    const rows = generatedPart(document('installing.md'), 'sizes').split('\n').slice(2);
    expect(documentedSizes()).toHaveLength(rows.length);
    expect(rows.length).toBeGreaterThan(10);
  });

  it('have the times in the form that the command writes', () => {
    expect(form(generatedPart(document('measured/speed.md'), 'times'))).toBe(form(timesTable(figures())));
    expect(form(generatedPart(document('measured/speed.md'), 'libraries'))).toBe(form(librariesTable(figures())));
  });
});

describe('the table of times', () => {
  const table = timesTable(figures());

  it('says when, with which Node and on how many processors it was measured', () => {
    expect(table).toMatch(/^Measured on 2026-11-01 with Node 24\.0\.0 and 2 processors/);
  });

  it.each([
    ['| a product page, all fields | 50.0 ms | `parse5.parse`: 100 ms | 0.50 |'],
    ['| a search page, five fields | 33.3 ms | `parse5.parse`: 100 ms | 0.33 |'],
    ['| a search page, one field | 25.0 ms | `parse5.parse`: 100 ms | 0.25 |'],
    ['| calls of `buybox/remote`, 25 at once | 4500/s | got: 5000/s | 0.90 |'],
    ['| import of `buybox` in a new process | 100 ms | got: 100 ms | 0.50 |'],
    ['| import of `buybox/local` and a first call | 120 ms | got: 120 ms | 2.00 |'],
  ])('has the row %s', (row) => {
    expect(table.split('\n')).toContain(row);
  });

  it('is made of saved figures', () => {
    const file = join(folder, 'figures.json');
    writeFileSync(file, `\n> buybox@0.1.0 bench\n> node bench/run.ts\n\n${JSON.stringify(figures(), null, 2)}`);
    expect(timesTable(savedTimes(file))).toBe(table);
  });

  it('needs the figures of all its benchmarks', () => {
    const { remote: _, ...others } = figures();
    const file = join(folder, 'others.json');
    writeFileSync(file, JSON.stringify(others));
    expect(() => savedTimes(file)).toThrow(
      `${file} has no figures "remote": expected the output of npm run bench -- parse remote cold --json.`,
    );
  });
});

describe('generated parts', () => {
  const text =
    'a\n<!-- generated: one -->\n\nold\n\n<!-- /generated -->\nb\n<!-- generated: two -->\n<!-- /generated -->\n';

  it('are replaced, and those without a new text stay', () => {
    const changed = withGeneratedParts(text, (name) => (name === 'two' ? 'new' : undefined));
    expect(generatedPart(changed, 'one')).toBe('old');
    expect(generatedPart(changed, 'two')).toBe('new');
    expect(withGeneratedParts(changed, (name) => (name === 'two' ? 'new' : undefined))).toBe(changed);
    expect(() => generatedPart(text, 'three')).toThrow('the document has no generated part three');
  });
});
