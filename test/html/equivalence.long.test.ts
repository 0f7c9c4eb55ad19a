import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noise, page } from './generated.ts';
import { treeOf, treeOfParse5 } from './trees.ts';

const RUNS = 100_000;
/** A folder of real pages. Their test is skipped if the variable is not set. */
const corpus = process.env.BUYBOX_CORPUS;

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

  it.skipIf(corpus === undefined)('for every real page', () => {
    const folder = join(String(corpus), 'pages');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html.gz'),
    );
    expect(files.length).toBeGreaterThan(0);
    const different = files.filter(
      (file) => !isSameTree(gunzipSync(readFileSync(join(folder, file))).toString('utf8')),
    );
    expect(different).toEqual([]);
  });
});
