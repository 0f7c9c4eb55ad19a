/** Drafts of truths for recorded pages: what the parser reads, to be checked value by value. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCodeOf, fileError, readText } from '../../src/cli/files.ts';
import { BlockedError, MarketplaceError } from '../../src/contract/errors.ts';
import { safeJson } from '../../src/contract/safe-text.ts';
import { detectPageType, parsePage } from '../../src/pages/index.ts';
import { readIndex, type SavedPage } from '../../src/sources/saved/saved-folder.ts';

/** Writes a draft for each page of a recorded folder that has no truth, and returns the new files. */
export async function draftTruths(folder: string, truth: string): Promise<string[]> {
  const written: string[] = [];
  for (const page of await readIndex(folder)) {
    const file = join(truth, `${page.file.replace(/\.html(\.gz)?$/, '')}.json`);
    const draft = safeJson(JSON.stringify(await draftOf(folder, page), undefined, 2));
    if (await writeNew(file, `${draft}\n`)) written.push(file);
  }
  return written;
}

async function draftOf(folder: string, { url, file, status, fetched_at }: SavedPage) {
  const requestedAt = fetched_at === undefined ? undefined : new Date(fetched_at);
  const html = await readText('pages', join(folder, file));
  const place = { url, ...(fetched_at === undefined ? {} : { requested_at: fetched_at }) };
  try {
    const { page_type: kind, found, data } = parsePage(html, { url, status, requestedAt });
    return { kind, ...place, found, data: data ?? {} };
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return {
      kind: error instanceof BlockedError ? 'blocked' : (detectPageType(url)?.page_type ?? 'product'),
      ...place,
    };
  }
}

/** Returns whether the file was written: a truth that exists is never changed. */
async function writeNew(file: string, content: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx' });
    return true;
  } catch (cause) {
    if (errorCodeOf(cause) === 'EEXIST') return false;
    throw fileError('truth', file, 'written', cause);
  }
}
