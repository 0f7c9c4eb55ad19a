import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { corpusFolders, htmlOf } from '../corpus/folders.ts';
import { noise, page } from './generated.ts';
import { treeOf, treeOfParse5 } from './trees.ts';

const RUNS = isNightly ? 100_000 : 2000;
/** Folders of real pages. Their test is skipped if there are none. */
const folders = corpusFolders();

function isSameTree(html: string): boolean {
  const tree = treeOf(html);
  const expected = treeOfParse5(html);
  return tree.length === expected.length && tree.every((line, index) => line === expected[index]);
}

describe('the tree is the same as the tree of parse5', () => {
  it.each([
    ['generated pages', page],
    ['random sequences of characters', noise],
  ])(`for ${RUNS} %s`, (_, pages) => {
    fc.assert(fc.property(pages, isSameTree), { numRuns: RUNS });
  });

  it.skipIf(folders.length === 0)('for real pages', () => {
    const files = folders.flatMap(({ pages }) =>
      readdirSync(pages, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html.gz'))
        .map((file) => join(pages, file)),
    );
    const read = files.filter((_, at) => isNightly || at % 20 === 0);
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((file) => !isSameTree(htmlOf(file)))).toEqual([]);
  });
});
