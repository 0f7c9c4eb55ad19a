import { createHash } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { dataSchemas } from '../../src/contract/data/index.ts';
import { BlockedError, UnavailableError } from '../../src/contract/errors.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import { type PageContext, parsePage } from '../../src/entries/parse.ts';
import { scorePages } from '../../tools/score/scorer.ts';
import { bareAmounts } from '../pages/bare-amounts.ts';
import floorsByFolder from './floors.json' with { type: 'json' };
import { type CorpusPage, corpusFolders, corpusPages } from './folders.ts';

/** Lowest share of right values and highest share of wrong ones, by kind of page. Raise them when the score rises; never lower them. */
type Floors = Record<string, { right: number; wrong: number }>;

/** Folders of other names have no floors: their data is checked all the same. */
const floors: Record<string, Floors> = floorsByFolder;

const folders = corpusFolders();

const readings = new Map<string, ReturnType<typeof parsePage>>();

/** Reads a page once: its score and its checks are of the same reading. */
const readOnce = (html: string, context: PageContext) => {
  const key = createHash('sha1').update(JSON.stringify(context)).update(html).digest('base64');
  const page = readings.get(key) ?? parsePage(html, context);
  readings.set(key, page);
  return page;
};

function read({ html, context }: CorpusPage) {
  return readOnce(html, context);
}

describe('the folders of real pages', () => {
  it('are those that BUYBOX_CORPUS names', () => {
    vi.stubEnv('BUYBOX_CORPUS', ['/pages/one', '/pages/two'].join(delimiter));
    expect(corpusFolders().map(({ name, truth }) => [name, truth])).toEqual([
      ['one', join('/pages/one', 'truth')],
      ['two', join('/pages/two', 'truth')],
    ]);
    vi.stubEnv('BUYBOX_CORPUS', undefined);
    expect(corpusFolders()).toEqual([]);
    vi.unstubAllEnvs();
  });
});

describe.each(folders)('the corpus in $name', { timeout: 120_000 }, (folder) => {
  it.each(Object.entries(floors[folder.name] ?? {}))('%s pages score no lower than the floor', async (kind, floor) => {
    const { summary } = await scorePages({ pages: folder.pages, truth: folder.truth, kind }, readOnce);
    expect(summary.pages).toBeGreaterThan(0);
    expect(summary.right / summary.asserted).toBeGreaterThanOrEqual(floor.right);
    expect(summary.wrong / summary.asserted).toBeLessThanOrEqual(floor.wrong);
  });

  it.each(PAGE_TYPES)(
    '%s pages give valid data without contradictions and bare amounts, the same in each run',
    (kind) => {
      for (const [at, page] of corpusPages(folder, kind).entries()) {
        const first = read(page);
        if (!first.found) continue;
        const { error } = dataSchemas[kind].safeParse(first.data);
        expect(error?.issues ?? [], page.name).toEqual([]);
        const contradictions = first.gaps.filter((gap) => gap.kind === 'contradiction');
        expect(contradictions, page.name).toEqual([]);
        expect(bareAmounts(first.data), page.name).toEqual([]);
        // A second reading takes as long as the first: nightly runs compare it on all pages.
        if (isNightly || at % 5 === 0) expect(parsePage(page.html, page.context), page.name).toEqual(first);
      }
    },
  );

  it.each([
    ['blocked', BlockedError],
    ['unavailable', UnavailableError],
  ])('%s pages are recognised', (kind, error) => {
    for (const page of corpusPages(folder, kind)) expect(() => read(page), page.name).toThrow(error);
  });
});
