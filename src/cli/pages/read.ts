/** Reads a saved page. */
import { buffer } from 'node:stream/consumers';
import { BadRequestError } from '../../contract/errors.ts';
import { type PageContext, urlOfPage } from '../../pages/index.ts';
import { readText, STDIN, textOf } from '../files.ts';
import type { Terminal } from '../terminal.ts';
import { recordedContext } from './recorded.ts';

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
  context: Partial<PageContext>,
  { input }: Pick<Terminal, 'input'>,
): Promise<SavedPage> {
  if (file === STDIN) {
    const html = await textOf('file', file, await buffer(input()));
    return { html, context: withUrl(html, context) };
  }
  const html = await readText('file', file);
  const recorded = context.url === undefined ? await recordedContext(file) : {};
  const given = Object.entries(context).filter(([, value]) => value !== undefined);
  return { html, context: withUrl(html, { ...recorded, ...Object.fromEntries(given) }) };
}

/** Adds the page's own URL where none is given. @throws BadRequestError for a page without one */
export function withUrl(html: string, { url, status, requestedAt, language }: Partial<PageContext>): PageContext {
  const found = url ?? urlOfPage(html);
  if (found !== undefined) return { url: found, status, requestedAt, language };
  throw new BadRequestError('url: the page has no canonical link. Give the URL of the page as url (--url).', {
    parameter: 'url',
  });
}
