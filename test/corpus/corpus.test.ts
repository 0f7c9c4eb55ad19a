import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { scorePages } from '../../src/cli/score/scorer.ts';
import { dataSchemas } from '../../src/contract/data/index.ts';
import { BlockedError, UnavailableError } from '../../src/contract/errors.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import { parsePage } from '../../src/parse.ts';
import floorsByKind from './floors.json' with { type: 'json' };

/** Lowest share of right values and highest share of wrong ones, by kind of page. Raise them when the score rises; never lower them. */
const floors: Record<string, { right: number; wrong: number }> = floorsByKind;

/** A folder of real pages with checked values. Without it these tests are skipped. */
const corpus = process.env.BUYBOX_CORPUS;

interface CorpusPage {
  name: string;
  html: string;
  truth: { kind: string; url: string; requested_at: string; language: 'en' | 'native'; found?: boolean };
}

function* pagesOf(kind: string): Generator<CorpusPage> {
  const folder = join(String(corpus), 'truth');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.json')) continue;
    const truth = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    if (truth.kind !== kind) continue;
    const name = file.replace(/\.json$/, '');
    yield {
      name,
      truth,
      html: gunzipSync(readFileSync(join(String(corpus), 'pages', `${name}.html.gz`))).toString('utf8'),
    };
  }
}

function read({ html, truth }: CorpusPage) {
  return parsePage(html, { url: truth.url, requestedAt: new Date(truth.requested_at), language: truth.language });
}

describe.skipIf(corpus === undefined)('the corpus', { timeout: 120_000 }, () => {
  it.each(Object.entries(floors))('%s pages score no lower than the floor', async (kind, floor) => {
    const place = { pages: join(String(corpus), 'pages'), truth: join(String(corpus), 'truth'), kind };
    const { summary } = await scorePages(place, parsePage);
    expect(summary.pages).toBeGreaterThan(0);
    expect(summary.right / summary.asserted).toBeGreaterThanOrEqual(floor.right);
    expect(summary.wrong / summary.asserted).toBeLessThanOrEqual(floor.wrong);
  });

  it.each(PAGE_TYPES)('%s pages give data that matches the schema, the same in each run', (kind) => {
    for (const page of pagesOf(kind)) {
      const first = read(page);
      if (!first.found) continue;
      const { error } = dataSchemas[kind].safeParse(first.data);
      expect(error?.issues ?? [], page.name).toEqual([]);
      expect(read(page), page.name).toEqual(first);
    }
  });

  it.each([
    ['blocked', BlockedError],
    ['unavailable', UnavailableError],
  ])('%s pages are recognised', (kind, error) => {
    for (const page of pagesOf(kind)) expect(() => read(page), page.name).toThrow(error);
  });
});
