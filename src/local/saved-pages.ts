/** Saved pages: reads them from a folder, or records them into it. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Language } from '../contract/codes.ts';
import { BadRequestError, UnavailableError } from '../contract/errors.ts';
import { marketplaces } from '../locale/index.ts';
import { filePath, functionFor } from '../settings/checks.ts';
import { identify, type PageIdentity } from './page-identity.ts';
import { type PageRequest, type PageResponse, type PageSource, wrapPageSource } from './page-source.ts';

/** An entry of a folder's `index.json`. */
export interface SavedPage {
  /** URL of the page on the marketplace's site. */
  url: string;
  /** Path relative to the folder. Compressed if it ends in `.gz`. */
  file: string;
  /** HTTP status. @default 200 */
  status?: number;
  /** Time of the request, ISO 8601. Relative dates are counted from it. */
  fetched_at?: string;
}

const INDEX = 'index.json';

/**
 * Returns a page source that reads a folder with an `index.json`. Pages are found by type, marketplace, id or keyword or node, page number and
 * condition, not by their exact URL. If a page is saved in several languages, the requested one is used, else the first.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` if `folder` is not a path, and on the first call if the folder has no readable index
 * @throws UnavailableError for a page that is not in the folder
 */
export function savedPages(folder: string): PageSource {
  filePath({ name: 'folder', value: folder });
  let index: Promise<Map<string, { page: SavedPage; identity: PageIdentity }[]>> | undefined;
  return async (request) => {
    index ??= readIndex(folder).then(byIdentity);
    const pages = (await index).get(identify(request.url).key) ?? [];
    const expected = urlLanguageOf(request);
    const { page } = pages.find(({ identity }) => identity.language === expected) ?? pages[0] ?? {};
    if (page === undefined) {
      throw new UnavailableError(`the folder ${folder} has no page for ${request.url}.`, { retryable: false });
    }
    const { url, status = 200, fetched_at } = page;
    const fetchedAt = fetched_at === undefined ? undefined : new Date(fetched_at);
    return { url, status, headers: {}, ...(await readPage(folder, page.file, request.compressed)), fetchedAt };
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

/** Reads the `index.json` of a folder. @throws BadRequestError `INVALID_CONFIGURATION` */
export async function readIndex(folder: string): Promise<SavedPage[]> {
  const file = join(folder, INDEX);
  try {
    const pages: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(pages) && pages.every(isSavedPage)) return pages;
  } catch (cause) {
    throw unreadable(file, 'cannot be read.', cause);
  }
  throw unreadable(file, 'is not a list of { url, file, status, fetched_at }.');
}

function unreadable(file: string, why: string, cause?: unknown): BadRequestError {
  return new BadRequestError(`pages: ${file} ${why}`, { code: 'INVALID_CONFIGURATION', parameter: 'pages', cause });
}

function isSavedPage(value: unknown): value is SavedPage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    'file' in value &&
    typeof value.file === 'string'
  );
}

function byIdentity(pages: readonly SavedPage[]): Map<string, { page: SavedPage; identity: PageIdentity }[]> {
  return Map.groupBy(
    pages.map((page) => ({ page, identity: identify(page.url) })),
    ({ identity }) => identity.key,
  );
}

/** Returns the language that the URL of a requested page has. */
function urlLanguageOf({
  language,
  marketplace,
}: {
  language: Language;
  marketplace: PageRequest['marketplace'];
}): string | undefined {
  const { native, english } = marketplaces[marketplace].locales;
  // URLs have no language for the site's own one.
  return language === 'en' && english !== undefined && english !== native ? 'en' : undefined;
}

async function readPage(
  folder: string,
  file: string,
  compressed = false,
): Promise<Pick<PageResponse, 'body' | 'compression'>> {
  const path = resolve(folder, file);
  if (!path.startsWith(resolve(folder) + sep))
    throw unreadable(join(folder, INDEX), `lists a file outside the folder: ${file}.`);
  const bytes = await readFile(path);
  if (!file.endsWith('.gz')) return { body: bytes };
  return compressed ? { body: bytes, compression: { encoding: 'gzip' } } : { body: await promisify(gunzip)(bytes) };
}

async function addPage(folder: string, page: SavedPage, body: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, page.file), body);
  const known = await readIndex(folder).catch((error: BadRequestError) => {
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return [];
    throw error;
  });
  const pages = [...known.filter(({ file }) => file !== page.file), page];
  // Renaming is atomic: a killed process leaves the old index.
  const draft = join(folder, `${INDEX}.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(pages, null, 1)}\n`);
  await rename(draft, join(folder, INDEX));
}
