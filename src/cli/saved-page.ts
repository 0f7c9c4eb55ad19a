/** Reads a saved page. */
import { dirname, relative, resolve, sep } from 'node:path';
import { LOCAL_OPTIONS } from '../local/settings.ts';
import { type Environment, wrongParameter } from '../options/checks.ts';
import { readVariable } from '../options/table.ts';
import { type PageContext, urlOfPage } from '../pages/index.ts';
import { type SavedPage as IndexedPage, readIndex } from '../sources/saved/saved-folder.ts';
import { readText, STDIN } from './files.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The HTML of a page, and what is known about it. */
export interface SavedPage {
  html: string;
  context: PageContext;
}

/**
 * Reads a page from a file, compressed or not; `-` is standard input. A page that `buybox record` saved has its URL, status and time in the folder's index.
 *
 * @throws BadRequestError for a file that cannot be read, or a page without a URL
 */
export async function readPage(
  file: string,
  { parseTimeout, ...context }: Partial<PageContext> & { parseTimeout?: number | undefined },
  { input }: Pick<Terminal, 'input'>,
): Promise<SavedPage> {
  const html = await readText('file', file, input);
  const recorded = context.url === undefined && file !== STDIN ? await recordedContext(file) : {};
  const given = Object.entries(context).filter(([, value]) => value !== undefined);
  const known = withUrl(html, { ...recorded, ...Object.fromEntries(given) });
  return { html, context: { ...known, parseTimeoutMs: parseTimeout ?? parseTimeoutOf(process.env) } };
}

/** Returns the time limit that the environment sets. */
function parseTimeoutOf(environment: Environment): number | undefined {
  return readVariable('parseTimeoutMs', LOCAL_OPTIONS.parseTimeoutMs, environment);
}

/** Adds the page's own URL where none is given. @throws BadRequestError for a page without one */
function withUrl(html: string, { url, status, requestedAt, language }: Partial<PageContext>): PageContext {
  const found = url ?? urlOfPage(html);
  if (found !== undefined) return { url: found, status, requestedAt, language };
  const why = 'the page has no canonical link. Give the URL of the page as url (--url).';
  throw wrongParameter('url', why);
}

/** An index lists pages of its own folder and of the folders below it. */
const LEVELS = 2;

/** Returns URL, status and time of a recorded page. Empty for a file that no index lists. */
async function recordedContext(file: string): Promise<Partial<PageContext>> {
  let folder = dirname(resolve(file));
  for (let level = 0; level < LEVELS; level++, folder = dirname(folder)) {
    const name = relative(folder, resolve(file)).replaceAll(sep, '/');
    const page = (await pagesOf(folder)).find((one) => one.file === name);
    if (page !== undefined) return contextOf(page);
  }
  return {};
}

function contextOf({ url, status, fetched_at }: IndexedPage): Partial<PageContext> {
  return { url, status, requestedAt: fetched_at === undefined ? undefined : new Date(fetched_at) };
}

/** The pages of an index. A folder without an index has none. */
async function pagesOf(folder: string): Promise<IndexedPage[]> {
  return await readIndex(folder).catch(() => []);
}
