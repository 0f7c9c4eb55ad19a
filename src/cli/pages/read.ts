/** Saved pages from files and from standard input. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BadRequestError } from '../../contract/errors.ts';
import { type PageContext, urlOfPage } from '../../pages/index.ts';
import type { PageFlags } from '../page-commands.ts';
import type { Terminal } from '../terminal.ts';

/** A page's text and what is known of it. */
export interface SavedText {
  html: string;
  context: PageContext;
}

/**
 * Reads a page; `-` is standard input.
 *
 * @throws BadRequestError for a file that cannot be read, or a page whose address nobody tells
 */
export async function readPage(file: string, flags: PageFlags, terminal: Terminal): Promise<SavedText> {
  const html = await textOf(file, await bytesOf(file, terminal));
  const url = flags.url ?? urlOfPage(html);
  if (url === undefined) {
    throw new BadRequestError(`url: ${file} does not name its own address; give it with --url`, { parameter: 'url' });
  }
  const { status, requestedAt, language } = flags;
  return { html, context: { url, status, requestedAt, language } };
}

async function bytesOf(file: string, terminal: Terminal): Promise<Buffer> {
  if (file === '-') return await buffer(terminal.input());
  try {
    return await readFile(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new BadRequestError(`file: ${file} cannot be read (${code})`, { parameter: 'file', cause });
  }
}

/** Compressed bytes begin in their own way. */
async function textOf(file: string, bytes: Buffer): Promise<string> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString('utf8');
  try {
    return (await promisify(gunzip)(bytes)).toString('utf8');
  } catch (cause) {
    throw new BadRequestError(`file: ${file} is damaged: it cannot be decompressed`, { parameter: 'file', cause });
  }
}
