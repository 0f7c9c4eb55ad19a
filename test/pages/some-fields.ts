/** Checks of pages that are read with some fields. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { fieldPaths, fieldTree, pickFields } from '../../src/contract/fields.ts';
import type { PageType } from '../../src/contract/page-types.ts';
import { type PageContext, parsePage } from '../../src/entries/parse.ts';
import type { CorpusPage } from '../corpus/folders.ts';
import { rows, textOf } from '../fixtures/fixture.ts';
import { isLong } from '../runs.ts';

export interface ReadablePage {
  html: string;
  context: PageContext;
  all: Extract<ReturnType<typeof parsePage>, { found: true }>;
}

/** Returns the page with its data, if it is a page with data. */
export function readable({ html, context }: Pick<CorpusPage, 'html' | 'context'>): ReadablePage[] {
  try {
    const all = parsePage(html, context);
    return all.found ? [{ html, context, all }] : [];
  } catch {
    return [];
  }
}

/** Checks that a page read with some fields gives the same as the page read with all of them, without the others. */
export function expectSame({ html, context, all }: ReadablePage, fields: readonly string[]): void {
  const some = parsePage(html, { ...context, fields });
  expect(some, fields.join()).toMatchObject({ found: true, page_type: all.page_type, language: all.language });
  expect(some.data, fields.join()).toEqual(pickFields(all.data, fieldTree(fields)));
  expect(all.gaps, fields.join()).toEqual(expect.arrayContaining(some.gaps));
}

/** Returns the fields of a page type that a page has if it is read with all of them: advertisements are only read by name. */
export function pathsOfAll(type: PageType): string[] {
  return fieldPaths(type).filter((path) => !path.startsWith('sponsored_parts'));
}

/** Generates some of these fields. */
export function fieldsOf(type: PageType) {
  return fc.subarray(pathsOfAll(type), { minLength: 1, maxLength: 12 });
}

/** The fixture pages with data, by their files. By day, one of six. */
export const readableFixtures = rows
  .filter(({ status }, at) => status === 200 && (isLong || isNightly || at % 6 === 0))
  .flatMap(({ url, file, fetched_at }) => {
    const page = { html: textOf(file), context: { url, requestedAt: new Date(fetched_at) } };
    return readable(page).map((read) => [file, read] as const);
  });
