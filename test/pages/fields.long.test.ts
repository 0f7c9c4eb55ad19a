import fc from 'fast-check';
import { describe, it } from 'vitest';
import { fieldPaths } from '../../src/contract/fields.ts';
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import { corpusFolders, corpusPages } from '../corpus/folders.ts';
import { expectSame, fieldsOf, readable, readableFixtures } from './some-fields.ts';

it.each(readableFixtures)('%s gives each single field as the whole page does', (_, page) => {
  for (const field of fieldPaths(page.all.page_type)) expectSame(page, [field]);
});

describe.each(corpusFolders())('the pages of $name, read with some fields', (folder) => {
  it.each(PAGE_TYPES)('%s pages give the values of the whole page', (type) => {
    const pages = [...corpusPages(folder, type)].slice(0, 6).flatMap(readable);
    for (const page of pages)
      fc.assert(
        fc.property(fieldsOf(page.all.page_type), (fields) => expectSame(page, fields)),
        { numRuns: 6 },
      );
  });
});
