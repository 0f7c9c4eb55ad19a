/** Pages in a folder: read from it, or recorded into it. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Language } from '../contract/codes.ts';
import { BadRequestError, UnavailableError } from '../contract/errors.ts';
import { marketplaces } from '../locale/index.ts';
import { identify, type PageIdentity } from './page-identity.ts';
import { inFrontOf, type PageRequest, type PageResponse, type PageSource } from './page-source.ts';

/** An entry of a folder's `index.json`. */
export interface SavedPage {
  /** The page's address at the marketplace's site. */
  url: string;
  /** Relative to the folder; compressed when it ends in `.gz`. */
  file: string;
  /** HTTP status; 200 when absent. */
  status?: number;
  /** When the page was fetched, ISO 8601: its dates count from then. */
  fetched_at?: string;
}

const INDEX = 'index.json';

/**
 * Pages of a folder with an `index.json`, found by what they are (type, marketplace, id or keyword or node, page, condition), not by their
 * address letter by letter. Among several languages the one asked for is taken, else the first.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` on the first call, when the folder has no readable index
 * @throws UnavailableError for a page that the folder does not have
 */
export function savedPages(folder: string): PageSource {
  let index: Promise<Map<string, { page: SavedPage; identity: PageIdentity }[]>> | undefined;
  return async (request) => {
    index ??= readIndex(folder).then(byIdentity);
    const pages = (await index).get(identify(request.url).key) ?? [];
    const wanted = languageOf(request);
    const { page } = pages.find(({ identity }) => identity.language === wanted) ?? pages[0] ?? {};
    if (page === undefined) {
      throw new UnavailableError(`the folder ${folder} has no page for ${request.url}`, { retryable: false });
    }
    const { url, status = 200, fetched_at } = page;
    const fetchedAt = fetched_at === undefined ? undefined : new Date(fetched_at);
    return { url, status, headers: {}, ...(await readPage(folder, page.file, request.compressed)), fetchedAt };
  };
}

/**
 * Passes requests on to another source and keeps every answer in a folder that {@link savedPages} reads.
 *
 * @param folder Made when it is not there; its `index.json` is added to.
 */
export function recordPages(folder: string, inner: PageSource): PageSource {
  // One answer at a time is put into the index, however many arrive at once.
  let written: Promise<unknown> = Promise.resolve();
  return inFrontOf(inner, async (request) => {
    const answer = await inner({ ...request, compressed: false });
    const fetchedAt = answer.fetchedAt ?? new Date();
    const file = `${createHash('sha256').update(`${request.language} ${request.url}`).digest('hex').slice(0, 16)}.html.gz`;
    const page: SavedPage = { url: request.url, file, status: answer.status, fetched_at: fetchedAt.toISOString() };
    const body = await promisify(gzip)(answer.body);
    const write = written.then(() => addPage(folder, page, body));
    written = write.catch(() => undefined);
    await write;
    return { ...answer, fetchedAt };
  });
}

async function readIndex(folder: string): Promise<SavedPage[]> {
  const file = join(folder, INDEX);
  try {
    const pages: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(pages) && pages.every(isSavedPage)) return pages;
  } catch (cause) {
    throw unreadable(file, 'cannot be read', cause);
  }
  throw unreadable(file, 'is no list of { url, file, status, fetched_at }');
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

/** The language that a request's page is wanted in, as addresses name it. */
function languageOf({
  language,
  marketplace,
}: {
  language: Language;
  marketplace: PageRequest['marketplace'];
}): string | undefined {
  const { native, english } = marketplaces[marketplace].locales;
  // A site's own language is not named in its addresses, and English is not where it is the site's own.
  return language === 'en' && english !== undefined && english !== native ? 'en' : undefined;
}

async function readPage(
  folder: string,
  file: string,
  compressed = false,
): Promise<Pick<PageResponse, 'body' | 'compression'>> {
  const path = resolve(folder, file);
  if (!path.startsWith(resolve(folder) + sep))
    throw unreadable(join(folder, INDEX), `names a file outside the folder: ${file}`);
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
  // Renaming is whole or not at all: a killed process leaves the old index.
  const draft = join(folder, `${INDEX}.${process.pid}`);
  await writeFile(draft, `${JSON.stringify(pages, null, 1)}\n`);
  await rename(draft, join(folder, INDEX));
}
