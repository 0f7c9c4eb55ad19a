/** The row of a page in the `index.json` of a folder with recorded pages. */
import { dirname, relative, resolve, sep } from 'node:path';
import type { PageContext } from '../../pages/index.ts';
import { readIndex, type SavedPage } from '../../sources/saved/saved-folder.ts';

/** An index lists pages of its own folder and of the folders below it. */
const LEVELS = 2;

/** Returns URL, status and time of a recorded page. Empty for a file that no index lists. */
export async function recordedContext(file: string): Promise<Partial<PageContext>> {
  let folder = dirname(resolve(file));
  for (let level = 0; level < LEVELS; level++, folder = dirname(folder)) {
    const name = relative(folder, resolve(file)).replaceAll(sep, '/');
    const page = (await pagesOf(folder)).find((one) => one.file === name);
    if (page !== undefined) return contextOf(page);
  }
  return {};
}

function contextOf({ url, status, fetched_at }: SavedPage): Partial<PageContext> {
  return { url, status, requestedAt: fetched_at === undefined ? undefined : new Date(fetched_at) };
}

/** The pages of an index. A folder without an index has none. */
async function pagesOf(folder: string): Promise<SavedPage[]> {
  return await readIndex(folder).catch(() => []);
}
