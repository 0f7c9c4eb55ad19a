/** The pages of the mutation test: the folders of `BUYBOX_CORPUS`, else the fixtures. */
import { PAGE_TYPES } from '../../src/contract/page-types.ts';
import { corpusFolders, corpusPages } from '../../test/corpus/folders.ts';
import { rows, textOf } from '../../test/fixtures/fixture.ts';
import type { PageInput } from './page.ts';

/** Returns the pages of all page types. */
export function allPages(): PageInput[] {
  const folders = corpusFolders();
  if (folders.length > 0) {
    return folders.flatMap((folder) =>
      corpusPages(folder)
        .filter(({ kind }) => isPageType(kind))
        .map(({ name, html, context }) => ({ name: `${folder.name}/${name}`, html, context })),
    );
  }
  const pages = rows.filter(({ file }) => isPageType(file.split('/')[0]));
  return pages.map(({ file, url, fetched_at }) => ({
    name: file.replace(/\.html$/, ''),
    html: textOf(file),
    context: { url, requestedAt: new Date(fetched_at) },
  }));
}

function isPageType(kind: string | undefined): boolean {
  return PAGE_TYPES.some((type) => type === kind);
}
