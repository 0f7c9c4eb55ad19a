import fc from 'fast-check';
import { describe, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import { corpusFolders, corpusPages } from '../corpus/folders.ts';
import { expectSame, fieldsOf, pathsOfAll, readable, readableFixtures } from './some-fields.ts';

/** Each page is asked for one of so many of its fields: the next page for the next ones. */
const SHARE = isNightly ? 1 : 8;

it.each(readableFixtures.map(([file, page], at) => [file, page, at] as const))(
  '%s gives each single field as the whole page does',
  (_, page, at) => {
    const fields = pathsOfAll(page.all.page_type).filter((_, index) => (index + at) % SHARE === 0);
    for (const field of fields) expectSame(page, [field]);
  },
);

describe.each(corpusFolders())('the pages of $name, read with some fields', (folder) => {
  it.each(PAGE_TYPES)('%s pages give the values of the whole page', (type) => {
    const pages = [...corpusPages(folder, type)].slice(0, isNightly ? 6 : 2).flatMap(readable);
    for (const page of pages)
      fc.assert(
        fc.property(fieldsOf(page.all.page_type), (fields) => expectSame(page, fields)),
        { numRuns: isNightly ? 6 : 4 },
      );
  });
});
