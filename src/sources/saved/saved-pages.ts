/** Saved pages: reads them from a folder, or records them into it. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Lazy } from '../../client/lazy.ts';
import { type BadRequestError, TransportError, UnavailableError } from '../../contract/errors.ts';
import { replaceFile } from '../../files/write-file.ts';
import { InputProblem } from '../../http/byte-limit.ts';
import { decompress } from '../../http/receive.ts';
import { filePath, functionFor, wholeNumber } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { type PageRequest, type PageResponse, type PageSource, wrapPageSource } from '../page-source.ts';
import type { PageIdentity } from './page-identity.ts';
import { INDEX, readIndex, readSaved, type SavedPage } from './saved-folder.ts';

/** Options of {@link savedPages}. */
export interface SavedPagesOptions {
  /** Largest size of a page in bytes, both compressed and decompressed. @default 20_000_000 */
  maxBytes?: number | undefined;
}

const SAVED_PAGES_OPTIONS: OptionTable<SavedPagesOptions> = {
  maxBytes: { check: (setting) => wholeNumber(setting, 1) },
};

/**
 * Returns a page source that reads a folder with an `index.json`. Pages are found by type, marketplace, id or keyword or node, page number and
 * condition, not by their exact URL. If a page is saved in several languages, the requested one is used, else the first.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` if `folder` is not a path, and on the first call if the folder has no readable index
 * @throws UnavailableError for a page that is not in the folder
 * @throws TransportError for a page larger than `maxBytes`
 */
export function savedPages(folder: string, options: SavedPagesOptions = {}): PageSource {
  filePath({ name: 'folder', value: folder });
  const { maxBytes } = readOptions('savedPages', SAVED_PAGES_OPTIONS, options);
  const saved = new Lazy(async () => findIn(await readIndex(folder)));
  return async (request) => {
    const page = (await saved.get())(request);
    if (page === undefined) {
      // A folder asks nobody: without a robots.txt of its own, it has no rules.
      if (request.url.endsWith('/robots.txt')) return { url: request.url, status: 404, headers: {}, body: '' };
      throw new UnavailableError(`the folder ${folder} has no page for ${request.url}.`, { retryable: false });
    }
    const { url, status = 200, fetched_at } = page;
    const fetchedAt = fetched_at === undefined ? undefined : new Date(fetched_at);
    return { url, status, headers: {}, ...(await readPage(folder, page, maxBytes, request.compressed)), fetchedAt };
  };
}

/**
 * Returns a page source that passes requests to another one and saves every response in a folder. {@link savedPages} reads the folder.
 *
 * @param folder Created if it does not exist. New pages are added to its `index.json`.
 * @throws BadRequestError `INVALID_CONFIGURATION` if `folder` is not a path, or `inner` not a page source
 */
export function recordPages(folder: string, inner: PageSource): PageSource {
  filePath({ name: 'folder', value: folder });
  functionFor('a page source to record')({ name: 'inner', value: inner });
  // Responses are added to the index one at a time.
  let written: Promise<unknown> = Promise.resolve();
  return wrapPageSource(inner, async (request) => {
    const response = await inner({ ...request, compressed: false });
    const fetchedAt = response.fetchedAt ?? new Date();
    const file = `${createHash('sha256').update(`${request.language} ${request.url}`).digest('hex').slice(0, 16)}.html.gz`;
    const page: SavedPage = { url: request.url, file, status: response.status, fetched_at: fetchedAt.toISOString() };
    const body = await promisify(gzip)(response.body);
    const write = written.then(() => addPage(folder, page, body));
    written = write.catch(() => undefined);
    await write;
    return { ...response, fetchedAt };
  });
}

/** Returns a function that finds a page by its identity. If it is saved in several languages, the requested one is found, else the first. */
async function findIn(pages: readonly SavedPage[]): Promise<(request: PageRequest) => SavedPage | undefined> {
  const { identify, urlLanguageOf } = await import('./page-identity.ts');
  const byKey: Map<string, { page: SavedPage; identity: PageIdentity }[]> = Map.groupBy(
    pages.map((page) => ({ page, identity: identify(page.url) })),
    ({ identity }) => identity.key,
  );
  return (request) => {
    const found = byKey.get(identify(request.url).key) ?? [];
    const expected = urlLanguageOf(request);
    return (found.find(({ identity }) => identity.language === expected) ?? found[0])?.page;
  };
}

async function readPage(
  folder: string,
  page: SavedPage,
  maxBytes: number | undefined,
  compressed = false,
): Promise<Pick<PageResponse, 'body' | 'compression'>> {
  const what = `the saved page ${join(folder, page.file)}`;
  const bytes = await readSaved(folder, page, maxBytes).catch((cause: unknown) => {
    if (!(cause instanceof InputProblem)) throw cause;
    throw new TransportError(`${what} ${cause.message} Raise maxBytes.`, { retryable: false, cause });
  });
  if (!page.file.endsWith('.gz')) return { body: bytes };
  if (compressed) return { body: bytes, compression: { encoding: 'gzip', maxBytes, what } };
  return { body: await decompress(bytes, 'gzip', maxBytes, what) };
}

async function addPage(folder: string, page: SavedPage, body: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Before anything is written: an index that is not ours must stay as it is.
  const known = await readIndex(folder).catch((error: BadRequestError) => {
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return [];
    throw error;
  });
  await replaceFile(join(folder, page.file), body);
  const pages = [...known.filter(({ file }) => file !== page.file), page];
  await replaceFile(join(folder, INDEX), `${JSON.stringify(pages, null, 1)}\n`);
}
